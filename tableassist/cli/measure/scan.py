"""`tableassist scan`: what is told of a scan, and the look at the outline before it is saved."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from tableassist.cli.terminal import tell
from tableassist.geometry import PiecePoints, plus_minus
from tableassist.messages import Text, say, template, tr
from tableassist.setup.measure.scanning import (
    RefusedScan,
    SavedScan,
    Scan,
    ScanRequest,
    save_scan,
    scan_piece,
    table_entry,
)
from tableassist.setup.measure.scanning import scan_card as measured_card
from tableassist.setup.measure.scanning import scan_islands as find_islands

NOT_SAVED = 1


def scan(request: ScanRequest) -> int:
    """0: the model is written. 1: the person who looked at it said no."""
    found = scan_piece(request, _told)
    points: PiecePoints | None = found.traced.points
    if request.edit:
        from tableassist.ui import edit_outline

        points = edit_outline(found.piece.name, found.traced, z_mm=found.piece.model.height_mm)
    if points is None:
        tell(tr("not saved"), "yellow")
        return NOT_SAVED
    if points is not found.traced.points:
        found = replace(found, traced=replace(found.traced, points=points))
    _tell_saved(found, save_scan(found))
    return 0


def scan_islands(request: ScanRequest) -> int:
    """0: every cardboard island was measured. 1: some were not."""
    scans = find_islands(request, _told)
    measured = [found for found in scans if isinstance(found, Scan)]
    for found in measured:
        _tell_saved(found, save_scan(found))
    for refused in scans:
        if isinstance(refused, RefusedScan):
            tell(f"! {say(refused.reason)}", "yellow")
    what = template("{measured} of {count} islands and terrain pieces measured")
    tell(tr(what, measured=len(measured), count=len(scans)), "bold")
    return 0 if len(measured) == len(scans) else NOT_SAVED


def _told(words: Text, is_amiss: bool) -> None:
    tell(f"! {say(words)}" if is_amiss else words, "yellow" if is_amiss else None)


def _tell_saved(found: Scan, saved: SavedScan) -> None:
    request, model = found.request, saved.model
    width, height = np.ptp(np.array(model.hull), axis=0)
    rim_mm = plus_minus(model.sigma_mm)
    facts = {"width": float(width), "height": float(height), "points": len(model.hull), "rim_mm": rim_mm}
    what = template(
        "{piece}: {width:.1f} x {height:.1f} mm, {points} points from {pictures} pictures, rim ±{rim_mm:.2f} mm"
    )
    tell(tr(what, piece=found.piece.name, pictures=len(found.traced.views), **facts), "bold")
    for note in found.traced.notes:
        tell(f"- {say(note)}")
    if request.out is not None:
        tell(tr("model: {path}", path=request.out))
    if request.picture is not None:
        tell(tr("picture: {path}", path=request.picture))
    if request.new is not None:
        tell(tr("the piece is new; these lines put it into {table}:", table=request.table))
        tell("\n" + table_entry(request, saved))
    elif not saved.in_table:
        tell(tr("--update puts it into {table}", table=request.table))
    else:
        named = {"table": request.table, "piece": found.piece.id, "rim_mm": rim_mm}
        if saved.plates_measured:
            what = template("{table}: outline (±{rim_mm:.2f} mm) and plates of {piece} updated")
        else:
            what = template("{table}: outline (±{rim_mm:.2f} mm) of {piece} updated")
        tell(tr(what, **named))


def scan_card(source: str, table: Path, *, update: bool) -> None:
    card, line = measured_card(source, table, _told, update=update)
    sizes = {"long_mm": card.long_mm, "short_mm": card.short_mm, "plus_minus_mm": plus_minus(card.sigma_mm)}
    what = template("L = {long_mm:.2f} mm, S = {short_mm:.2f} mm, each ±{plus_minus_mm:.2f} mm, from {count} pictures")
    tell(tr(what, count=card.pictures, **sizes), "bold")
    if update:
        tell(f"{table}: {line}")
    else:
        tell(tr("--update puts this line into {table}:", table=table))
        tell(line)

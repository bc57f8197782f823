"""`tableassist judge`: one picture to poses and rulings, from a file or straight from a camera."""

import sys
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tableassist.capture.picture import PictureSource
from tableassist.cli.play.one_frame import one_frame
from tableassist.errors import BadFileError
from tableassist.formats.judgement_json import judgement, to_json
from tableassist.formats.table.file import read_table
from tableassist.geometry.plus_minus import plus_minus
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.engine.notable import notable
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

VERDICT_WORDS = {
    Verdict.YES: "[bold green]YES[/]",
    Verdict.NO: "[red]NO[/]",
    Verdict.TOO_CLOSE: "[bold yellow]TOO CLOSE[/]",
    Verdict.NOT_SEEN: "[dim]NOT SEEN[/]",
}


def judge_source(source: str, table: Path, *, as_json: bool) -> None:
    settings = read_table(table)
    frame = _picture(source)
    state = step(first_state(settings), frame, settings, TagDetector(settings.tag_families).detect)
    if as_json:
        sys.stdout.buffer.write(to_json(judgement(state)) + b"\n")
    else:
        print_state(state, settings)


def _picture(source: str) -> Frame:
    """A file is read as a picture, whatever its name ends in; all else is a source."""
    path = Path(source)
    if ":" in source and not path.exists():
        return one_frame(source)
    picture = PictureSource(path)
    frame = picture.read()
    picture.close()
    if frame is None:
        raise BadFileError(f"{path}: no picture in this file")
    return frame


def print_state(state: TableState, settings: TableSettings) -> None:
    console = Console()
    for warning in state.warnings:
        console.print(f"! {warning}", style="yellow", markup=False)
    if state.registration is not None:
        seen, known = len(state.registration.mat_tags_seen), len(settings.mat.tags)
        console.print(
            f"{seen} of {known} mat tags, residual {state.registration.residual_px:.2f} px, "
            f"camera {state.registration.camera_height_mm:.0f} mm above the mat"
        )
    console.print(_pieces_table(state))
    console.print(_rulings_table(state, settings))


def _pieces_table(state: TableState) -> Table:
    table = Table(title="Pieces", title_justify="left")
    for column in ("piece", "x mm", "y mm", "heading", "±"):
        table.add_column(column, justify="left" if column == "piece" else "right")
    for placed in state.scene.pieces:
        pose = placed.pose.pose
        heading = f"{pose.heading_rad * 57.29578:.1f}°"
        table.add_row(
            escape(placed.name),
            f"{pose.x_mm:.1f}",
            f"{pose.y_mm:.1f}",
            heading,
            f"{plus_minus(placed.pose.sigma_mm):.2f}",
        )
    for piece in state.scene.unseen:
        table.add_row(f"[dim]{escape(piece.name)}[/]", "", "", "[dim]not seen[/]", "")
    return table


def _rulings_table(state: TableState, settings: TableSettings) -> Table:
    """Plain noes of range, docking and ram would bury the rest, as would the parts of a shot; the JSON has them all."""
    names = {piece.id: escape(piece.name) for piece in settings.pieces}
    table = Table(title="Rulings", title_justify="left", caption="Plain noes are left out; --json lists them all.")
    for column in ("question", "verdict", "mm", "±", "limit", "why"):
        table.add_column(column)
    for ruling in notable(state.rulings):
        if ruling.verdict is not Verdict.NO or ruling.rule == "shot":
            table.add_row(_question(ruling, names), VERDICT_WORDS[ruling.verdict], *_numbers(ruling), _why(ruling))
    return table


def _question(ruling: Ruling, names: dict[str, str]) -> str:
    cannon = f" cannon {ruling.cannon}" if ruling.cannon else ""
    return f"{ruling.rule.replace('_', ' ')}: {names[ruling.subject]}{cannon} → {names[ruling.target]}"


def _numbers(ruling: Ruling) -> tuple[str, str, str]:
    """The ± holds in 95 of 100."""
    measured = "" if ruling.measured_mm is None else f"{ruling.measured_mm:.1f}"
    sigma = "" if ruling.sigma_mm is None else f"{plus_minus(ruling.sigma_mm):.2f}"
    return measured, sigma, "" if ruling.limit_mm is None else f"{ruling.limit_mm:g}"


def _why(ruling: Ruling) -> str:
    both = "".join(f"; if {each.words}: {VERDICT_WORDS[each.verdict]}" for each in ruling.other_readings)
    house = f"; house rule {', '.join(ruling.house)}" if ruling.house else ""
    return f"{escape(ruling.reason)}{both} [dim]({ruling.citation}{house})[/]"

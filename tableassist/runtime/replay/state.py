"""The state of the table in a frame of a record: what was seen comes from there, the rest is worked out again by the
same code."""

from dataclasses import dataclass

from tableassist.formats.match.reader import ReadFrame
from tableassist.overlay.draw import draw
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rules.engine.adjudicate import adjudicate
from tableassist.rules.ruling.ruling import Ruling
from tableassist.scene.scene import build_scene
from tableassist.vision.localisation.tracking import PieceEvent


@dataclass(frozen=True, slots=True)
class Before:
    """The frame before, whose rulings are taken over where nothing has changed."""

    state: TableState
    settings: TableSettings


def rebuilt_state(
    read: ReadFrame,
    events: tuple[PieceEvent, ...],
    selected: str | None,
    *,
    settings: TableSettings | None = None,
    before: Before | None = None,
    drawn: bool = True,
) -> TableState:
    """Judged by `settings`, or by those of its own time. Without `before` from scratch, to the same last digit."""
    by = read.settings if settings is None else settings
    row, tracks = read.row, read.tracks
    earlier = before.state if before is not None and before.settings is by else None
    if earlier is not None and (earlier.registration is None or read.registration is None):
        earlier = None
    scene = build_scene(
        by.pieces,
        tracks.poses,
        by.ledger,
        row.t_ns,
        seen_ns=tracks.seen_ns,
        before=None if earlier is None else earlier.scene,
        doubts=read.placement.doubts,
    )
    rulings: tuple[Ruling, ...] = ()
    drawing = Drawing((), (), ())
    if read.registration is not None:
        known = None if earlier is None else (earlier.scene, earlier.rulings)
        rulings = adjudicate(scene, by.rules, before=known)
        drawing = draw(scene, rulings, by.mat, selected) if drawn else drawing
    return TableState(
        t_ns=row.t_ns,
        frame_number=row.number,
        registration=read.registration,
        tracks=tracks,
        scene=scene,
        rulings=rulings,
        drawing=drawing,
        warnings=read.warnings,
        events=events,
        selected=selected,
        placement=read.placement,
    )

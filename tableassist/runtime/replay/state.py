"""The state of the table in a frame of a record: what was seen comes from there, the rest is worked out again by the
same code."""

from dataclasses import dataclass

from tableassist.formats.match.reader import ReadFrame
from tableassist.pipeline.judge import judged
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import Measured, TableState
from tableassist.vision.localisation.tracking import PieceEvent


@dataclass(frozen=True, slots=True)
class Before:
    """The frame before, whose rulings are taken over where nothing has changed."""

    state: TableState
    settings: TableSettings


def rebuilt_state(
    read: ReadFrame,
    events: tuple[PieceEvent, ...],
    *,
    settings: TableSettings | None = None,
    before: Before | None = None,
) -> TableState:
    """Judged by `settings`, or by those of its own time. Without `before` from scratch, to the same last digit."""
    by = read.settings if settings is None else settings
    row, tracks = read.row, read.tracks
    earlier = before.state if before is not None and before.settings is by else None
    measured = Measured(
        t_ns=row.t_ns,
        frame_number=row.number,
        registration=read.registration,
        tracks=tracks,
        scene=by.scene(
            tracks.poses,
            tracks.seen_ns,
            row.t_ns,
            doubts=read.placement.doubts,
            before=None if earlier is None else earlier.scene,
        ),
        warnings=read.warnings,
        events=events,
        placement=read.placement,
    )
    return judged(measured, by, earlier)

"""Fitting out a fleet through a running camera, and keeping each ship's mounts in the table file."""

from dataclasses import dataclass
from pathlib import Path

from tableassist.formats.table.edit import set_mounts
from tableassist.pieces.piece import Piece
from tableassist.pipeline.fitting.fitting_out import (
    FittingEvent,
    FittingOut,
    FittingPlan,
    Happened,
    begin,
    look,
    redo,
    skip,
)
from tableassist.pipeline.fitting.fitting_plan import fitting_plan, jig_families
from tableassist.pipeline.table_settings import TableSettings
from tableassist.vision.camera.frame import Frame
from tableassist.vision.mounts.findings import MountGrade, grade
from tableassist.vision.mounts.fit import MountFit
from tableassist.vision.mounts.unknowns import JigPriors
from tableassist.vision.tags.reader import TagReader
from tableassist.vision.tags.sighting import TagSighting


@dataclass(frozen=True, slots=True, eq=False)
class FittingSeen:
    sightings: tuple[TagSighting, ...]
    state: FittingOut
    plan: FittingPlan
    events: tuple[FittingEvent, ...]
    """All since the beginning, so that none is lost where only the newest picture is shown."""


class Fitting:
    """Holds the reader and the state; belongs to one thread."""

    def __init__(
        self,
        settings: TableSettings,
        ships: tuple[Piece, ...],
        *,
        table: Path | None,
        priors: JigPriors,
        directions: int,
    ) -> None:
        """`table`: what is found well enough is written there at once; None writes nothing."""
        self._settings, self._ships = settings, ships
        self._table, self._priors, self._directions = table, priors, directions
        self._reader = TagReader(jig_families(settings))
        self._plan: FittingPlan | None = None
        self._state: FittingOut | None = None
        self._events: tuple[FittingEvent, ...] = ()

    def look(self, frame: Frame) -> FittingSeen:
        size = (frame.width_px, frame.height_px)
        if self._plan is None or self._state is None:
            self._plan = fitting_plan(self._settings, self._ships, size, self._priors, self._directions)
            self._state = begin(self._plan)
        sightings = self._reader.read(frame.image)
        self._state, events = look(self._state, sightings, frame.t_ns, self._plan)
        for event in events:
            if event.what is Happened.FITTED and event.fit is not None and self._table is not None:
                keep_fit(self._table, event.fit)
        self._events += events
        return FittingSeen(sightings, self._state, self._plan, self._events)

    def skip_ship(self) -> None:
        if self._state is not None and self._plan is not None:
            self._state = skip(self._state, self._plan)

    def do_again(self) -> None:
        if self._state is not None:
            self._state = redo(self._state)


def keep_fit(table: Path, fit: MountFit) -> MountGrade:
    """In the table file, unless the ship must be done again."""
    found = grade(fit)
    if found is not MountGrade.AGAIN:
        set_mounts(table, fit.piece.id, tuple(tag.mount for tag in fit.tags))
    return found

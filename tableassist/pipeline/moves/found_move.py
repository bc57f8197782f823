"""A move that was found by itself: who moved, from where to where, whether it was allowed, what it touched."""

import math
from dataclasses import dataclass
from enum import StrEnum

from tableassist.geometry import PlanarPose, wrap_rad
from tableassist.pipeline.moves.arrival import NOWHERE, Arrival
from tableassist.rulebook import Ruling
from tableassist.rulebook.engine import ContactBegan, ContactEnded
from tableassist.rulebook.moves import MoveJudgement


class MoveKind(StrEnum):
    PLACED = "placed"
    """Seen for the first time: the set-up, or a piece that joined later."""
    MOVED = "moved"
    TOWED = "towed"
    BUMPED = "bumped"
    """Shifted while another piece was moved; a bumped island or terrain too. Nobody's move."""
    PUT_BACK = "put-back"
    """Lies again where it lay: it was touched, or bumped and set right."""


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    """1 is the first; 0 is the set-up."""
    player: str | None
    """None where nobody keeps count."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundMove:
    kind: MoveKind
    piece: str
    turn: Turn
    moved_ns: int
    """When it was first seen to move; for a placed piece, when it was first seen."""
    settled_ns: int
    start: PlanarPose | None
    """Where it lay; None for a placed piece."""
    end: PlanarPose
    judgement: MoveJudgement | None = None
    """Of ships, creatures and icebergs that moved; the route in it is the shortest legal one, not the hand's path."""
    made: tuple[ContactBegan, ...] = ()
    broken: tuple[ContactEnded, ...] = ()
    by: str | None = None
    """Who bumped it, or who tows it."""
    shots: tuple[Ruling, ...] = ()
    """Of a ship that moved: each shot that she had from there, or that is too close to call."""
    terrain: tuple[Ruling, ...] = ()
    """What terrain did to her on the way or may have, and how she came out of it; what an iceberg drifted against."""

    arrival: Arrival = NOWHERE
    """Of a ship or creature that moved: what she touches where she lies now."""

    @property
    def gone_mm(self) -> float:
        """From middle to middle, straight."""
        return 0.0 if self.start is None else apart_mm(self.start, self.end)


def apart_mm(one: PlanarPose, other: PlanarPose) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)


def turned_rad(one: PlanarPose, other: PlanarPose) -> float:
    return abs(wrap_rad(one.heading_rad - other.heading_rad))

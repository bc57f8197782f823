"""One piece in a game: a model with a name, an owner, its cannons and its tags."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceModel
from tableassist.pieces.mount import MountKind

__all__ = ["Cannon", "CannonRange", "MountKind", "Piece", "TagMount"]


class CannonRange(StrEnum):
    SHORT = "S"
    LONG = "L"


@dataclass(frozen=True, slots=True)
class Cannon:
    """Printed on a mast. Its die must show more than `rank` to hit."""

    mast: int
    """1 is the foremost."""
    rank: int
    reach: CannonRange


@dataclass(frozen=True, slots=True)
class TagMount:
    """Where a tag sits on its piece. Its printed side faces up; yaw 0 has the tag's own x to the bow."""

    family: str
    tag: int
    size_mm: float
    """Side of the black square."""
    kind: MountKind
    x_mm: float
    y_mm: float
    z_mm: float
    """Height of the printed face above the mat."""
    yaw_rad: float
    sigma_xy_mm: float
    sigma_z_mm: float
    sigma_yaw_rad: float
    mast: int | None = None
    """For a masthead: the mast that carries it."""
    pivot_x_mm: float | None = None
    """The point of the keel that `sigma_xy_mm` holds for, and that an error of the yaw turns the tag about. After
    fitting out it is the bow, which stood at the stop; None: the tag itself."""


@dataclass(frozen=True, slots=True)
class Piece:
    id: str
    name: str
    model: PieceModel
    owner: str | None
    cannons: tuple[Cannon, ...]
    mounts: tuple[TagMount, ...]
    card: str | None = None
    """Its key in the catalogue, `SM/PS-001`."""
    points: float = 0.0
    """What it costs in a fleet, without its crew."""
    effects: tuple[Effect, ...] = ()
    """What its card's ability does to measuring and shooting."""

"""One piece in a game: a model with a name, an owner, its cannons and its tags."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.pieces.model import PieceModel


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


class MountKind(StrEnum):
    FLAG = "flag"
    """A plate on a staff at the stern, above the sails."""
    MASTHEAD = "masthead"
    """On top of a mast, and lost with it."""
    DECK = "deck"
    PLATE = "plate"
    """On a plate beside the hull, or flat on an island's card."""


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


@dataclass(frozen=True, slots=True)
class Piece:
    id: str
    name: str
    model: PieceModel
    owner: str | None
    cannons: tuple[Cannon, ...]
    mounts: tuple[TagMount, ...]

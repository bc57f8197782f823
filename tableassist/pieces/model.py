"""The shape of a kind of piece, in its own frame: origin at the hull's centre, x to the bow, y to port."""

from dataclasses import dataclass
from enum import StrEnum

Point = tuple[float, float]


class PieceKind(StrEnum):
    SHIP = "ship"
    ISLAND = "island"
    FOG_BANK = "fog-bank"
    REEF = "reef"


class SailPlane(StrEnum):
    ATHWART = "athwart"
    FORE_AND_AFT = "fore-and-aft"


@dataclass(frozen=True, slots=True)
class Sail:
    """A thin upright sheet through its mast, centred on it."""

    plane: SailPlane
    width_mm: float
    foot_mm: float
    """Height of its lower edge above the mat."""
    head_mm: float
    """Height of its upper edge above the mat."""


@dataclass(frozen=True, slots=True)
class Mast:
    """Masts are numbered from the bow, 1 first."""

    x_mm: float
    y_mm: float
    top_mm: float
    """Height of its top above the mat."""
    die_x_mm: float
    """Where the printed die stands, from the mast's centre, along x."""
    die_y_mm: float
    sail: Sail | None


@dataclass(frozen=True, slots=True)
class PieceModel:
    name: str
    kind: PieceKind
    hull: tuple[Point, ...]
    """The outline at mat level, counter-clockwise: what touches other pieces."""
    height_mm: float
    """Height of the deck, or of the card, above the mat."""
    masts: tuple[Mast, ...]
    bowsprit: tuple[Point, ...]
    """A line forward from the bow above the mat; it can be hit, and touches nothing. Empty if none."""
    bow_zone_from_x_mm: float | None
    """The bow zone is the hull forward of this; None for pieces without a bow."""
    sigma_mm: float
    """How far the true outline may lie from this one."""

"""One piece in a game: a model with a name, an owner, its cannons, its tags and its states."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.pieces.effects import Effect
from tableassist.pieces.model import LEAN_SIGMA_RAD, Grade, MountKind, PieceModel, Point


class CannonRange(StrEnum):
    SHORT = "S"
    LONG = "L"


class MoveSegment(StrEnum):
    """One straight stretch of a move; a ship turns only between two of them."""

    SHORT = "S"
    LONG = "L"
    TOWED = "T"
    """Does not move by herself."""
    DRAGON = "D"
    """A sea dragon's flight, measured as its keyword says."""


class PieceState(StrEnum):
    """The state of a piece, apart from its masts. Docked, touching and in range are not here: the camera sees them."""

    DERELICT = "derelict"
    """No mast left, and not a galley: adrift until towed or repaired."""
    SUBMERGED = "submerged"
    GHOSTLY = "ghostly"
    LOST = "lost"
    """In a fog bank or its like, until she finds out."""
    ON_FIRE = "on-fire"
    PINNED = "pinned"
    TANGLED = "tangled"
    """In the weeds of a Sargasso Sea, until a roll frees her."""
    WRECKED = "wrecked"
    """On a reef; a wreck blocks movement and lines of fire."""
    ABANDONED = "abandoned"
    """A fort without flags."""
    CANCELLED = "cancelled"
    """Her card's ability is switched off for now; by the key of a crew aboard, that crew's."""
    SUNK = "sunk"
    """Out of the game, even if the piece still lies about."""


@dataclass(frozen=True, slots=True)
class Cannon:
    """One that is printed on the card. Its die must show more than `rank` to hit."""

    mast: int | None
    """The mast, segment or flag that carries it, 1 foremost, and with which it is lost; None if fixed to the hull."""
    rank: int
    reach: CannonRange
    number: int = 0
    """Its place on the card, front to back from 1. Left out, it is that of its mast."""
    at: Point | None = None
    """Only for one that is fixed to the hull: where, in the piece's frame."""
    shots: int = 1
    """How often it shoots in one action: twice on a longship's mast."""

    def __post_init__(self) -> None:
        if self.number == 0:
            object.__setattr__(self, "number", self.mast or 0)


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
    fitting out it is the bow, which stood at the stop, or, with the hull traced, about her middle; None: the tag
    itself."""
    slope_x: float = 0.0
    slope_y: float = 0.0
    """Of the plate: how much its printed face rises along the piece's x and y, as a share."""
    sigma_slope: float = 0.0
    sigma_lean_rad: float = LEAN_SIGMA_RAD
    """How far from upright the piece stands when it is set down, to each side: the scatter of its set-downs on the
    jig."""
    sigma_across_mm: float | None = None
    """Sigma of the place across the keel; `sigma_xy_mm` then holds along it. None: both are `sigma_xy_mm`."""

    @property
    def sigma_y_mm(self) -> float:
        return self.sigma_xy_mm if self.sigma_across_mm is None else self.sigma_across_mm


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
    keywords: tuple[str, ...] = ()
    """Of its card: Schooner, Galley, Broadsides Attack ..."""
    nation: str | None = None
    """Of its card. Crew of another nation cannot use their abilities on her."""
    base_move: tuple[MoveSegment, ...] = ()
    """Of its card; empty where it is not known."""
    hull_colours: tuple[float | None, ...] = ()
    """The hull's colours as measured on the jig (`vision/hull/colour_match.py` reads them); None for a channel that
    could not be measured. Empty: not measured."""

    is_optional: bool = False
    """Terrain that is not in every game: assumed absent until the camera has seen it."""

    @property
    def is_printed(self) -> bool:
        """Whether the whole piece comes out of the printer, with its tags on it."""
        return self.model.grade is Grade.PRINTED

    def cannon(self, number: int) -> Cannon | None:
        """Return the cannon at this place on the card."""
        return next((cannon for cannon in self.cannons if cannon.number == number), None)

"""The shape of a kind of piece and where its tags go.

All in the piece's frame: origin at the hull's centre, x to the bow, y to port.
"""

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.messages import Message, template

TAG_MODULES = {"36h11": 8, "25h9": 7, "16h5": 6}
"""Modules across the black square of a tag, by its family."""
LEAN_SIGMA_RAD = math.radians(0.5)
"""Lean of a ship that was never set down on the jig (one standard deviation)."""
MIN_LEAN_SIGMA_RAD = math.radians(0.3)
"""The least lean that is assumed, however well the set-downs agreed: mats are not flat."""
LIFT_SIGMA_MM = 0.2
"""Lift off the mat: a wrinkle in the mat, a crumb under the keel."""
TIPPED_LEAN_SIGMA_RAD, TIPPED_LIFT_SIGMA_MM = math.radians(0.8), 0.4
"""Added for a ship that touches something which could tip it."""


class MountKind(StrEnum):
    FLAG = template("flag")
    """A plate on a staff at the stern, above the sails."""
    MASTHEAD = template("masthead")
    """On top of a mast, and lost with it."""
    DECK = template("deck")
    PLATE = template("plate")
    """On a plate beside the hull, or flat on an island's card."""

    @property
    def words(self) -> Message:
        return Message(self.value)


@dataclass(frozen=True, slots=True)
class SuggestedMount:
    """Where a tag is best put on pieces of a model, its own x to the bow. The sigmas are those of a hand without a jig:
    a mount that was measured has smaller ones, in the table file."""

    kind: MountKind
    size_mm: float
    """Side of the black square."""
    x_mm: float
    y_mm: float
    z_mm: float
    """Height of the printed face above the mat."""
    sigma_xy_mm: float
    sigma_z_mm: float
    sigma_yaw_rad: float
    mast: int | None = None
    """For a masthead: the mast that carries it."""


Point = tuple[float, float]

ROUND_CORNERS = 16
"""A round segment is drawn and measured as a polygon with this many corners: 0.1 mm off at a radius of 5."""


class PieceKind(StrEnum):
    SHIP = "ship"
    SEA_CREATURE = "sea-creature"
    FORT = "fort"
    ISLAND = "island"
    FOG_BANK = "fog-bank"
    ICEBERG = "iceberg"
    REEF = "reef"
    SARGASSO_SEA = "sargasso-sea"
    WHIRLPOOL = "whirlpool"
    TRADE_CURRENT = "trade-current"
    CARD = "card"
    COIN = "coin"
    FREE_SHAPE = "free-shape"


SAILING_KINDS = frozenset({PieceKind.SHIP, PieceKind.SEA_CREATURE})
"""A sea creature counts as a ship (complete, Sea Creatures), also on a table that plays an older edition with one."""
TERRAIN_KINDS = frozenset(
    {
        PieceKind.FOG_BANK,
        PieceKind.ICEBERG,
        PieceKind.REEF,
        PieceKind.SARGASSO_SEA,
        PieceKind.WHIRLPOOL,
        PieceKind.TRADE_CURRENT,
    }
)


PRINTED_KINDS = TERRAIN_KINDS | {PieceKind.ISLAND}
"""What the kit prints as a whole: flat, and cut from one sheet of card."""


class Grade(StrEnum):
    """Where a model's sizes come from, the most reliable first."""

    SOURCED = "sourced"
    PRINTED = "printed"
    """The outline is the cutting line of a page that this program prints, and the tags are part of the print."""
    SCANNED = "scanned"
    MEASURED = "measured"
    ESTIMATE = "estimate"


class SailPlane(StrEnum):
    ATHWART = "athwart"
    FORE_AND_AFT = "fore-and-aft"
    DIAGONAL = "diagonal"
    """At 45 degrees to the keel, the fore end to port: the slot of a galley's mast."""


@dataclass(frozen=True, slots=True)
class Sail:
    """A thin upright sheet through its mast, centred on it."""

    plane: SailPlane
    width_mm: float
    foot_mm: float
    """Height of its lower edge above the mat."""
    head_mm: float
    """Height of its upper edge above the mat."""
    battened: bool = False
    """A junk's sail, stiffened by battens."""

    @property
    def direction(self) -> Point:
        """Along the sail, seen from above; a unit vector."""
        if self.plane is SailPlane.ATHWART:
            return 0.0, 1.0
        return (1.0, 0.0) if self.plane is SailPlane.FORE_AND_AFT else (math.sqrt(0.5), math.sqrt(0.5))


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


class PartKind(StrEnum):
    OARS = "oars"
    OUTRIGGER = "outrigger"
    RAM = "ram"
    BEAM = "beam"
    """What joins an outrigger to the hull."""
    PANEL = "panel"
    """The armoured roof of a turtle ship."""
    ARM = "arm"
    """What moves or reaches out: a crane, a claw, a blade, a flame, a fan of sails."""
    WHEEL = "wheel"
    BODY = "body"
    """The body of a sea creature, the tower of a submarine: solid, above the base."""
    WALL = "wall"
    TOWER = "tower"


@dataclass(frozen=True, slots=True)
class OutlinePart:
    """A solid part outside the hull's outline or above it. It can be hit."""

    kind: PartKind
    outline: tuple[Point, ...]
    """Counter-clockwise, in the piece's frame."""
    foot_mm: float
    """Height of its lower side above the mat."""
    head_mm: float
    touches: bool
    """Whether it touches other pieces at mat level: an outrigger does, oars that hang over the water do not."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A tentacle, coil, limb or wing of a sea creature; it counts as a mast. Numbered from the head, 1 first."""

    x_mm: float
    y_mm: float
    """Where its cannon is measured from."""
    top_mm: float
    """Height of its top above the mat."""
    radius_mm: float | None = None
    """Of a round one; None where `outline` gives its shape."""
    outline: tuple[Point, ...] = ()
    """Counter-clockwise, in the piece's frame; empty for a round one."""

    @property
    def ring(self) -> tuple[Point, ...]:
        """Its outline, corner by corner, round or not."""
        if self.radius_mm is None:
            return self.outline
        turns = (math.tau * k / ROUND_CORNERS for k in range(ROUND_CORNERS))
        r = self.radius_mm
        return tuple((self.x_mm + r * math.cos(turn), self.y_mm + r * math.sin(turn)) for turn in turns)


@dataclass(frozen=True, slots=True)
class EdgeNumber:
    """One of the numbers 1 to 6 round the edge of a fog bank or an iceberg."""

    number: int
    x_mm: float
    y_mm: float
    """On the outline, where a piece is set that leaves by this number."""
    outward_rad: float
    """Straight out from the edge, counter-clockwise from the piece's x."""


@dataclass(frozen=True, slots=True)
class CannonPost:
    """A place that cannons are measured from. Posts run front to back, as the cannons on a card do."""

    upright: int | None
    """The mast, segment or flag that carries it, 1 foremost, and with which it is lost; None if fixed to the hull."""
    at: Point | None = None
    """Only for one that is fixed to the hull: where."""
    printed: int = 1
    """How many of the card's cannons, in the card's order, belong here: four on a flotilla's mast."""
    shots: int = 1
    """How often each of them shoots: twice on a longship's mast."""


@dataclass(frozen=True, slots=True)
class PieceModel:
    name: str
    kind: PieceKind
    hull: tuple[Point, ...]
    """The outline at mat level, counter-clockwise: what touches other pieces."""
    height_mm: float
    """Height of the deck, of a fort's walls, or of the card, above the mat."""
    masts: tuple[Mast, ...]
    bowsprit: tuple[Point, ...]
    """A line forward from the bow above the mat; it can be hit, and touches nothing. Empty if none."""
    bow_zone_from_x_mm: float | None
    """The bow zone is the hull forward of this; None for pieces without a bow."""
    sigma_mm: float
    """How far the true outline may lie from this one."""
    grade: Grade = Grade.ESTIMATE
    stern: Point | None = None
    """The middle of the stern, at mat level; None for pieces without one."""
    parts: tuple[OutlinePart, ...] = ()
    segments: tuple[Segment, ...] = ()
    flags: tuple[Point, ...] = ()
    """Where a fort's flags stand, and its cannons are measured from: one with four cannons has the first four."""
    corners: tuple[Point, ...] = ()
    """Of a fort's walls, in turn, so that the first and third are opposite: two such must stand on the island."""
    edge_numbers: tuple[EdgeNumber, ...] = ()
    cannon_posts: tuple[CannonPost, ...] = ()
    """Empty: one a mast, segment or flag. See `posts`."""
    suggested_mounts: tuple[SuggestedMount, ...] = ()
    hull_sigma_mm: tuple[float, ...] = ()
    """Sigma of the outline at each corner of `hull`, across the rim; empty: `sigma_mm` everywhere."""
    rig_sigma_mm: float | None = None
    """How far masts and bowsprit may be off, where that is known apart from the outline; None: as the outline."""
    cut_line: tuple[Point, ...] = ()
    """The line that was printed on a card to be cut along, where the outline has been measured since; empty: the line
    is the outline."""

    @property
    def as_printed(self) -> "PieceModel":
        """The model with its cutting line as outline."""
        return replace(self, hull=self.cut_line, cut_line=(), hull_sigma_mm=()) if self.cut_line else self

    @property
    def upright_count(self) -> int:
        """Masts, or a creature's segments, or a fort's flags: what a hit takes away. A model has one sort of them."""
        return len(self.masts) or len(self.segments) or len(self.flags)

    def upright_place(self, number: int) -> Point:
        """Return the middle of a mast, segment or flag; 1 is the foremost."""
        if self.masts:
            mast = self.masts[number - 1]
            return mast.x_mm, mast.y_mm
        if self.segments:
            segment = self.segments[number - 1]
            return segment.x_mm, segment.y_mm
        return self.flags[number - 1]

    def die_place(self, number: int) -> Point:
        """Return where the die is printed on a mast; segments and flags have it in the middle."""
        x, y = self.upright_place(number)
        if not self.masts:
            return x, y
        mast = self.masts[number - 1]
        return x + mast.die_x_mm, y + mast.die_y_mm

    @property
    def posts(self) -> tuple[CannonPost, ...]:
        """All cannon posts, front to back."""
        return self.cannon_posts or tuple(CannonPost(number) for number in range(1, self.upright_count + 1))

    @property
    def printed_posts(self) -> tuple[CannonPost, ...]:
        """The post of each cannon in the order of the card: the third cannon of "3S-2L-3L" is at the third of these."""
        return tuple(post for post in self.posts for _ in range(post.printed))

    def post_place(self, post: CannonPost) -> Point:
        """Return where the post's cannons are measured from: the printed die, or the place on the hull."""
        if post.upright is not None:
            return self.die_place(post.upright)
        assert post.at is not None
        return post.at


class IslandMake(StrEnum):
    PRINTED = "printed"
    """From the kit's pages: outline and tags are exact without measuring."""
    CARDBOARD = "cardboard"
    """The game's own, with plates glued on: the packaged outlines are estimates."""

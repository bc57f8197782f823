"""A drawing: primitives in mat millimetres, painted alike over the camera's picture and on the plan."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Text

Point = tuple[float, float]


class Ink(StrEnum):
    """What a stroke means; the painter gives it colour, line style and width, never colour alone. Those further down
    are painted above those before."""

    MAT_EDGE = "mat-edge"
    ISLAND = "island"
    FOG = "fog"
    REEF = "reef"
    TERRAIN = "terrain"
    """Icebergs, weeds, whirlpools and currents."""
    FLEET_1 = "fleet-1"
    FLEET_2 = "fleet-2"
    FLEET_3 = "fleet-3"
    FLEET_4 = "fleet-4"
    NEUTRAL = "neutral"
    SAIL = "sail"
    MAST = "mast"
    BOW_ZONE = "bow-zone"
    REACH_SHORT = "reach-short"
    REACH_LONG = "reach-long"
    REACH_EACH = "reach-each"
    """What one cannon reaches, faintly: many of them together make the two above."""
    BLOCKER = "blocker"
    CLEAR = "clear"
    BLOCKED = "blocked"
    BEYOND = "beyond"
    """The rest of a blocked line, which no shot takes."""
    STOPPED = "stopped"
    """One point: where a line dies."""
    TOO_CLOSE = "too-close"
    CONTACT = "contact"
    PLUS_MINUS = "plus-minus"
    NOT_SEEN = "not-seen"
    MEASURE = "measure"
    """A line that a person measures along."""
    GHOST = "ghost"
    """A copy of a ship where she is not."""
    GHOST_ILLEGAL = "ghost-illegal"
    REACHABLE = "reachable"
    """Where a ship's bow can come to."""
    DIE = "die"
    """A die that the camera has read."""
    EVIDENCE = "evidence"
    """What a chosen ruling speaks of."""


class Symbol(StrEnum):
    """The sign of a badge, told apart without colour."""

    YES = "yes"
    """A tick."""
    NO = "no"
    """A cross."""
    TOO_CLOSE = "too-close"
    """A plus-minus sign."""
    NOT_SEEN = "not-seen"
    """A question mark."""
    ANCHOR = "anchor"
    """Docked."""
    RAM = "ram"
    """A ram: crossed strokes."""
    PIN = "pin"
    BOARD = "board"
    """May board."""
    TOW = "tow"
    EXPLORE = "explore"
    TERRAIN = "terrain"
    """Terrain acts on her."""
    TOUCH = "touch"
    """Two pieces touch, and no rule makes more of it."""
    OUT_OF_RANGE = "out-of-range"


@dataclass(frozen=True, slots=True)
class Stroke:
    """An open or closed line, filled if it is an area."""

    points: tuple[Point, ...]
    ink: Ink
    closed: bool
    filled: bool
    piece: str | None
    """The piece this stroke belongs to, for picking with the mouse."""
    band_mm: float = 0.0
    """The plus-minus: the line may truly lie this far to either side. It is shown where it is wider than the line."""


@dataclass(frozen=True, slots=True)
class Label:
    """Text beside a place; its size is in screen pixels and does not change with the zoom."""

    at: Point
    text: Text
    ink: Ink
    piece: str | None
    owner: str | None = None
    """The player's name, where a player owns the piece."""
    number: int | None = None
    """Stands for the text where there is no room for it; no other piece of the table has it."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A symbol in a small disc, at the place it speaks of, with a short text."""

    at: Point
    symbol: Symbol
    text: Text
    piece: str | None = None
    """The piece it speaks of: its label then stays where it stood."""
    quiet: bool = False
    """Smaller and paler: true, but not what anybody asked."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Strokes are painted in the order of their inks, then badges and labels."""

    strokes: tuple[Stroke, ...]
    badges: tuple[Badge, ...]
    labels: tuple[Label, ...]
    fleets: tuple[str, ...] = ()
    """The players' names, in the order of the fleet inks."""


def together(drawings: Iterable[Drawing]) -> Drawing:
    """One above the other, the last on top."""
    some = tuple(drawings)
    return Drawing(
        tuple(stroke for each in some for stroke in each.strokes),
        tuple(badge for each in some for badge in each.badges),
        tuple(label for each in some for label in each.labels),
        next((each.fleets for each in some if each.fleets), ()),
    )


FLEET_INKS = (Ink.FLEET_1, Ink.FLEET_2, Ink.FLEET_3, Ink.FLEET_4)

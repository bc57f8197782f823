"""An edition of the rules, as data. Every value says where it is written."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece import CannonRange


class ShotOrigin(StrEnum):
    MAST_CENTRE = "mast's centre"
    PRINTED_DIE = "printed die"


@dataclass(frozen=True, slots=True)
class Ruler:
    """What S and L are on this table. The printed bars and the card's sides differ by 6 %."""

    name: str
    short_mm: float
    long_mm: float
    sigma_mm: float = 0.0
    """How well both are known; 0 where they are what they are by agreement."""

    def reach_mm(self, reach: CannonRange) -> float:
        return self.long_mm if reach is CannonRange.LONG else self.short_mm


BARS = Ruler("printed bars", short_mm=57.5, long_mm=83.8)
CARD = Ruler("card's sides", short_mm=63.7, long_mm=89.2)
RULERS = {"bars": BARS, "card": CARD}


@dataclass(frozen=True, slots=True)
class Edition:
    name: str
    title: str
    shot_origin: ShotOrigin
    line_blockers: frozenset[PieceKind]
    """Kinds of other pieces that stop a line of fire."""
    ram_needs_mast: bool
    range_section: str
    line_section: str
    docking_section: str
    ram_section: str
    build_total: int
    """Points that the edition recommends for each fleet; any other will do as long as all fleets use the same."""
    no_duplicates: bool
    """Whether a player may bring each ship and each named character only once."""
    fleet_section: str


COMPLETE = Edition(
    name="complete",
    title="Complete rules",
    shot_origin=ShotOrigin.PRINTED_DIE,
    line_blockers=frozenset({PieceKind.ISLAND, PieceKind.SHIP, PieceKind.SEA_CREATURE, PieceKind.FOG_BANK}),
    ram_needs_mast=True,
    range_section="complete, Shoot Action 2 (Measure Your Range)",
    line_section="complete, Shooting; Fog Bank",
    docking_section="complete, Move Action (Docking); Docking",
    ram_section="complete, Ram",
    build_total=40,
    no_duplicates=True,
    fleet_section="complete, Fleets",
)

EDITIONS = {COMPLETE.name: COMPLETE}

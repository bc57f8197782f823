"""What an edition says about choosing fleets and laying out the table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.pieces.model import PieceKind
from tableassist.rules.editions.house_rule import HouseRule, HouseValue


class Farthest(StrEnum):
    """How "no farther from each other" is read for more than two islands; no text says which."""

    NEAREST = "nearest"
    """Each island has another that near."""
    EVERY = "every"
    """All islands are that near to all others."""


@dataclass(frozen=True, slots=True)
class SetUpTerms:
    build_total: int
    """Points that the edition recommends for each fleet; any other will do as long as all fleets use the same."""
    no_duplicates: bool
    """Whether a player may bring each ship and each named character only once."""
    fleet_section: str
    islands: int | None
    """How many in all; None: `islands_a_player` for each."""
    islands_a_player: int
    islands_must: bool
    """Whether the number is a must; else a recommendation."""
    islands_section: str
    island_gap_long: float
    """At least so many L between two islands."""
    island_reach_long: float
    """At most so many L."""
    spacing_must: bool
    farthest: Farthest
    spacing_section: str
    terrain_gap_short: float
    """At least so many S from terrain to islands and other terrain; 0: anywhere."""
    terrain_kinds: frozenset[PieceKind]
    """What may lie there when the game begins."""
    terrain_count: int | None
    """What the players agreed on."""
    terrain_section: str
    home_section: str
    creature_section: str
    forts: bool
    fort_section: str

    def with_house(self, house: Mapping[str, HouseValue]) -> "SetUpTerms":
        count, pieces = house.get("islands", self.islands), house.get("terrain-pieces", self.terrain_count)
        spaced = {"islands-at-least-L", "islands-at-most-L"} & house.keys()
        return replace(
            self,
            no_duplicates=not house.get("duplicates", not self.no_duplicates),
            islands=None if count is None else int(count),
            islands_must=self.islands_must or "islands" in house,
            island_gap_long=float(house.get("islands-at-least-L", self.island_gap_long)),
            island_reach_long=float(house.get("islands-at-most-L", self.island_reach_long)),
            spacing_must=self.spacing_must or bool(spaced),
            farthest=Farthest(str(house.get("islands-at-most", self.farthest))),
            terrain_gap_short=float(house.get("terrain-at-least-S", self.terrain_gap_short)),
            terrain_count=None if pieces is None else int(pieces),
        )


HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule("duplicates", bool, (), "Whether a fleet may hold the same ship or character twice."),
    HouseRule("islands", float, (), "How many islands there are.", least=1.0, most=100.0),
    HouseRule("islands-at-least-L", float, (), "Islands lie at least so many L apart.", least=0.0, most=20.0),
    HouseRule("islands-at-most-L", float, (), "Islands lie at most so many L apart.", least=0.0, most=50.0),
    HouseRule("islands-at-most", str, tuple(Farthest), "To which other islands the greatest distance holds."),
    HouseRule(
        "terrain-at-least-S", float, (), "Terrain lies so many S from islands and terrain.", least=0.0, most=20.0
    ),
    HouseRule("terrain-pieces", float, (), "How many pieces of terrain there are.", least=0.0, most=100.0),
)
ISLAND_HOUSE_RULES = ("long-mm", "islands-at-least-L", "islands-at-most-L", "islands-at-most")

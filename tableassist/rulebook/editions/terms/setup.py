"""What an edition says about choosing fleets and laying out the table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.messages import Message, Text
from tableassist.pieces.catalogue import Nation
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue, number, switch


class Farthest(StrEnum):
    """How "no farther from each other" is read for more than two islands; no text says which."""

    CHAIN = "chain"
    """All islands are connected by steps of no more than that: each is near enough to one that lay there when it was
    placed, so two far groups do not pass."""
    NEAREST = "nearest"
    """Each island has another that near."""
    EVERY = "every"
    """Each pair of islands is that near."""


class HomeChoice(StrEnum):
    """Who chooses a home island."""

    FOR_ANOTHER = "for-another"
    """The last player chooses the first player's, the first the second's, and so on."""
    OWN = "own"
    """The last player chooses the own, then the one before, and so on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetUpTerms:
    build_total: int
    """Points that the edition recommends for each fleet; any other will do as long as all fleets use the same."""
    no_duplicates: bool
    """Whether a player may bring each ship and each named character only once."""
    nations: frozenset[Nation]
    """To one of which every ship, creature and crew belongs."""
    limit_keyword: bool
    """Whether a fleet may hold only one card with the Limit keyword."""
    limit_section: Text
    fleet_section: Text
    order_by_roll: bool
    """Whether the others follow the first player by their rolls; else to the left. A table may pick (a reading)."""
    first_section: Text
    islands: int | None
    """How many in all; None: `islands_a_player` for each."""
    islands_a_player: int
    islands_must: bool
    """Whether the number is a must; else a recommendation."""
    islands_section: Text
    island_gap_long: float
    """At least so many L between two islands."""
    island_reach_long: float
    """At most so many L."""
    spacing_must: bool
    farthest: Farthest
    """Of the readings that none of the texts picks, the one that counts until the table has picked."""
    spacing_section: Text
    terrain_gap_short: float
    """At least so many S from terrain to islands and other terrain; 0: anywhere."""
    terrain_kinds: frozenset[PieceKind]
    """What may lie there when the game begins."""
    terrain_count: int | None
    """What the players agreed on."""
    terrain_section: Text
    homes: HomeChoice
    home_is_open: bool
    """Whether the text gives both ways of choosing, so that a table may pick (a reading)."""
    home_section: Text
    creature_section: Text
    forts: bool
    fort_section: Text
    farthest_is_open: bool = True
    """Whether nobody has picked a reading: then the others are shown where they differ."""

    def with_house(self, house: Mapping[str, HouseValue]) -> "SetUpTerms":
        count, pieces = house.get("islands", self.islands), house.get("terrain-pieces", self.terrain_count)
        spaced = {"islands-at-least-L", "islands-at-most-L"} & house.keys()
        return replace(
            self,
            no_duplicates=not house.get("duplicates", not self.no_duplicates),
            nations=frozenset(Nation) if house.get("other-nations") else self.nations,
            islands=None if count is None else int(count),
            islands_must=self.islands_must or "islands" in house,
            island_gap_long=float(house.get("islands-at-least-L", self.island_gap_long)),
            island_reach_long=float(house.get("islands-at-most-L", self.island_reach_long)),
            spacing_must=self.spacing_must or bool(spaced),
            farthest=Farthest(str(house.get("islands-at-most", self.farthest))),
            farthest_is_open=self.farthest_is_open and "islands-at-most" not in house,
            terrain_gap_short=float(house.get("terrain-at-least-S", self.terrain_gap_short)),
            terrain_count=None if pieces is None else int(pieces),
        )


HOUSE_RULES: tuple[HouseRule, ...] = (
    switch("duplicates", Message("Whether a fleet may hold the same ship or character twice.")),
    switch("other-nations", Message("Whether a fleet may hold cards of nations that the edition does not have.")),
    number("islands", Message("How many islands there are."), 1.0, 100.0),
    number("islands-at-least-L", Message("Islands lie at least so many L apart."), 0.0, 20.0),
    number("islands-at-most-L", Message("Islands lie at most so many L apart."), 0.0, 50.0),
    HouseRule("islands-at-most", str, tuple(Farthest), Message("To which other islands the greatest distance holds.")),
    number("terrain-at-least-S", Message("Terrain lies so many S from islands and terrain."), 0.0, 20.0),
    number("terrain-pieces", Message("How many pieces of terrain there are."), 0.0, 100.0),
)
ISLAND_HOUSE_RULES = ("long-mm", "islands-at-least-L", "islands-at-most-L", "islands-at-most")

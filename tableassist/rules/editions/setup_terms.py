"""What each edition says about laying out the table, as data with citations."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.pieces.model import PieceKind
from tableassist.rules.editions.edition import MULTIPLAYER
from tableassist.rules.editions.house_rule import HouseRule
from tableassist.rules.editions.settings import RuleSettings


class Farthest(StrEnum):
    """How "no farther from each other" is read for more than two islands; no text says which."""

    NEAREST = "nearest"
    """Each island has another that near."""
    EVERY = "every"
    """All islands are that near to all others."""


@dataclass(frozen=True, slots=True)
class SetUpTerms:
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


SPANISH_MAIN_SET_UP = SetUpTerms(
    islands=6,
    islands_a_player=3,
    islands_must=False,
    islands_section="spanish-main, Placing Islands",
    island_gap_long=2.0,
    island_reach_long=4.0,
    spacing_must=True,
    farthest=Farthest.NEAREST,
    spacing_section="spanish-main, Placing Islands",
    terrain_gap_short=0.0,
    terrain_kinds=frozenset(),
    terrain_count=None,
    terrain_section="spanish-main has no terrain",
    home_section="spanish-main, Placing Islands",
    creature_section="complete, Sea Creatures",
    forts=False,
    fort_section="spanish-main has no forts",
)
REVOLUTION_SET_UP = replace(
    SPANISH_MAIN_SET_UP,
    islands_must=True,
    islands_section="revolution, Placing Islands",
    spacing_section="revolution, Placing Islands",
    terrain_gap_short=1.0,
    terrain_kinds=frozenset({PieceKind.FOG_BANK, PieceKind.REEF, PieceKind.SARGASSO_SEA}),
    terrain_section="revolution, Placing Terrain",
    home_section="revolution, Choosing Home Islands",
    forts=True,
    fort_section="revolution, Building Forts",
)
COMPLETE_SET_UP = replace(
    REVOLUTION_SET_UP,
    islands=None,
    islands_must=False,
    islands_section="complete, Placing Islands",
    island_gap_long=1.0,
    island_reach_long=6.0,
    spacing_must=False,
    spacing_section="complete, Placing Islands",
    terrain_gap_short=0.0,
    terrain_kinds=REVOLUTION_SET_UP.terrain_kinds | {PieceKind.ICEBERG, PieceKind.WHIRLPOOL},
    terrain_section="complete, Placing Terrain; Trade Current",
    home_section="complete, Choosing Home Islands",
    fort_section="complete, Building Forts",
)

SET_UP_TERMS: Mapping[str, SetUpTerms] = {
    "spanish-main": SPANISH_MAIN_SET_UP,
    "revolution": REVOLUTION_SET_UP,
    "complete": COMPLETE_SET_UP,
}

HOUSE_RULES: tuple[HouseRule, ...] = (
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


def set_up_terms(settings: RuleSettings) -> SetUpTerms:
    """The edition's terms, with the multiplayer add-on and the house's own values before them."""
    terms, house = SET_UP_TERMS[settings.edition.name], settings.house
    if settings.multiplayer:
        terms = replace(
            terms,
            islands=None,
            islands_a_player=MULTIPLAYER.islands_a_player,
            islands_must=True,
            islands_section=MULTIPLAYER.section,
        )
    if not house:
        return terms
    count, pieces = house.get("islands", terms.islands), house.get("terrain-pieces", terms.terrain_count)
    spaced = {"islands-at-least-L", "islands-at-most-L"} & house.keys()
    return replace(
        terms,
        islands=None if count is None else int(count),
        islands_must=terms.islands_must or "islands" in house,
        island_gap_long=float(house.get("islands-at-least-L", terms.island_gap_long)),
        island_reach_long=float(house.get("islands-at-most-L", terms.island_reach_long)),
        spacing_must=terms.spacing_must or bool(spaced),
        farthest=Farthest(str(house.get("islands-at-most", terms.farthest))),
        terrain_gap_short=float(house.get("terrain-at-least-S", terms.terrain_gap_short)),
        terrain_count=None if pieces is None else int(pieces),
    )

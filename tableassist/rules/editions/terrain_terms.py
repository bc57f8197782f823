"""What each edition says about terrain, as data with citations."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.pieces.model import PieceKind
from tableassist.rules.editions.contact_terms import TOUCH_HOUSE_RULES
from tableassist.rules.editions.house_rule import HouseRule
from tableassist.rules.editions.settings import RuleSettings


class Trigger(StrEnum):
    """When terrain acts on a piece that moves (disputes, D11)."""

    AT_ONCE = "at-once"
    SEGMENT_END = "segment-end"


@dataclass(frozen=True, slots=True)
class TerrainTerms:
    kinds: frozenset[PieceKind]
    """The terrain that the edition knows."""
    trigger: Trigger
    exit_faces_away: bool
    """Whether a piece that comes out of fog or weeds must face away from it; else she may face anywhere, her stern
    touching the edge."""
    reef_spares: str
    """Who leaves a reef without a roll."""
    trigger_section: str
    sections: Mapping[PieceKind, str]


SPANISH_MAIN_TERRAIN = TerrainTerms(
    kinds=frozenset(),
    trigger=Trigger.AT_ONCE,
    exit_faces_away=False,
    reef_spares="",
    trigger_section="spanish-main has no terrain",
    sections={},
)
REVOLUTION_TERRAIN = TerrainTerms(
    kinds=frozenset({PieceKind.FOG_BANK, PieceKind.REEF, PieceKind.SARGASSO_SEA}),
    trigger=Trigger.AT_ONCE,
    exit_faces_away=False,
    reef_spares="her last move ended on it",
    trigger_section="revolution, Terrain Types",
    sections={
        PieceKind.FOG_BANK: "revolution, Terrain Types (Fog Bank)",
        PieceKind.REEF: "revolution, Terrain Types (Reef)",
        PieceKind.SARGASSO_SEA: "revolution, Terrain Types (Sargasso Sea)",
    },
)
COMPLETE_TERRAIN = TerrainTerms(
    kinds=frozenset(
        {
            PieceKind.FOG_BANK,
            PieceKind.REEF,
            PieceKind.SARGASSO_SEA,
            PieceKind.ICEBERG,
            PieceKind.WHIRLPOOL,
            PieceKind.TRADE_CURRENT,
        }
    ),
    trigger=Trigger.SEGMENT_END,
    exit_faces_away=True,
    reef_spares="she began her turn on it",
    trigger_section="complete, Terrain",
    sections={
        PieceKind.FOG_BANK: "complete, Terrain (Fog Bank)",
        PieceKind.REEF: "complete, Terrain (Reef)",
        PieceKind.SARGASSO_SEA: "complete, Sargasso Sea",
        PieceKind.ICEBERG: "complete, Terrain (Iceberg)",
        PieceKind.WHIRLPOOL: "complete, Whirlpool",
        PieceKind.TRADE_CURRENT: "complete, Trade Current",
    },
)

TERRAIN_TERMS: Mapping[str, TerrainTerms] = {
    "spanish-main": SPANISH_MAIN_TERRAIN,
    "revolution": REVOLUTION_TERRAIN,
    "complete": COMPLETE_TERRAIN,
}

HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule(
        "terrain-trigger", str, tuple(Trigger), "When terrain acts: as soon as she touches, or where a segment ends."
    ),
    HouseRule("terrain-exit-faces-away", bool, (), "Whether a piece comes out of fog or weeds facing away from it."),
    HouseRule("terrain", bool, (), "Whether all terrain of the complete rules is played, or none."),
)
TERRAIN_HOUSE_RULES = (*TOUCH_HOUSE_RULES, "terrain-trigger", "terrain")


def terrain_terms(settings: RuleSettings) -> TerrainTerms:
    """The edition's terms, with the house's own values before them."""
    terms, house = TERRAIN_TERMS[settings.edition.name], settings.house
    if not house:
        return terms
    if "terrain" in house:
        new = COMPLETE_TERRAIN.kinds if house["terrain"] else frozenset()
        terms = replace(terms, kinds=new, sections={**COMPLETE_TERRAIN.sections, **terms.sections})
    return replace(
        terms,
        trigger=Trigger(str(house.get("terrain-trigger", terms.trigger))),
        exit_faces_away=bool(house.get("terrain-exit-faces-away", terms.exit_faces_away)),
    )

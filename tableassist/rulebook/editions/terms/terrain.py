"""What an edition says about terrain."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tableassist.messages import Message, Text
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue, switch
from tableassist.rulebook.editions.terms.contact import TOUCH_HOUSE_RULES


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
    reef_spares: Message
    """Who leaves a reef without a roll."""
    trigger_section: Text
    sections: Mapping[PieceKind, str] = field(hash=False)

    def with_house(self, house: Mapping[str, HouseValue], everything: "TerrainTerms") -> "TerrainTerms":
        """`everything` is that of the complete rules, which the house may play under any edition."""
        kinds, sections = self.kinds, self.sections
        if "terrain" in house:
            kinds = everything.kinds if house["terrain"] else frozenset()
            sections = {**everything.sections, **sections}
        return replace(
            self,
            kinds=kinds,
            sections=sections,
            trigger=Trigger(str(house.get("terrain-trigger", self.trigger))),
            exit_faces_away=bool(house.get("terrain-exit-faces-away", self.exit_faces_away)),
        )


HOUSE_RULES: tuple[HouseRule, ...] = (
    HouseRule(
        "terrain-trigger",
        str,
        tuple(Trigger),
        Message("When terrain acts: as soon as she touches, or where a segment ends."),
    ),
    switch("terrain-exit-faces-away", Message("Whether a piece comes out of fog or weeds facing away from it.")),
    switch("terrain", Message("Whether all terrain of the complete rules is played, or none.")),
)
TERRAIN_HOUSE_RULES = (*TOUCH_HOUSE_RULES, "terrain-trigger", "terrain")

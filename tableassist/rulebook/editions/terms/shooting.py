"""What an edition says about shooting: from where, past what, at whom."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.messages import Message, Text
from tableassist.pieces.cannon_range import CannonRange
from tableassist.pieces.catalogue import PrintedCannon, parse_cannons
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.editions.house_rule import HouseRule, HouseValue
from tableassist.rulebook.editions.terms.readings import reading


class ShotOrigin(StrEnum):
    MAST_CENTRE = "mast's centre"
    PRINTED_DIE = "printed die"


@dataclass(frozen=True, slots=True)
class ShootingTerms:
    shot_origin: ShotOrigin
    line_blockers: frozenset[PieceKind]
    """Kinds of other pieces that stop a line of fire."""
    fort_line_blockers: frozenset[PieceKind]
    """Kinds that stop a line of fire drawn from a fort."""
    titans_shoot_past_islands: bool
    """Whether the island that a titan stands on is in nobody's way to her, nor in hers."""
    own_fleet_spared: bool
    """Whether the text forbids shooting at one's own fleet."""
    musket: PrintedCannon
    """Rank and range of a musketeer's gun; no ability changes either."""
    range_section: Text
    line_section: Text
    fort_section: Text
    permission_section: Text
    derelict_section: Text
    lost_section: Text

    def with_house(self, house: Mapping[str, HouseValue]) -> "ShootingTerms":
        origin, musket = house.get("shot-origin"), house.get(MUSKET_RULE)
        return replace(
            self,
            shot_origin=self.shot_origin if origin is None else SHOT_ORIGINS[str(origin)],
            fort_line_blockers=self.fort_line_blockers - FOG
            if reading("fort-through-fog", house) == "yes"
            else self.fort_line_blockers,
            musket=self.musket if musket is None else parse_cannons(str(musket))[0],
        )


SHOT_ORIGINS = {"printed-die": ShotOrigin.PRINTED_DIE, "mast-centre": ShotOrigin.MAST_CENTRE}
FOG = frozenset({PieceKind.FOG_BANK})
MUSKET_RULE = "musket-gun"
GUNS = tuple(f"{rank}{reach}" for rank in range(1, 7) for reach in CannonRange)
HOUSE_RULES = (
    HouseRule("shot-origin", str, tuple(SHOT_ORIGINS), Message("Where a range and a line of fire begin.")),
    HouseRule(MUSKET_RULE, str, GUNS, Message("Rank and range of a musketeer's gun.")),
)

"""What an edition says about shooting: from where, past what, at whom."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tableassist.pieces.model import PieceKind
from tableassist.rules.editions.house_rule import HouseRule, HouseValue


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
    lost_pieces: bool
    """Whether a piece can be lost in fog, so that it neither shoots nor is shot at."""
    range_section: str
    line_section: str
    fort_section: str
    permission_section: str
    derelict_section: str
    lost_section: str

    def with_house(self, house: Mapping[str, HouseValue]) -> "ShootingTerms":
        origin = house.get("shot-origin")
        return self if origin is None else replace(self, shot_origin=SHOT_ORIGINS[str(origin)])


SHOT_ORIGINS = {"printed-die": ShotOrigin.PRINTED_DIE, "mast-centre": ShotOrigin.MAST_CENTRE}
HOUSE_RULES = (HouseRule("shot-origin", str, tuple(SHOT_ORIGINS), "Where a range and a line of fire begin."),)

"""Ram: the bow of a ship with a mast touches any part of an enemy ship."""

from dataclasses import replace

from tableassist.rules.contact import rule_bow_contact
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece

RULE = "ram"


def rule_ram(ship: PlacedPiece, enemy: PlacedPiece, settings: RuleSettings) -> Ruling | None:
    """None for a piece without a bow."""
    if ship.bow is None:
        return None
    touch = rule_bow_contact(RULE, ship, ship.bow, enemy, settings.edition.ram_section, "the enemy's hull")
    if settings.edition.ram_needs_mast and not ship.masts_standing and touch.verdict is not Verdict.NO:
        return replace(touch, verdict=Verdict.NO, probability=0.0, reason=f"{touch.reason}, but she has no mast left")
    return touch

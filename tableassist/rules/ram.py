"""Ram: the bow of a ship with a mast touches any part of an enemy ship."""

from collections.abc import Sequence
from dataclasses import replace

from tableassist.rules.contact import rule_bow_contacts
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

RULE = "ram"


def rule_rams(pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling a ship and enemy."""
    section, near = settings.edition.ram_section, settings.contact_tolerance_mm
    touches = rule_bow_contacts(RULE, pairs, section, "the enemy's hull", tolerance_mm=near)
    return [_with_a_mast(touch, scene, settings) for touch in touches]


def _with_a_mast(touch: Ruling, scene: Scene, settings: RuleSettings) -> Ruling:
    ship = scene.find(touch.subject)
    assert ship is not None
    if not settings.edition.ram_needs_mast or ship.masts_standing or touch.verdict is Verdict.NO:
        return touch
    return replace(touch, verdict=Verdict.NO, probability=0.0, reason=f"{touch.reason}, but she has no mast left")

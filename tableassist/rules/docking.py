"""Docking: the bow touches an island that is not an opponent's home."""

from dataclasses import replace

from tableassist.rules.contact import rule_bow_contact
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

RULE = "docking"


def rule_docking(ship: PlacedPiece, island: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling | None:
    """None for a piece without a bow."""
    if ship.bow is None:
        return None
    touch = rule_bow_contact(RULE, ship, ship.bow, island, settings.edition.docking_section, "the shore")
    home_of = scene.ledger.homes.get(island.id)
    owner = scene.ledger.owners.get(ship.id)
    if touch.verdict is Verdict.NO or home_of is None:
        return touch
    if home_of == owner:
        return replace(touch, reason=f"{touch.reason} of her home island")
    return replace(
        touch,
        verdict=Verdict.NO,
        probability=0.0,
        reason=f"{touch.reason}, but it is the home island of {home_of}: no docking at an opponent's home",
    )

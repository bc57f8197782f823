"""Docking: the bow touches an island that is not an opponent's home, or a fort that is not an opponent's."""

from collections.abc import Sequence
from dataclasses import replace

from tableassist.pieces.model import PieceKind
from tableassist.rules.contact import rule_bow_contacts
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.settings import RuleSettings
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

RULE = "docking"


def rule_dockings(
    pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], scene: Scene, settings: RuleSettings
) -> list[Ruling]:
    """One ruling a ship and island or fort."""
    section, near = settings.edition.docking_section, settings.contact_tolerance_mm
    forts = [pair for pair in pairs if pair[1].piece.model.kind is PieceKind.FORT]
    shores = [pair for pair in pairs if pair[1].piece.model.kind is not PieceKind.FORT]
    return [
        *(
            _at_home_or_not(touch, scene)
            for touch in rule_bow_contacts(RULE, shores, section, "the shore", tolerance_mm=near)
        ),
        *(
            _at_own_fort_or_not(touch, scene)
            for touch in rule_bow_contacts(RULE, forts, section, "the fort", tolerance_mm=near)
        ),
    ]


def _at_home_or_not(touch: Ruling, scene: Scene) -> Ruling:
    home_of = scene.ledger.homes.get(touch.target)
    if touch.verdict is Verdict.NO or home_of is None:
        return touch
    if home_of == scene.ledger.owners.get(touch.subject):
        return replace(touch, reason=f"{touch.reason} of her home island")
    return replace(
        touch,
        verdict=Verdict.NO,
        probability=0.0,
        reason=f"{touch.reason}, but it is the home island of {home_of}: no docking at an opponent's home",
    )


def _at_own_fort_or_not(touch: Ruling, scene: Scene) -> Ruling:
    fort_of = scene.ledger.owners.get(touch.target)
    if touch.verdict is Verdict.NO or fort_of is None or fort_of == scene.ledger.owners.get(touch.subject):
        return touch
    reason = f"{touch.reason}, but it belongs to {fort_of}: no docking at an enemy fort"
    return replace(touch, verdict=Verdict.NO, probability=0.0, reason=reason)

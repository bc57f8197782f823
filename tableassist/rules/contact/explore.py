"""Exploring at sea: a ship touches an allied ship, a derelict or, by some editions, a wreck."""

from collections.abc import Sequence

from tableassist.ledger.ledger import PieceState
from tableassist.messages import Message, template
from tableassist.pieces.model import PieceKind
from tableassist.rules.contact.contact import followed, forbidden, rule_touches
from tableassist.rules.contact.pairs import both_ways
from tableassist.rules.contact.state import is_derelict
from tableassist.rules.editions.house_rule import decided_by
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.editions.terms.contact import TOUCH_HOUSE_RULES, ContactTerms
from tableassist.rules.rule import About, Judging, LastingContact, Pairs, Rule, RuleGroup, one_not_seen
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene
from tableassist.scene.separation import Parts

RULE = "explore"


def rule_explorations(
    pairs: Sequence[tuple[PlacedPiece, PlacedPiece]], scene: Scene, settings: RuleSettings
) -> list[Ruling]:
    """One ruling a ship and the ship she would explore: any part of the one against any part of the other."""
    terms = settings.edition.contact
    asked = [Parts(one, one.footprint, other, other.footprint) for one, other in pairs]
    touches = rule_touches(
        RULE,
        asked,
        terms.explore_section,
        tolerance_mm=settings.contact_tolerance_mm,
        house=decided_by(settings.house, TOUCH_HOUSE_RULES),
    )
    return [_judged(touch, parts, scene, terms) for parts, touch in zip(asked, touches, strict=True)]


def _judged(touch: Ruling, parts: Parts, scene: Scene, terms: ContactTerms) -> Ruling:
    if touch.verdict is Verdict.NO:
        return touch
    owners, other = scene.ledger.owners, parts.other
    own = owners.get(parts.one.id)
    if scene.ledger.is_in(other.id, PieceState.WRECKED):
        explored = followed(touch, "she may explore the wreck")
        return explored if terms.explores_wrecks else forbidden(touch, "this edition has no wrecks")
    if own is not None and owners.get(other.id) == own:
        return followed(touch, f"she may explore {other.name}, of her own fleet")
    if is_derelict(other, scene):
        return followed(touch, f"she may explore {other.name}, a derelict")
    return forbidden(touch, f"{other.name} is neither of her fleet nor derelict")


def explore_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships with the allied ships and derelicts near them."""
    owners = scene.ledger.owners
    for one, other in both_ways(scene, about, (PieceKind.SHIP,), (PieceKind.SHIP,)):
        allied = one.id in owners and owners[one.id] == owners.get(other.id)
        wreck = scene.ledger.is_in(other.id, PieceState.WRECKED)
        if allied or (one.id in owners and (wreck or is_derelict(other, scene))):
            yield one.piece, other.piece


EXPLORE = Rule(
    id=RULE,
    name=Message("explore"),
    title=Message("Explore"),
    question=template("May {subject} explore {target}?"),
    yes=template("may explore {target}"),
    no=template("may not explore {target}"),
    group=RuleGroup.CONTACT,
    judging=Judging(
        pairs=explore_pairs,
        judge=rule_explorations,
        unseen=one_not_seen(RULE, lambda settings: settings.edition.contact.explore_section),
        near_only=True,
    ),
    contact=LastingContact(badge=Message("may explore"), symbol="explore", on_timeline=True),
)

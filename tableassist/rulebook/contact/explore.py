"""Exploring at sea: a ship touches an allied ship, a derelict or, by some editions, a wreck."""

from collections.abc import Sequence

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.contact.contact import followed, forbidden, rule_touches
from tableassist.rulebook.contact.pairs import SHIPS, both_ways
from tableassist.rulebook.contact.state import is_derelict, may_be_derelict
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.readings import reading
from tableassist.rulebook.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state.questions import is_in
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts

RULE = "explore"


def rule_explorations(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship and the ship she would explore: any part of the one against any part of the other."""
    terms = settings.edition.contact
    asked = [Parts(one, one.footprint, other, other.footprint) for one, other in pairs]
    touches = rule_touches(RULE, asked, terms.explore_section, settings)
    return [_judged(touch, parts, scene, settings) for parts, touch in zip(asked, touches, strict=True)]


def _judged(touch: Ruling, parts: Parts, scene: Scene, settings: RuleSettings) -> Ruling:
    if touch.verdict is Verdict.NO:
        return touch
    owners, other = scene.state.owners, parts.other
    own = owners.get(parts.one.id)
    if is_in(scene.state, parts.one.id, PieceState.WRECKED):
        return forbidden(touch, Message("she is a wreck"))
    if own is not None and owners.get(other.id) == own:
        return followed(touch, Message("she may explore {name}, of her own fleet", name=other.name))
    if is_in(scene.state, other.id, PieceState.WRECKED):
        return _of_a_wreck(touch, settings)
    if is_derelict(other, scene) and reading("explore-enemy-derelict", settings.house) == "yes":
        return followed(touch, Message("she may explore {name}, a derelict", name=other.name))
    return _of_an_enemy(touch, other, scene)


def _of_a_wreck(touch: Ruling, settings: RuleSettings) -> Ruling:
    if settings.edition.contact.explores_wrecks:
        return followed(touch, Message("she may explore the wreck"))
    return forbidden(touch, Message("this edition has no wrecks"))


def _of_an_enemy(touch: Ruling, other: PlacedPiece, scene: Scene) -> Ruling:
    if Effect.TAKES_TREASURE_BY_TOUCH in scene.effects_of(touch.subject):
        return followed(touch, Message("her card lets her take a treasure of {name}", name=other.name))
    return forbidden(touch, Message("{name} is neither of her fleet nor derelict", name=other.name))


def explore_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships with the allied ships and derelicts near them; those whose card or crew may let them take a treasure by
    touch with all ships."""
    owners = scene.state.owners
    for one, other in both_ways(scene, about, SHIPS, SHIPS):
        allied = one.id in owners and owners[one.id] == owners.get(other.id)
        wreck = is_in(scene.state, other.id, PieceState.WRECKED)
        taker = Effect.TAKES_TREASURE_BY_TOUCH in one.piece.effects or bool(scene.state.crew_by_place.get(one.id))
        if allied or (one.id in owners and (wreck or taker or may_be_derelict(other, scene))):
            yield one.piece, other.piece


EXPLORE = Rule(
    id=RULE,
    name=Message("explore"),
    title=Message("Explore"),
    question=template("May {subject} explore {target}?"),
    yes=template("may explore {target}"),
    no=template("may not explore {target}"),
    group=RuleGroup.CONTACT,
    judging=judging(
        RULE, explore_pairs, rule_explorations, lambda edition: edition.contact.explore_section, near_only=True
    ),
    contact=LastingContact(badge=Message("may explore"), symbol="explore", on_timeline=True),
)

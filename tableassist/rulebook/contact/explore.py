"""Exploring at sea: a ship touches an allied ship, a derelict or, by some editions, a wreck."""

from collections.abc import Sequence

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.contact.contact import followed, forbidden, rule_touches
from tableassist.rulebook.contact.pairs import SHIPS, both_ways
from tableassist.rulebook.contact.state import may_be_derelict
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state.questions import is_in, is_wrecked
from tableassist.rulebook.state.refusals import refuse_exploring
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
    ship, other = scene.units_of(parts.one, parts.other)
    if is_wrecked(ship):
        return forbidden(touch, Message("{name} is a wreck", name=ship.name))
    refusal = refuse_exploring(scene.state, ship, other, settings.edition, settings.house)
    if refusal is not None:
        by_card = Effect.TAKES_TREASURE_BY_TOUCH in scene.effects_of(touch.subject) and not is_wrecked(other)
        words = Message("her card lets her take a treasure of {name}", name=other.name)
        return followed(touch, words) if by_card else forbidden(touch, refusal.words)
    if ship.owner and other.owner == ship.owner:
        words = Message("she may explore {name}, of her own fleet", name=other.name)
    elif is_wrecked(other):
        words = Message("she may explore the wreck")
    else:
        words = Message("she may explore {name}, a derelict", name=other.name)
    return followed(touch, words)


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

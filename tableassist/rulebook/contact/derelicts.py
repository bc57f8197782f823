"""Tow and exploring at sea: what a ship may do with a derelict or an allied ship that she touches."""

from collections.abc import Sequence

from tableassist.messages import Message, template
from tableassist.pieces import Effect, PieceKind, PieceState
from tableassist.rulebook.contact.conditions import is_derelict_here, is_own_flotilla, may_be_derelict
from tableassist.rulebook.contact.contact import (
    SHE,
    SHIPS,
    both_ways,
    bow_of,
    follow_contact,
    forbidden,
    rule_touches,
    stern_of,
)
from tableassist.rulebook.editions.house_rule import HouseRule
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import TOW_HOUSE_RULES
from tableassist.rulebook.rule import About, LastingContact, Pair, Pairs, Rule, RuleGroup, all_when_one_changes, judging
from tableassist.rulebook.ruling import Reading, Ruling, Verdict, margin_call
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.questions import is_in
from tableassist.rulebook.state.refusals import TOW_OUT_OF_WEEDS, refuse_exploring, refuse_tow
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Parts, between_all

TOW_RULE = "tow"
FLOTILLA_RULE = "flotilla-towed-by"


def rule_tows(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship and derelict, or flotilla of her own fleet; of a ship in tow, whether she lies as she
    must."""
    terms = settings.edition.contact
    behind = [pair for pair in pairs if _is_towed_by(*pair, scene)]
    pairs = [pair for pair in pairs if not _is_towed_by(*pair, scene)]
    bows = [(subject, target, bow_of(target, terms)) for subject, target in pairs]
    touch_parts = [Parts(subject, subject.footprint, target, bow) for subject, target, bow in bows if bow is not None]
    return [*_in_tow(behind, settings), *(_judge_towed_by_bow(parts, scene, settings) for parts in touch_parts)]


def _is_towed_by(tower: PlacedPiece, towed: PlacedPiece, scene: Scene) -> bool:
    return scene.state.towed_by.get(towed.id) == tower.id


def _in_tow(pairs: Sequence[Pair], settings: RuleSettings) -> list[Ruling]:
    """The bow of a ship in tow touches the stern of the one that tows her (every edition, Tow)."""
    terms = settings.edition.contact
    bows = [(tower, towed, bow_of(towed, terms)) for tower, towed in pairs]
    parts = [Parts(subject, stern_of(subject), target, bow) for subject, target, bow in bows if bow is not None]
    words = (Message("her stern"), Message("the bow of the ship in tow"))
    touches = rule_touches(TOW_RULE, parts, terms.tow_section, settings, words, TOW_HOUSE_RULES)
    return [follow_contact(touch, Message("she is in tow")) for touch in touches]


def _judge_towed_by_bow(parts: Parts, scene: Scene, settings: RuleSettings) -> Ruling:
    """Word for word a tow begins at a bow; but a raft's four sides are alike, and no text says which is the bow."""
    if is_derelict_here(parts.other, scene) or not is_own_flotilla(parts.one, parts.other, scene):
        return _judge_tow(parts, Message("the derelict's bow"), scene, settings)
    ruling = _judge_tow(parts, Message("the flotilla's bow"), scene, settings)
    chosen = settings.house.get(FLOTILLA_RULE)
    if chosen == "bow":
        return ruling.replace(house=(*ruling.house, FLOTILLA_RULE))
    whole = Parts(parts.one, parts.part, parts.other, parts.other.footprint)
    by_side = _judge_tow(whole, Message("the flotilla's side"), scene, settings)
    if chosen == "any":
        return by_side.replace(house=(*by_side.house, FLOTILLA_RULE))
    if by_side.verdict is ruling.verdict:
        return ruling
    readings = (
        Reading(Message("a flotilla is taken in tow by her bow"), ruling.verdict),
        Reading(Message("by any side"), by_side.verdict),
    )
    return ruling.replace(readings=readings)


def _judge_tow(parts: Parts, what: Message, scene: Scene, settings: RuleSettings) -> Ruling:
    section = settings.edition.contact.tow_section
    (touch,) = rule_touches(TOW_RULE, [parts], section, settings, (SHE, what), TOW_HOUSE_RULES)
    if touch.verdict is Verdict.NO:
        return touch
    weeds = _in_the_weeds(parts.other, scene, settings)
    tower, towed = scene.units_of(parts.one, parts.other)
    question = (scene.state, tower, towed, settings.edition, settings.house)
    refusal = refuse_tow(*question, is_in_weeds=weeds is not Verdict.NO)
    if refusal is not None and weeds is Verdict.TOO_CLOSE and refuse_tow(*question, is_in_weeds=False) is None:
        return touch.replace(
            verdict=weeds, reason=Message("{touch}, who may lie in a Sargasso Sea", touch=touch.reason)
        )
    if refusal is not None:
        return forbidden(touch, refusal.words)
    what = Message(
        "after her move she may tow {name}, bow to her stern; her base move becomes S ({short_mm:g} mm)",
        name=parts.other.name,
        short_mm=settings.ruler.short_mm,
    )
    return _or_left_in_the_weeds(follow_contact(touch, what), weeds, settings)


def _or_left_in_the_weeds(tow: Ruling, weeds: Verdict, settings: RuleSettings) -> Ruling:
    """The texts say any derelict; an arbitrator's ruling excepts those in the weeds (disputes, D19). Both are shown."""
    if weeds is Verdict.NO or TOW_OUT_OF_WEEDS in settings.house:
        return tow
    readings = (
        Reading(Message("any derelict, also one in the weeds"), tow.verdict),
        Reading(
            Message("nobody is towed out of the weeds (an arbitrator's ruling, {dispute})", dispute="D19"), Verdict.NO
        ),
    )
    return tow.replace(readings=readings)


def _in_the_weeds(towed: PlacedPiece, scene: Scene, settings: RuleSettings) -> Verdict:
    """Whether she lies on a Sargasso Sea, or is ticked as tangled."""
    if is_in(scene.state, towed.id, PieceState.TANGLED):
        return Verdict.YES
    weeds = [placed for placed in scene.pieces if placed.piece.model.kind is PieceKind.SARGASSO_SEA]
    apart = between_all([Parts(towed, towed.footprint, sea, sea.footprint) for sea in weeds])
    verdicts = {margin_call(settings.contact_tolerance_mm - gap.mm, gap.sigma_mm)[0] for gap in apart}
    return next((verdict for verdict in (Verdict.YES, Verdict.TOO_CLOSE) if verdict in verdicts), Verdict.NO)


def tow_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships and the derelicts near them, and the flotillas of their own fleet."""
    for subject, target in both_ways(scene, about, SHIPS, SHIPS):
        if (
            may_be_derelict(target, scene)
            or is_own_flotilla(subject, target, scene)
            or _is_towed_by(subject, target, scene)
        ):
            yield subject.piece, target.piece


TOW = Rule(
    id=TOW_RULE,
    name=Message("tow"),
    title=Message("Tow"),
    question=template("May {subject} tow {target}?"),
    yes=template("may tow {target}"),
    no=template("may not tow {target}"),
    group=RuleGroup.CONTACT,
    judging=judging(
        TOW_RULE,
        tow_pairs,
        rule_tows,
        lambda edition: edition.contact.tow_section,
        near_only=True,
        # Nobody is towed out of a Sargasso Sea.
        also=all_when_one_changes(SHIPS, PieceKind.SARGASSO_SEA),
    ),
    contact=LastingContact(
        badge=Message("may tow"), symbol="tow", ends=template("lets go of {target}"), on_timeline=True, in_score=True
    ),
    house_rules=(
        HouseRule(
            FLOTILLA_RULE,
            str,
            ("bow", "any"),
            Message("Which part of a flotilla a ship must touch to take her in tow."),
        ),
    ),
)

EXPLORE_RULE = "explore"


def rule_explorations(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship and the ship she would explore: any part of the one against any part of the other."""
    terms = settings.edition.contact
    touch_parts = [Parts(subject, subject.footprint, target, target.footprint) for subject, target in pairs]
    touches = rule_touches(EXPLORE_RULE, touch_parts, terms.explore_section, settings)
    return [_judge_exploring(touch, parts, scene, settings) for parts, touch in zip(touch_parts, touches, strict=True)]


def _judge_exploring(touch: Ruling, parts: Parts, scene: Scene, settings: RuleSettings) -> Ruling:
    if touch.verdict is Verdict.NO:
        return touch
    ship, other_ship = scene.units_of(parts.one, parts.other)
    if ship.is_wrecked:
        return forbidden(touch, Message("{name} is a wreck", name=ship.name))
    refusal = refuse_exploring(scene.state, ship, other_ship, settings.edition, settings.house)
    if refusal is not None:
        by_card = Effect.TAKES_TREASURE_BY_TOUCH in scene.effects_of(touch.subject) and not other_ship.is_wrecked
        words = Message("her card lets her take a treasure of {name}", name=other_ship.name)
        return follow_contact(touch, words) if by_card else forbidden(touch, refusal.words)
    if ship.owner and other_ship.owner == ship.owner:
        words = Message("she may explore {name}, of her own fleet", name=other_ship.name)
    elif other_ship.is_wrecked:
        words = Message("she may explore the wreck")
    else:
        words = Message("she may explore {name}, a derelict", name=other_ship.name)
    return follow_contact(touch, words)


def explore_pairs(scene: Scene, about: About = None) -> Pairs:
    """Ships with the allied ships and derelicts near them; those whose card or crew may let them take a treasure by
    touch with all ships."""
    owners = scene.state.owners
    for subject, target in both_ways(scene, about, SHIPS, SHIPS):
        allied = subject.id in owners and owners[subject.id] == owners.get(target.id)
        wreck = is_in(scene.state, target.id, PieceState.WRECKED)
        taker = Effect.TAKES_TREASURE_BY_TOUCH in subject.piece.effects or bool(
            scene.state.crew_by_place.get(subject.id)
        )
        if allied or (subject.id in owners and (wreck or taker or may_be_derelict(target, scene))):
            yield subject.piece, target.piece


EXPLORE = Rule(
    id=EXPLORE_RULE,
    name=Message("explore"),
    title=Message("Explore"),
    question=template("May {subject} explore {target}?"),
    yes=template("may explore {target}"),
    no=template("may not explore {target}"),
    group=RuleGroup.CONTACT,
    judging=judging(
        EXPLORE_RULE, explore_pairs, rule_explorations, lambda edition: edition.contact.explore_section, near_only=True
    ),
    contact=LastingContact(badge=Message("may explore"), symbol="explore", on_timeline=True),
)

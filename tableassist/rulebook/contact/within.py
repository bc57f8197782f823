"""Within S or L of a piece, as abilities ask for it: from nearest edge to nearest edge; and what that lets cancel."""

import math
from collections.abc import Sequence

import msgspec.structs
import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.messages import Message, any_of, template
from tableassist.pieces import SAILING_KINDS, CannonRange, Effect
from tableassist.rulebook.contact.contact import BOARDING_NEAR_MM, both_ways
from tableassist.rulebook.editions.house_rule import HouseRule, list_decided_by
from tableassist.rulebook.editions.settings import RuleSettings, cite_lengths
from tableassist.rulebook.editions.terms import ruler_words
from tableassist.rulebook.rule import About, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling import Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene import Scene
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import Separation, between

WITHIN_RULE = "within"
CITATION = Message("card's ability; no edition says from where to where (D26)")
WORDS = {
    Verdict.YES: template("within {lengths} ({ruler}, {limit_mm:g} mm) of {name}, {edges}"),
    Verdict.NO: template("not within {lengths} ({ruler}, {limit_mm:g} mm) of {name}, {edges}"),
    Verdict.TOO_CLOSE: template("at the edge of {lengths} ({ruler}, {limit_mm:g} mm) of {name}, {edges}"),
}
OF_ANY_PART = Message("from nearest edge to nearest edge of any part")
OF_THE_HULLS = Message("from the nearest edge of one hull to that of the other")


def rule_within(one: PlacedPiece, other: PlacedPiece, lengths: str, settings: RuleSettings) -> Ruling:
    """`lengths` is "S", "L", or a sum such as "L+L". Asked on demand: nothing else depends on all pairs of pieces."""
    apart, edges = _apart(one, other, settings)
    near = judge_within(WITHIN_RULE, one, other, apart, lengths, settings)
    words = Message(
        WORDS[near.verdict],
        lengths=lengths,
        ruler=ruler_words(settings.ruler),
        limit_mm=near.limit_mm,
        name=other.name,
        edges=edges,
    )
    house = list_decided_by(settings.house, ("within-measured", "long-mm", "short-mm"))
    return near.replace(citation=cite_lengths(CITATION, settings), reason=words, house=house)


def judge_within(
    rule: str, one: PlacedPiece, other: PlacedPiece, apart: Separation, lengths: str, settings: RuleSettings
) -> Ruling:
    """The call alone: whose rule it is, and in which words, is left to whoever asks."""
    parts = [CannonRange(length) for length in lengths.split("+")]
    limit = sum(settings.ruler.reach_mm(reach) for reach in parts)
    sigma = math.hypot(apart.sigma_mm, settings.ruler.sigma_mm * len(parts))
    verdict, probability = margin_call(limit - apart.mm, sigma)
    measured, witness = (apart.mm, limit, sigma, probability), Witness(apart.start, apart.end)
    return Ruling(rule, one.id, other.id, None, verdict, *measured, cite(""), witness, Message(""))


def _apart(one: PlacedPiece, other: PlacedPiece, settings: RuleSettings) -> tuple[Separation, Message]:
    hulls = between(one, one.footprint, other, other.footprint)
    if settings.house.get("within-measured") == "hull":
        return hulls, OF_THE_HULLS
    if hulls.mm <= 0:
        return hulls, OF_ANY_PART
    whole, other_whole = _all_parts(one), _all_parts(other)
    if shapely.intersects(whole, other_whole):
        return msgspec.structs.replace(hulls, mm=0.0), OF_ANY_PART
    return between(one, whole, other, other_whole), OF_ANY_PART


def _all_parts(placed: PlacedPiece) -> BaseGeometry:
    """Every edge that a shot could end on; hulls that overlap have been seen to before."""
    return shapely.MultiLineString([(start, end) for start, end in placed.part_edges.tolist()])


WITHIN = Rule(
    id=WITHIN_RULE,
    name=Message("within"),
    title=Message("Within"),
    question=template("Is {target} within reach of {subject}?"),
    yes=template("is near enough to {target}"),
    no=template("is too far from {target}"),
    group=RuleGroup.ABILITY,
    house_rules=(
        HouseRule(
            "within-measured",
            str,
            ("any-part", "hull"),
            Message("Whether 'within S' runs between the nearest edges of any parts, or of the two hulls."),
        ),
    ),
)

CANCEL_RULE = "cancel"


def rule_cancels(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship that can cancel and an enemy with something to cancel. Others are left out."""
    return [
        _judge_cancelling(subject, target, scene, settings)
        for subject, target in pairs
        if Effect.CANCELS_WITHIN_S in scene.effects_of(subject.id) and scene.effects_of(target.id)
    ]


def _judge_cancelling(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    near = rule_within(one, other, "S", settings)
    ruling = near.replace(rule=CANCEL_RULE, citation=cite(Message("card of {name}", name=one.name), near.citation))
    if near.verdict is Verdict.NO:
        return ruling
    abilities = any_of(sorted(scene.effects_of(other.id)))
    reason = Message("{near}: she may cancel one of {abilities} for a turn", near=near.reason, abilities=abilities)
    return ruling.replace(reason=reason)


def cancel_pairs(scene: Scene, about: About = None) -> Pairs:
    """Who may be able to cancel an ability, with enemies near her who may have one."""
    crews = scene.state.crew_by_place
    for subject, target in both_ways(scene, about, SAILING_KINDS, SAILING_KINDS, BOARDING_NEAR_MM):
        able = Effect.CANCELS_WITHIN_S in subject.piece.effects or crews.get(subject.id)
        if able and (target.piece.effects or crews.get(target.id)) and scene.state.are_enemies(subject.id, target.id):
            yield subject.piece, target.piece


CANCEL = Rule(
    id=CANCEL_RULE,
    name=Message("cancel"),
    title=Message("Cancel an ability"),
    question=template("May {subject} cancel an ability of {target}?"),
    yes=template("may cancel an ability of {target}"),
    no=template("may not cancel an ability of {target}"),
    group=RuleGroup.ABILITY,
    judging=judging(CANCEL_RULE, cancel_pairs, rule_cancels, lambda _edition: "card's ability", near_only=True),
)

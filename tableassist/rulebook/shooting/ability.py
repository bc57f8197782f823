"""Ability: what a card lets a ship do to something within S: shoot a special shot, choose an island, lay a fog bank."""

from collections.abc import Sequence

import shapely

from tableassist.messages import Message, Text, template
from tableassist.pieces import SAILING_KINDS, Effect, PieceKind
from tableassist.rulebook.contact.contact import BOARDING_NEAR_MM, both_ways
from tableassist.rulebook.contact.within import judge_within, rule_within
from tableassist.rulebook.editions.settings import RuleSettings, cite_lengths
from tableassist.rulebook.rule import About, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling import Ruling, Verdict, cite
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.shooting.permission import rule_permissions
from tableassist.rulebook.shooting.shot import find_ships_spared_at_shores
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import between

RULE = "ability"
SHOT_AT = SAILING_KINDS | {PieceKind.FORT}
NEEDED = {
    **dict.fromkeys(SHOT_AT, Effect.SPECIAL_SHOT_WITHIN_S),
    PieceKind.ISLAND: Effect.MARKS_ISLAND_WITHIN_S,
    PieceKind.FOG_BANK: Effect.PLACES_FOG_WITHIN_S,
}
"""What she must be able to do, by the kind of piece that it is done to."""
WHAT = {
    Effect.SPECIAL_SHOT_WITHIN_S: template("{near}: a special shot at her"),
    Effect.MARKS_ISLAND_WITHIN_S: template("{near}: she may choose this island"),
    Effect.PLACES_FOG_WITHIN_S: template("{near}: she may lay it there"),
}
CENTRE = {
    Verdict.YES: template("the centre of {name} is within S"),
    Verdict.NO: template("the centre of {name} is not within S"),
    Verdict.TOO_CLOSE: template("the centre of {name} is at the edge of S"),
}


def rule_abilities(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship whose card or crew can do it, and what it is done to. Others are left out."""
    return [
        _judge_ability(subject, target, scene, settings)
        for subject, target in pairs
        if NEEDED[target.piece.model.kind] in scene.effects_of(subject.id)
    ]


def _judge_ability(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    effect = NEEDED[other.piece.model.kind]
    near = _to_its_centre(one, other, settings) if effect is Effect.PLACES_FOG_WITHIN_S else _near(one, other, settings)
    if near.verdict is Verdict.NO:
        return near
    ruling = near.replace(reason=Message(WHAT[effect], near=near.reason))
    if effect is not Effect.SPECIAL_SHOT_WITHIN_S:
        return ruling
    (permission,) = rule_permissions([(one, other)], scene, settings)
    if permission.verdict is Verdict.YES:
        return ruling
    reason = Message("{near}, but {why}", near=near.reason, why=permission.reason)
    chance = 0.0 if permission.verdict is Verdict.NO else None
    return near.replace(verdict=permission.verdict, probability=chance, reason=reason)


def _near(one: PlacedPiece, other: PlacedPiece, settings: RuleSettings) -> Ruling:
    near = rule_within(one, other, "S", settings)
    return near.replace(rule=RULE, citation=cite(_card_of(one), near.citation))


def _to_its_centre(one: PlacedPiece, fog: PlacedPiece, settings: RuleSettings) -> Ruling:
    centre = shapely.centroid(fog.footprint)
    near = judge_within(RULE, one, fog, between(one, one.footprint, fog, centre), "S", settings)
    citation = cite_lengths(_card_of(one), settings)
    return near.replace(citation=citation, reason=Message(CENTRE[near.verdict], name=fog.name))


def _card_of(piece: PlacedPiece) -> Text:
    return Message("card of {name}", name=piece.name)


def ability_pairs(scene: Scene, about: About = None) -> Pairs:
    """Who may have such a card or crew, with what lies near her; at ships and forts only enemies."""
    for subject, target in both_ways(scene, about, SAILING_KINDS, frozenset(NEEDED), BOARDING_NEAR_MM):
        able = NEEDED[target.piece.model.kind] in subject.piece.effects or bool(
            scene.state.crew_by_place.get(subject.id)
        )
        kind = target.piece.model.kind
        if able and (kind not in SHOT_AT or scene.state.are_enemies(subject.id, target.id)):
            yield subject.piece, target.piece


ABILITY = Rule(
    id=RULE,
    name=Message("ability"),
    title=Message("Ability"),
    question=template("May {subject} use her card on {target}?"),
    yes=template("may use her card on {target}"),
    no=template("may not use her card on {target}"),
    group=RuleGroup.ABILITY,
    judging=judging(
        RULE,
        ability_pairs,
        rule_abilities,
        lambda _edition: "card's ability",
        near_only=True,
        # What spares a target from shots spares her from a special one.
        also=find_ships_spared_at_shores,
    ),
)

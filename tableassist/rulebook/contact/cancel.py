"""Cancel: may she switch off an ability of an enemy within S? Which one she picks, the players tell (the ledger)."""

from collections.abc import Sequence

from tableassist.messages import Message, any_of, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import SAILING_KINDS
from tableassist.rulebook.abilities.within import rule_within
from tableassist.rulebook.contact.pairs import BOARDING_NEAR_MM, both_ways
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.rule import About, Pair, Pairs, Rule, RuleGroup, judging
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed, cite
from tableassist.rulebook.scene.scene import Scene
from tableassist.scene.placed_piece import PlacedPiece

RULE = "cancel"


def rule_cancels(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling per ship that can cancel and an enemy with something to cancel. Others are left out."""
    return [
        _judged(one, other, scene, settings)
        for one, other in pairs
        if Effect.CANCELS_WITHIN_S in scene.effects_of(one.id) and scene.effects_of(other.id)
    ]


def _judged(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    near = rule_within(one, other, "S", settings)
    ruling = changed(near, rule=RULE, citation=cite(Message("card of {name}", name=one.name), near.citation))
    if near.verdict is Verdict.NO:
        return ruling
    abilities = any_of(sorted(scene.effects_of(other.id)))
    reason = Message("{near}: she may cancel one of {abilities} for a turn", near=near.reason, abilities=abilities)
    return changed(ruling, reason=reason)


def cancel_pairs(scene: Scene, about: About = None) -> Pairs:
    """Who may be able to cancel an ability, with enemies near her who may have one."""
    crews = scene.state.crew_by_place
    for one, other in both_ways(scene, about, SAILING_KINDS, SAILING_KINDS, BOARDING_NEAR_MM):
        able = Effect.CANCELS_WITHIN_S in one.piece.effects or crews.get(one.id)
        if able and (other.piece.effects or crews.get(other.id)) and scene.state.are_enemies(one.id, other.id):
            yield one.piece, other.piece


CANCEL = Rule(
    id=RULE,
    name=Message("cancel"),
    title=Message("Cancel an ability"),
    question=template("May {subject} cancel an ability of {target}?"),
    yes=template("may cancel an ability of {target}"),
    no=template("may not cancel an ability of {target}"),
    group=RuleGroup.ABILITY,
    judging=judging(RULE, cancel_pairs, rule_cancels, lambda _edition: "card's ability", near_only=True),
)

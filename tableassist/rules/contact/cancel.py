"""Cancel: may she switch off an ability of an enemy within S? Which one she picks, the players tell (the ledger)."""

from collections.abc import Sequence

from tableassist.messages import Message, template
from tableassist.pieces.effects import Effect
from tableassist.rules.abilities.effects_of import effects_of
from tableassist.rules.abilities.within import rule_within
from tableassist.rules.contact.pairs import BOARDING_NEAR_MM, MOVERS, both_ways
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.rule import About, Judging, Pair, Pairs, Rule, RuleGroup, one_not_seen
from tableassist.rules.ruling.ruling import Ruling, Verdict, changed
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene

RULE = "cancel"


def rule_cancels(pairs: Sequence[Pair], scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """One ruling a ship that can cancel and an enemy with something to cancel. Others are left out."""
    return [
        _judged(one, other, scene, settings)
        for one, other in pairs
        if Effect.CANCELS_WITHIN_S in effects_of(one.id, scene, settings) and effects_of(other.id, scene, settings)
    ]


def _judged(one: PlacedPiece, other: PlacedPiece, scene: Scene, settings: RuleSettings) -> Ruling:
    near = rule_within(one, other, "S", settings)
    ruling = changed(near, rule=RULE, citation=f"card of {one.name}; {near.citation}")
    if near.verdict is Verdict.NO:
        return ruling
    what = " or ".join(sorted(effects_of(other.id, scene, settings)))
    return changed(ruling, reason=f"{near.reason}: she may cancel one of {what} for a turn")


def cancel_pairs(scene: Scene, about: About = None) -> Pairs:
    """Who may be able to cancel an ability, with enemies near her who may have one."""
    crews = scene.ledger.crews
    for one, other in both_ways(scene, about, MOVERS, MOVERS, BOARDING_NEAR_MM):
        able = Effect.CANCELS_WITHIN_S in one.piece.effects or crews.get(one.id)
        if able and (other.piece.effects or crews.get(other.id)) and scene.ledger.are_enemies(one.id, other.id):
            yield one.piece, other.piece


CANCEL = Rule(
    id=RULE,
    name=Message("cancel"),
    title=Message("Cancel an ability"),
    question=template("May {subject} cancel an ability of {target}?"),
    yes=template("may cancel an ability of {target}"),
    no=template("may not cancel an ability of {target}"),
    group=RuleGroup.ABILITY,
    judging=Judging(
        pairs=cancel_pairs,
        judge=rule_cancels,
        unseen=one_not_seen(RULE, lambda _settings: "card's ability"),
        near_only=True,
    ),
)

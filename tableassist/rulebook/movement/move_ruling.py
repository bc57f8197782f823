"""The ruling on a move, from what came of each way in which it was judged."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.messages import Message, template
from tableassist.rulebook.editions.terms.movement import CreatureMeasuring, MoveTerms
from tableassist.rulebook.movement.allowance import MoveAllowance
from tableassist.rulebook.movement.case import MoveCase
from tableassist.rulebook.movement.route import Route
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling.ruling import Reading, Ruling, Verdict, Witness, cite
from tableassist.rulebook.scene.unseen import absence_of, not_seen
from tableassist.scene.placed_piece import PlacedPiece

RULE = "move"
MEASURED = {
    CreatureMeasuring.SAME_PLACE: template("{words}, measured same-place"),
    CreatureMeasuring.EDGE_TO_EDGE: template("{words}, measured edge-to-edge"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    verdict: Verdict
    margin_mm: float
    sigma_mm: float
    probability: float
    reason: Message
    citation: Message
    route: Route | None = None
    dry_route: Route | None = None


def words_of(case: MoveCase) -> Message:
    words = Message("move {segments}", segments=case.allowance.words)
    if case.allowance.why:
        words = Message("{reasons}", reasons=case.allowance.why)
    return Message(MEASURED[case.terms.creature], words=words) if case.is_creature else words


def joined(case: MoveCase, best: Outcome, ways: Sequence[tuple[Message, MoveCase, Outcome]]) -> Ruling:
    verdicts = {outcome.verdict for _, _, outcome in ways}
    limit = case.kinematics.total_mm + case.terms.slack_mm
    one = verdicts.pop() if len(verdicts) == 1 else Verdict.TOO_CLOSE
    chance = best.probability if one is best.verdict else 0.5
    return Ruling(
        rule=RULE,
        subject=case.before.id,
        target=case.before.id,
        cannon=None,
        verdict=one,
        measured_mm=limit - best.margin_mm,
        limit_mm=limit,
        sigma_mm=best.sigma_mm,
        probability=chance,
        citation=best.citation,
        witness=_witness(case),
        reason=Message("{segments}: {outcome}", segments=case.allowance.words, outcome=best.reason),
        house=_had_a_say(case, best),
        readings=tuple(Reading(words, outcome.verdict) for words, _, outcome in ways) if len(ways) > 1 else (),
    )


def _had_a_say(case: MoveCase, best: Outcome) -> tuple[str, ...]:
    """The house rules of this table, less those about what did not come up."""
    idle = {
        "creature-measuring": not case.is_creature,
        "move-pivot": case.is_creature,
        "bonus-segments": not case.allowance.bonus,
        "table-edge": case.settings.table_mm is None,
        "come-about": best.route is None or not best.route.came_about,
    }
    return tuple(name for name in case.terms.house if not idle.get(name, False))


def _witness(case: MoveCase) -> Witness:
    """From bow to bow."""
    bow = case.keel.bow_mm
    return Witness(case.before.pose.pose.place_one(bow, 0.0), case.after.pose.pose.place_one(bow, 0.0))


def not_seen_ruling(piece: PlacedPiece, terms: MoveTerms) -> Ruling:
    return not_seen(RULE, piece.piece, piece.piece, terms.section, absence_of(piece))


def forbidden_ruling(
    before: PlacedPiece, after: PlacedPiece, allowances: Sequence[MoveAllowance], terms: MoveTerms
) -> Ruling:
    why = next(each for each in allowances if each.forbidden is not None)
    verdict, chance = (Verdict.TOO_CLOSE, 0.5) if why.untold else (Verdict.NO, 0.0)
    gone = math.hypot(before.pose.pose.x_mm - after.pose.pose.x_mm, before.pose.pose.y_mm - after.pose.pose.y_mm)
    assert why.forbidden is not None
    section = cite(terms.section)
    return Ruling(RULE, before.id, before.id, None, verdict, gone, 0.0, None, chance, section, None, why.forbidden)


MOVE = Rule(
    id=RULE,
    name=Message("move"),
    title=Message("Move"),
    question=template("Is the move of {subject} legal?"),
    yes=template("moves legally"),
    no=template("does not move legally"),
    group=RuleGroup.MOVEMENT,
)

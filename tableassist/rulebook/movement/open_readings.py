"""Where the texts leave open how a move is measured: the other reading, shown beside the verdict until the table picks.

May a ship turn before her first segment? "Between each measurement", say the texts. May a bonus segment be sailed
before the base move is done? The texts only add it to the base move (disputes, D10).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tableassist.geometry.angles import wrap_rad
from tableassist.messages import Message
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.movement import BonusPlace
from tableassist.rulebook.movement.allowance import MoveAllowance, MoveTrait
from tableassist.rulebook.movement.move import MoveJudgement
from tableassist.rulebook.movement.out_of_terrain import MoveAsk
from tableassist.rulebook.movement.route import Route
from tableassist.rulebook.movement.search import NO_LENGTH_MM
from tableassist.rulebook.ruling.ruling import Reading, Ruling, Verdict, changed

FIRST_TURN, BONUS = "first-turn", "bonus-segments"
"""The house rules that pick."""


def with_readings(judged: MoveJudgement, ask: MoveAsk, allowed: Sequence[MoveAllowance]) -> MoveJudgement:
    """The same verdict, with what another reading of the text would say where it would say something else."""
    ruling, terms = judged.ruling, ask.settings.edition.movement
    if ruling.readings or MoveTrait.CREATURE in ask.traits:
        return judged
    if ruling.verdict is Verdict.YES and FIRST_TURN not in ask.settings.house and _turns_first(judged.route, ask):
        strict = _by(ask, allowed, first_turn=False)
        return judged.with_ruling(
            _read(ruling, Message("she may turn before her first segment"), Message("only between segments"), strict)
        )
    free = any(each.bonus for each in allowed) and terms.bonus is BonusPlace.AFTER_BASE
    if ruling.verdict is Verdict.NO and free and BONUS not in ask.settings.house:
        loose = _by(ask, allowed, bonus=BonusPlace.ANYWHERE)
        after = Message("a bonus segment comes after the base move (Pirate Code, {dispute})", dispute="D10")
        anywhere = Message("a bonus segment comes at any time ({dispute})", dispute="D10")
        return judged.with_ruling(_read(ruling, after, anywhere, loose))
    return judged


def _turns_first(route: Route | None, ask: MoveAsk) -> bool:
    """Whether the route that was found begins with a turn that no hand makes by chance."""
    if route is None or route.came_about:
        return False
    first = next((each for each in route.segments if each.length_mm > NO_LENGTH_MM), None)
    slack = ask.settings.edition.movement.heading_slack_rad
    return first is not None and abs(wrap_rad(first.heading_rad - ask.before.pose.pose.heading_rad)) > slack


def _by(ask: MoveAsk, allowed: Sequence[MoveAllowance], **terms: Any) -> Verdict:
    edition = ask.settings.edition
    other: RuleSettings = replace(ask.settings, edition=replace(edition, movement=replace(edition.movement, **terms)))
    return ask.judged(allowed, other).ruling.verdict


def _read(ruling: Ruling, ours: Message, theirs: Message, verdict: Verdict) -> Ruling:
    if verdict is ruling.verdict:
        return ruling
    return changed(ruling, readings=(Reading(ours, ruling.verdict), Reading(theirs, verdict)))

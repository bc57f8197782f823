"""Decisions of the league's judge: carried out at the table, and told back to the hub."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from tableassist.judging.words import full_verdict
from tableassist.messages import tr
from tableassist.rulebook import Overruling, Ruling
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.store.judgement_json import RulingRow
from tableassist.store.league import Decide
from tableassist.store.league_records import TAKEN_BACK, OverruledHere
from tableassist.table.league.judge_calls import JudgeCalls
from tableassist.table.session import TableSession


class OverrulingTelling:
    """`question`: a ruling in words."""

    def __init__(self, question: Callable[[Ruling], str]) -> None:
        self._question = question
        self._standing: tuple[Overruling, ...] = ()
        self._decided: list[tuple[Overruling, str]] = []
        self.carries_out = ""
        """The decision that is being carried out; empty where somebody at the table overrules."""

    def begin(self, standing: tuple[Overruling, ...]) -> None:
        """Those that stand already are not told."""
        self._standing = standing

    def take(self, standing: tuple[Overruling, ...]) -> OverruledHere | None:
        """What is to be told; None where another game was resumed with its own."""
        before, self._standing = self._standing, standing
        if standing and standing[:-1] == before:
            made = standing[-1]
            decision = self._decision_of(made) or self.carries_out
            if decision:
                self._decided.append((made, decision))
            return self._record(made, made.verdict.value, decision)
        if before and before[:-1] == standing:
            return self._record(before[-1], TAKEN_BACK, self._decision_of(before[-1]))
        return None

    def _decision_of(self, overruling: Overruling) -> str:
        return next((decision for each, decision in self._decided if each is overruling), "")

    def _record(self, each: Overruling, verdict: str, decision: str) -> OverruledHere:
        about = each.ruling.id, self._question(each.ruling), verdict, each.reason[:1000], each.by[:1000]
        return OverruledHere(*about, decision=decision)


MOST_REMEMBERED: Final = 200


class Decisions:
    """Remembers what was asked: pieces move on while the judge decides, and the same question may be another call by
    then."""

    def __init__(self, session: TableSession, calls: JudgeCalls, told: Callable[[Decide], RulingRow | None]) -> None:
        """`told`: the ruling that a decision is about, as the hub was told of it."""
        self._session = session
        self._calls = calls
        self._told = told
        self._asked: OrderedDict[str, tuple[Ruling, int]] = OrderedDict()

    def remember(self, ruling: Ruling) -> None:
        newest = self._session.newest
        self._asked[ruling.id] = ruling, 0 if newest is None else newest.state.t_ns
        self._asked.move_to_end(ruling.id)
        while len(self._asked) > MOST_REMEMBERED:
            self._asked.popitem(last=False)

    def carry_out(self, order: Decide) -> str:
        """What has come of it, for the hub; empty where it was done as it was asked."""
        found = self._find_disputed(order)
        newest = self._session.newest
        if found is None or order.verdict is None or found[0].verdict is order.verdict:
            if newest is not None:
                self._session.mark(self.words(order), newest)
            if order.verdict is None or not order.ruling:
                return ""
            return "" if found is not None else "the ruling is not judged any more: kept in the record, and told"
        ruling, t_ns = found
        shown = self._session.find_shown_moment()
        self._session.overrule(ruling, order.verdict, reason=order.reason, by=_by(order), moment=shown, t_ns=t_ns)
        if newest is None or not any(
            each.id == ruling.id and ruling.is_same_call(each) for each in newest.state.rulings
        ):
            return "pieces have moved since: kept in the record, and told"
        return ""

    def words(self, order: Decide) -> str:
        if order.verdict is None:
            return tr("{judge}: {reason}", judge=_by(order), reason=order.reason)
        verdict = full_verdict(order.verdict)
        question = self._question(order)
        if not question:
            return tr("{judge}: {verdict}. {reason}", judge=_by(order), verdict=verdict, reason=order.reason)
        words = {"judge": _by(order), "question": question, "verdict": verdict, "reason": order.reason}
        return tr("{judge}: {question}: {verdict}. {reason}", **words)

    def _question(self, order: Decide) -> str:
        found = self._find_disputed(order)
        if found is None:
            return ""
        names = {piece.id: piece.name for piece in self._session.settings.pieces}
        return " → ".join(names.get(each, each) for each in (found[0].subject, found[0].target) if each)

    def _find_disputed(self, order: Decide) -> tuple[Ruling, int] | None:
        """The call as it was when the judge was asked, with its time; else the one of now, if it is the judge's."""
        known = self._calls.disputed(order.dispute)
        if known is not None and known[0].id == order.ruling:
            return known
        if order.ruling in self._asked:
            return self._asked[order.ruling]
        newest = self._session.newest
        now = (
            None
            if newest is None
            else next((ruling for ruling in newest.state.rulings if ruling.id == order.ruling), None)
        )
        if now is None or newest is None:
            return None
        row = self._told(order)  # asked before this window was opened
        return (now, newest.state.t_ns) if (row is None and not order.t_ms) or _is_same(row, now) else None


def _is_same(row: RulingRow | None, now: Ruling) -> bool:
    """Whether the table still says what it said then, as far as the record tells."""
    if row is None or row.verdict != now.verdict.value:
        return False
    if row.measured_mm is None or now.measured_mm is None:
        return row.measured_mm is now.measured_mm and row.reason == str(now.reason)
    allowed_mm = CALL_SIGMAS * max(row.sigma_mm or 0.0, now.sigma_mm or 0.0)
    return abs(row.measured_mm - now.measured_mm) <= allowed_mm


def _by(order: Decide) -> str:
    return tr("Judge {name}", name=order.judge) if order.judge else tr("Judge")

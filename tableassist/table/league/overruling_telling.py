"""Overrulings as the league is told of them: made, taken back, and which of them carry out a judge's decision."""

from collections.abc import Callable

from tableassist.rulebook import Overruling, Ruling
from tableassist.store.league_records import TAKEN_BACK, OverruledHere


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

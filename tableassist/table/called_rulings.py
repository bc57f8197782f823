"""Rulings as they count: by the turn of the game, and a person's verdict wherever one stands. What is drawn never
contradicts it. No widgets."""

from tableassist.rulebook import GameState, Overruling, Ruling, Verdict, rule_named
from tableassist.rulebook.referee import AnswersNow
from tableassist.rulebook.ruling import find_overruling

_Asked = tuple[str, str, str, int | None]


class CalledRulings:
    """What has not changed since the last time is the very same value, so that it is not drawn anew."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[Ruling, Ruling]] = {}
        self._answers = AnswersNow()

    def of(
        self, rulings: tuple[Ruling, ...], overrulings: tuple[Overruling, ...], game: GameState
    ) -> tuple[Ruling, ...]:
        rulings = self._answers.of(rulings, game)
        if not overrulings:
            return rulings
        verdicts = _verdicts(rulings, overrulings)
        return tuple(self._called(each, verdicts.get(_asked(each))) for each in rulings) if verdicts else rulings

    def _called(self, ruling: Ruling, verdict: Verdict | None) -> Ruling:
        if verdict is None or verdict is ruling.verdict:
            return ruling
        known = self._known.get(ruling.id)
        if known is None or known[0] is not ruling or known[1].verdict is not verdict:
            known = self._known[ruling.id] = ruling, ruling.replace(verdict=verdict)
        return known[1]


def _verdicts(rulings: tuple[Ruling, ...], overrulings: tuple[Overruling, ...]) -> dict[_Asked, Verdict]:
    """By question. Who says that a shot is good says so of its range and its line, too."""
    asked = {_asked(each.ruling) for each in overrulings}
    found: dict[_Asked, Verdict] = {}
    for ruling in rulings:
        by_person = find_overruling(overrulings, ruling) if _asked(ruling) in asked else None
        if by_person is not None:
            found[_asked(ruling)] = by_person.verdict
    parts = [each for each in rulings if rule_named(each.rule).part_of is not None] if found else []
    for part in parts:
        whole = found.get((rule_named(part.rule).part_of or "", part.subject, part.target, part.cannon))
        if whole is not None and whole is not Verdict.NO:
            found.setdefault(_asked(part), whole)
    return found


def _asked(ruling: Ruling) -> _Asked:
    return ruling.rule, ruling.subject, ruling.target, ruling.cannon

"""The same moment judged twice: what agrees, and what differs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.messages import Text
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, spelled_out

SAME_SIGMAS = 0.05
"""From the same picture and by the same program nothing but rounding differs: far less than this."""
NUMBER = re.compile(r"[-−+]?[0-9]+(?:[.,][0-9]+)?")
DECIDED = (Verdict.YES, Verdict.NO)


@dataclass(frozen=True, slots=True)
class RulingDifference:
    id: str
    then: Ruling | None
    """None: was not asked."""
    now: Ruling | None

    @property
    def verdict_differs(self) -> bool:
        return self.then is None or self.now is None or self.then.verdict is not self.now.verdict

    @property
    def contradicts(self) -> bool:
        """A yes against a no: one of them is wrong, whatever the plus-minus."""
        calls = {self.then and self.then.verdict, self.now and self.now.verdict}
        return calls == {Verdict.YES, Verdict.NO}

    @property
    def is_more_than_rounding(self) -> bool:
        """Another verdict, another limit or section, other words, or a number that another processor does not make."""
        then, now = self.then, self.now
        if then is None or now is None or self.verdict_differs:
            return True
        return _said(then) != _said(now) or not _has_same_numbers(then, now)


def ruling_differences(then: Sequence[Ruling], now: Sequence[Ruling]) -> tuple[RulingDifference, ...]:
    """Those that are not the same to the last digit."""
    before, after = ({ruling.id: spelled_out(ruling) for ruling in each} for each in (then, now))
    return tuple(
        RulingDifference(key, before.get(key), after.get(key))
        for key in {**before, **after}
        if before.get(key) != after.get(key)
    )


def _said(ruling: Ruling) -> tuple[object, ...]:
    """All but the numbers."""
    told = (each.words for each in ruling.conditions)
    words = (ruling.citation, ruling.reason, *(each.words for each in ruling.readings), *told)
    blocker = None if ruling.witness is None else ruling.witness.blocker
    readings = tuple(each.verdict for each in ruling.readings)
    return *map(without_numbers, words), ruling.house, readings, blocker


def without_numbers(text: Text) -> str:
    """A number in words may be rounded up by one processor and down by another."""
    return NUMBER.sub("#", str(text))


def _has_same_numbers(then: Ruling, now: Ruling) -> bool:
    allowed_mm = SAME_SIGMAS * (now.sigma_mm or 0.0) + 1e-6
    distance = _is_near(then.measured_mm, now.measured_mm, allowed_mm) and _is_near(then.limit_mm, now.limit_mm, 1e-6)
    sigma = _is_near(then.sigma_mm, now.sigma_mm, allowed_mm)
    return distance and sigma and _is_near(then.probability, now.probability, 0.02)


def _is_near(one: float | None, other: float | None, allowed: float) -> bool:
    if one is None or other is None:
        return one is other
    return one == other or abs(one - other) <= allowed

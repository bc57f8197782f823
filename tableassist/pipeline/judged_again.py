"""The same moment judged twice: what agrees, and what differs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tableassist.messages import Text
from tableassist.rulebook import Ruling, Verdict

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
        return not (_has_same_facts(then, now) and _has_same_words(then, now) and _has_same_numbers(then, now))


def ruling_differences(then: Sequence[Ruling], now: Sequence[Ruling]) -> tuple[RulingDifference, ...]:
    """Those that are not the same to the last digit."""
    before, after = ({ruling.id: ruling.spell_out() for ruling in each} for each in (then, now))
    return tuple(
        RulingDifference(key, before.get(key), after.get(key))
        for key in {**before, **after}
        if before.get(key) != after.get(key)
    )


def _has_same_facts(then: Ruling, now: Ruling) -> bool:
    """House rules, the verdicts of readings, and who is in the way."""
    facts = [
        (each.house, tuple(reading.verdict for reading in each.readings), each.witness and each.witness.blocker)
        for each in (then, now)
    ]
    return facts[0] == facts[1]


def _has_same_words(then: Ruling, now: Ruling) -> bool:
    texts = [
        (
            *(each.citation, each.reason),
            *(reading.words for reading in each.readings),
            *(condition.words for condition in each.conditions),
        )
        for each in (then, now)
    ]
    return len(texts[0]) == len(texts[1]) and all(map(is_same_text, *texts))


def is_same_text(then: Text, now: Text) -> bool:
    """The same but for rounding: a number with decimals may be rounded up by one processor and down by another, so it
    may differ by one in its last place. A whole number is a count or a name, and may not."""
    before, after = str(then), str(now)
    if before == after:
        return True
    if NUMBER.sub("#", before) != NUMBER.sub("#", after):
        return False
    return all(map(_is_rounded_alike, NUMBER.findall(before), NUMBER.findall(after)))


def _is_rounded_alike(one: str, other: str) -> bool:
    if one == other:
        return True
    decimals = {len(re.split("[.,]", each)[1]) if re.search("[.,]", each) else 0 for each in (one, other)}
    if len(decimals) != 1 or decimals == {0}:
        return False
    values = [float(each.replace(",", ".").replace("\u2212", "-")) for each in (one, other)]
    return abs(values[0] - values[1]) <= 1.001 * 10.0 ** -decimals.pop()


def _has_same_numbers(then: Ruling, now: Ruling) -> bool:
    allowed_mm = SAME_SIGMAS * (now.sigma_mm or 0.0) + 1e-6
    distance = _is_near(then.measured_mm, now.measured_mm, allowed_mm) and _is_near(then.limit_mm, now.limit_mm, 1e-6)
    sigma = _is_near(then.sigma_mm, now.sigma_mm, allowed_mm)
    return distance and sigma and _is_near(then.probability, now.probability, 0.02)


def _is_near(one: float | None, other: float | None, allowed: float) -> bool:
    if one is None or other is None:
        return one is other
    return one == other or abs(one - other) <= allowed

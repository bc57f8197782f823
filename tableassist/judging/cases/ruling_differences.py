"""Rulings against those that a case expects."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tableassist.judging.cases.difference import Difference
from tableassist.messages import Message, Text
from tableassist.rulebook import Ruling
from tableassist.store.case import ExpectedEntry


def ruling_differences(rulings: Sequence[Ruling], expected: Iterable[ExpectedEntry]) -> Iterator[Difference]:
    for want in expected:
        asked = f"{want.rule} {want.subject} -> {want.target}" + (f" cannon {want.cannon}" if want.cannon else "")
        found = [each for each in rulings if _is_asked(each, want)]
        if want.verdict is None:
            yield from (Difference(asked, each.verdict.value, Message("no such ruling")) for each in found)
        elif not found:
            yield Difference(asked, Message("no ruling"), want.verdict.value)
        for each in found if want.verdict is not None else ():
            yield from (Difference(asked, got, expects) for got, expects in _unlike(each, want))


def _is_asked(ruling: Ruling, want: ExpectedEntry) -> bool:
    asked = (ruling.rule, ruling.subject, ruling.target) == (want.rule, want.subject, want.target)
    return asked and want.cannon in (None, ruling.cannon)


def _unlike(ruling: Ruling, want: ExpectedEntry) -> Iterator[tuple[Text, Text]]:
    """What is got, and what is expected in its place."""
    if want.verdict is not None and ruling.verdict is not want.verdict:
        measured = Message("nothing measured")
        if ruling.measured_mm is not None:
            measured = Message("{measured_mm:.2f} mm", measured_mm=ruling.measured_mm)
        got = Message(
            "{verdict} ({measured}, {reason})", verdict=ruling.verdict.value, measured=measured, reason=ruling.reason
        )
        yield got, want.verdict.value
    if want.measured_mm is not None and not _is_near(ruling.measured_mm, want):
        yield f"{ruling.measured_mm} mm", f"{want.measured_mm:g} ± {want.tolerance_mm:g} mm"
    blocker = ruling.witness.blocker if ruling.witness is not None else None
    if want.blocker is not None and blocker != want.blocker:
        yield Message("blocked by {blocker}", blocker=str(blocker)), want.blocker
    if want.reason is not None and want.reason not in str(ruling.reason):
        yield Message("the reason '{reason}'", reason=ruling.reason), Message("'{words}' in it", words=want.reason)
    if want.readings is not None and Counter(each.verdict for each in ruling.readings) != Counter(want.readings):
        readings = tuple(f"{each.words}: {each.verdict.value}" for each in ruling.readings)
        yield Message("the readings {readings}", readings=readings), ", ".join(each.value for each in want.readings)
    if want.house is not None and sorted(ruling.house) != sorted(want.house):
        yield Message("house rules {names}", names=ruling.house), ", ".join(want.house)


def _is_near(measured_mm: float | None, want: ExpectedEntry) -> bool:
    return measured_mm is not None and abs(measured_mm - (want.measured_mm or 0.0)) <= want.tolerance_mm

"""A ruling in words, the same wherever it is read: what is asked, and the answer's reason in one line for people.

Values, which the edge puts into a language. The details (plus-minus, section, readings) are in `judging.words`.
"""

from collections.abc import Mapping
from typing import Final, Protocol

from tableassist.messages import Message, Text
from tableassist.rulebook import Ruling, Verdict, rule_named
from tableassist.rulebook.editions import BARS, CARD
from tableassist.rulebook.engine import ALL_TOGETHER, LINE_OF_FIRE, RANGE, SHOT, touching_words

NEAR_LIMIT_MM: Final = 3.0
"""So near the limit whole millimetres would hide which side the measure is on: tenths are told."""
REACHES: Final[Mapping[float, Text]] = {
    BARS.short_mm: "S",
    BARS.long_mm: "L",
    CARD.short_mm: "S",
    CARD.long_mm: "L",
}
"""What the ranges of the rulers are called; any other was measured, or is a house rule."""


class Asked(Protocol):
    """A ruling, or what a record keeps of its question."""

    @property
    def rule(self) -> str: ...
    @property
    def subject(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def cannon(self) -> int | None: ...


def question_of(asked: Asked, names: Mapping[str, str]) -> Message:
    """As a player would ask it: "Can HMS Oxley hit Harbinger with cannon 2?"."""
    subject, target = (name_of_piece(piece, names) for piece in (asked.subject, asked.target))
    return rule_named(asked.rule).question_about(subject, target, asked.cannon)


def name_of_piece(piece: str, names: Mapping[str, str]) -> Text:
    """All islands together, or all terrain, may be what a ruling on the set-up is about."""
    together: Text | None = ALL_TOGETHER.get(piece)
    return names.get(piece) or together or piece


def first_line(ruling: Ruling) -> Text:
    """Why, for people: "62 mm; L reaches 84 mm: in range, nothing in the way"."""
    line = _measured_line(ruling)
    if ruling.is_conditional:
        conditions = tuple(condition.words for condition in ruling.conditions)
        return Message("{line}, if {conditions}", line=line, conditions=conditions)
    return line


def _measured_line(ruling: Ruling) -> Text:
    measured_mm, limit_mm = ruling.measured_mm, ruling.limit_mm
    if measured_mm is None or limit_mm is None or ruling.verdict is Verdict.NOT_SEEN:
        return ruling.reason
    if limit_mm == 0.0:
        return _room_line(ruling, measured_mm)
    if ruling.rule in (RANGE.id, SHOT.id):
        reach = REACHES.get(limit_mm, Message("her cannon"))
        about = {"mm": _mm(measured_mm, limit_mm), "reach": reach, "limit": _mm(limit_mm, measured_mm)}
        return Message("{mm}; {reach} reaches {limit}: {answer}", answer=_range_answer(ruling), **about)
    if touching_words(ruling) is not None:
        return Message("gap {mm}: {reason}", mm=_mm(measured_mm, limit_mm), reason=ruling.reason)
    return ruling.reason


def _room_line(ruling: Ruling, room_mm: float) -> Text:
    """Where the measure is how much room a line has, and a shot is called by its line."""
    if ruling.rule == SHOT.id and ruling.verdict is Verdict.NO:
        return Message("in range, but {reason}", reason=ruling.reason)
    if ruling.rule == LINE_OF_FIRE.id and ruling.verdict is Verdict.YES:
        return Message("nothing in the way, {mm:.0f} mm to spare", mm=room_mm)
    return ruling.reason


def _range_answer(ruling: Ruling) -> Text:
    measured_mm, limit_mm = ruling.measured_mm or 0.0, ruling.limit_mm or 0.0
    is_in_range = measured_mm <= limit_mm
    if ruling.verdict is Verdict.YES:
        return Message("in range") if ruling.rule == RANGE.id else Message("in range, nothing in the way")
    if ruling.verdict is Verdict.TOO_CLOSE:
        if ruling.rule == SHOT.id and is_in_range and limit_mm - measured_mm > NEAR_LIMIT_MM:
            return ruling.reason  # which says that the range is not what is in doubt
        return Message("too close to call")
    return Message("in range, but {reason}", reason=ruling.reason) if is_in_range else Message("out of range")


def _mm(mm: float, beside_mm: float) -> Message:
    """Whole millimetres, and tenths where they decide."""
    if abs(mm - beside_mm) < NEAR_LIMIT_MM:
        return Message("{mm:.1f} mm", mm=mm)
    return Message("{mm:.0f} mm", mm=mm)

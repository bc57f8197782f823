"""Rulings as rows of text, sorted and filtered. No widgets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tableassist.rules.confidence import CALL_SIGMAS
from tableassist.rules.ruling import Ruling, Verdict
from tableassist.rules.unasked import unasked

WORDS: Final = {
    Verdict.YES: "YES",
    Verdict.NO: "NO",
    Verdict.TOO_CLOSE: "TOO CLOSE",
    Verdict.NOT_SEEN: "NOT SEEN",
}
_ORDER: Final = {Verdict.YES: 0, Verdict.TOO_CLOSE: 1, Verdict.NOT_SEEN: 2, Verdict.NO: 3}
_QUESTIONS: Final = {
    "shot": "Shot",
    "broadsides": "Broadsides",
    "line_of_fire": "Line of fire",
    "range": "Range",
    "ram": "Ram",
    "pin": "Pin",
    "board": "Board",
    "docking": "Docking",
    "tow": "Tow",
    "explore": "Explore",
    "terrain": "Terrain",
    "permission": "May shoot at",
}
"""In the order in which they are read: a shot says more than its line, a clear line more than a range."""
NEARLY_MM: Final = 10.0
"""A contact that was missed by less is worth a row even if nobody has asked."""
RulingKey = tuple[str, str, str, int]
"""Rule, subject, target, cannon (0 for none): the question, whatever its answer."""


@dataclass(frozen=True, slots=True)
class RulingRow:
    key: RulingKey
    verdict: Verdict
    question: str
    subject: str
    target: str
    measured: str
    reason: str
    citation: str


def rows_for(rulings: tuple[Ruling, ...], *, selected: str | None, names: Mapping[str, str]) -> tuple[RulingRow, ...]:
    """The selected piece's rulings, or, with none selected, those that matter: yes and too close first.

    Order depends on the verdict and the question only, never on the measure, so that rows keep still while
    the last digit trembles.
    """
    asked = rulings if selected is not None else unasked(rulings)
    shown = [ruling for ruling in asked if _matters(ruling, selected)]
    shown.sort(
        key=lambda ruling: (
            _ORDER[ruling.verdict], ruling.subject != selected, _reading_order(ruling.rule), _key(ruling)
        )
    )  # fmt: skip
    return tuple(_row(ruling, names) for ruling in shown)


def measured_text(ruling: Ruling) -> str:
    """As in "63.2 ± 0.4 mm of 57.5 mm".

    The plus-minus is as wide as the rules take it before they make a call: a number that differs from its
    limit by less is too close, and the row shows why. Where the limit is zero the sign says it in words.
    """
    if ruling.measured_mm is None:
        return "—"
    in_words = ruling.limit_mm == 0.0
    text = f"{abs(ruling.measured_mm) if in_words else ruling.measured_mm:.1f}"
    if ruling.sigma_mm is not None:
        text += f" ± {max(0.1, CALL_SIGMAS * ruling.sigma_mm):.1f}"
    text += " mm"
    if in_words:
        return f"{text} {'to spare' if ruling.measured_mm >= 0 else 'short'}"
    return text if ruling.limit_mm is None else f"{text} of {ruling.limit_mm:.1f} mm"


def _matters(ruling: Ruling, selected: str | None) -> bool:
    if selected is not None:
        plain = ruling.rule == "permission" and ruling.verdict is Verdict.YES
        return selected in (ruling.subject, ruling.target) and not plain
    # Most ships are out of range of most others and touch nothing; a list of that would bury the rest.
    if ruling.verdict is not Verdict.NO or ruling.rule in ("shot", "line_of_fire"):
        return True
    if ruling.rule == "range" or ruling.measured_mm is None:
        return False
    return ruling.measured_mm - (ruling.limit_mm or 0.0) < NEARLY_MM


def _reading_order(rule: str) -> int:
    return list(_QUESTIONS).index(rule) if rule in _QUESTIONS else len(_QUESTIONS)


def _key(ruling: Ruling) -> RulingKey:
    return (ruling.rule, ruling.subject, ruling.target, ruling.cannon or 0)


def _row(ruling: Ruling, names: Mapping[str, str]) -> RulingRow:
    question = _QUESTIONS.get(ruling.rule, ruling.rule.replace("_", " ").capitalize())
    if ruling.cannon is not None:
        question += f", cannon {ruling.cannon}"
    return RulingRow(
        _key(ruling), ruling.verdict, question,
        names.get(ruling.subject, ruling.subject), names.get(ruling.target, ruling.target),
        measured_text(ruling), _reason(ruling), ruling.citation,
    )  # fmt: skip


def _reason(ruling: Ruling) -> str:
    """With the readings that are open and the house rules that had a say."""
    both = " · ".join(f"if {reading.words}: {WORDS[reading.verdict]}" for reading in ruling.other_readings)
    house = f"house rule: {', '.join(ruling.house)}" if ruling.house else ""
    return " · ".join(part for part in (ruling.reason, both, house) if part)

"""A shared ruling in words: what was asked, what was answered and by whom, and what it rests on. No widgets."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from tableassist import __version__
from tableassist.messages import say
from tableassist.pipeline.moment import Moment
from tableassist.rules.editions.too_close import too_close_policy
from tableassist.rules.engine.rules import rule_named
from tableassist.rules.ruling.confidence import CALL_SIGMAS
from tableassist.rules.ruling.overruling import Overruling
from tableassist.rules.ruling.ruling import Ruling, Verdict
from tableassist.ui.language.translated import cited, said, sentence
from tableassist.ui.language.words import tr
from tableassist.ui.rulings.words import full_verdict

Row = tuple[str, str]
"""A heading and what stands beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class SharedRuling:
    """One call of one moment, as it is shown to somebody who was not at the table."""

    moment: Moment
    ruling: Ruling
    when: datetime.datetime
    """By the clock on the wall, with its zone."""
    overruling: Overruling | None = None

    @property
    def names(self) -> Mapping[str, str]:
        return {piece.id: piece.name for piece in self.moment.settings.pieces}


@dataclass(frozen=True, slots=True)
class SheetWords:
    question: str
    verdict: Verdict
    verdict_words: str
    measured: str
    """Empty where nothing could be measured."""
    reason: str
    overruled: str
    """Who has overruled the machine, and how; empty where nobody has."""
    overruled_why: str
    grounds: tuple[Row, ...]
    """By which rules."""
    evidence: tuple[Row, ...]
    """By which picture, camera and software."""


def sheet_words(shared: SharedRuling) -> SheetWords:
    ruling = shared.ruling
    return SheetWords(
        question=question_words(ruling, shared.names),
        verdict=ruling.verdict,
        verdict_words=full_verdict(ruling.verdict),
        measured=measured_words(ruling),
        reason=sentence(ruling.reason),
        overruled=_overruled_words(shared.overruling),
        overruled_why="" if shared.overruling is None else shared.overruling.reason,
        grounds=_grounds(shared),
        evidence=_evidence(shared),
    )


def sheet_text(shared: SharedRuling) -> str:
    """The same as plain lines, for a forum or a chat that takes no pictures."""
    words = sheet_words(shared)
    answer = f"{words.verdict_words}  ({words.measured})" if words.measured else words.verdict_words
    overruled = ". ".join(part for part in (words.overruled, words.overruled_why) if part)
    lines = [words.question, answer, words.reason, overruled]
    lines += [f"{heading}: {told}" for heading, told in (*words.grounds, *words.evidence)]
    return "\n".join(line for line in lines if line)


def measured_words(ruling: Ruling) -> str:
    """The number with its plus-minus, as wide as the rules take it before they make a call; "" where there is none."""
    if ruling.measured_mm is None:
        return ""
    plus_minus = max(0.1, CALL_SIGMAS * (ruling.sigma_mm or 0.0))
    number = f"{ruling.measured_mm:.1f} ± {plus_minus:.1f}"
    if ruling.limit_mm is None:
        return tr("{number} mm", number=number)
    if ruling.limit_mm != 0.0:
        return tr("{number} mm; the limit is {limit} mm", number=number, limit=f"{ruling.limit_mm:.1f}")
    number = f"{abs(ruling.measured_mm):.1f} ± {plus_minus:.1f}"
    told = tr("{number} mm to spare") if ruling.measured_mm >= 0 else tr("{number} mm too little room")
    return told.format(number=number)


def question_words(ruling: Ruling, names: Mapping[str, str]) -> str:
    """As a player would ask it."""
    subject, target = (names.get(each, each) for each in (ruling.subject, ruling.target))
    return say(rule_named(ruling.rule).question_about(subject, target, ruling.cannon))


def _overruled_words(overruling: Overruling | None) -> str:
    if overruling is None:
        return ""
    by = overruling.by or tr("a person at the table")
    return tr("Overruled by {person}: {verdict}", person=by, verdict=full_verdict(overruling.verdict))


def _grounds(shared: SharedRuling) -> tuple[Row, ...]:
    ruling, rules = shared.ruling, shared.moment.settings.rules
    rows = [
        (tr("Rulebook"), cited(ruling.citation)),
        (tr("Edition"), said(rules.edition.title)),
        (tr("House rules"), _house_words(shared)),
    ]
    if ruling.readings:
        told = tr("if {words}: {verdict}")
        ways = (told.format(words=said(each.words), verdict=full_verdict(each.verdict)) for each in ruling.readings)
        rows.append((tr("Open question"), "; ".join(ways)))
    if ruling.verdict is Verdict.TOO_CLOSE:
        rows.append((tr("Policy"), said(too_close_policy(rules))))
    return tuple(rows)


def _house_words(shared: SharedRuling) -> str:
    if not shared.ruling.house:
        return tr("none had a say in this")
    values = shared.moment.settings.rules.house
    return ", ".join(f"{name} = {values[name]}" if name in values else name for name in shared.ruling.house)


def _evidence(shared: SharedRuling) -> tuple[Row, ...]:
    frame, settings = shared.moment.frame, shared.moment.settings
    picture = tr("number {number}, {width} × {height} pixels, from {camera}")
    return (
        (tr("Table"), settings.name),
        (tr("Time"), shared.when.strftime("%Y-%m-%d %H:%M:%S %Z").strip()),
        (
            tr("Picture"),
            picture.format(number=frame.number, width=frame.width_px, height=frame.height_px, camera=frame.camera),
        ),
        (tr("Calibration"), calibration_words(shared)),
        (tr("Mat tags"), _mat_words(shared)),
        (tr("Software"), f"Table Assist {__version__}"),
    )


def calibration_words(shared: SharedRuling) -> str:
    camera, frame = shared.moment.settings.camera, shared.moment.frame
    if camera.lens is None:
        return tr("none: a typical lens is assumed, so the plus-minus is large")
    words = tr("“{name}”", name=camera.camera)
    if camera.record is not None:
        told = tr("“{name}”, made {date}, graded {grade}")
        words = told.format(name=camera.camera, date=camera.record.date, grade=said(camera.record.grade))
    return "; ".join((words, *map(said, camera.notes_for(frame.width_px, frame.height_px))))


def _mat_words(shared: SharedRuling) -> str:
    registration = shared.moment.state.registration
    if registration is None:
        return tr("not enough were seen to measure by")
    seen, left_out = registration.mat_tags_seen, registration.mat_tags_left_out
    words = tr(
        "{seen} of {all} seen, fitting to {fit} pixels",
        seen=len(seen),
        all=len(shared.moment.settings.mat.tags),
        fit=f"{registration.residual_px:.2f}",
    )
    if left_out:
        words += tr(
            "; left out because they are not where they should be: {tags}", tags=", ".join(str(tag) for tag in left_out)
        )
    return words

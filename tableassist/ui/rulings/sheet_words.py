"""A shared ruling in words: what was asked, what was answered and by whom, and what it rests on. No widgets."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from tableassist import __version__
from tableassist.judging.words import answer_words, first_line_words, full_verdict, measured_words, question_sentence
from tableassist.messages import Message, say, tr
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Overruling, Ruling, Verdict
from tableassist.rulebook.editions import too_close_policy

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
    key: str = ""
    """The digits of the key that signs this table's evidence; empty where that is not known."""

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
        question=question_sentence(ruling, shared.names),
        verdict=ruling.verdict,
        verdict_words=answer_words(ruling),
        measured="" if ruling.measured_mm is None else measured_words(ruling),
        reason=first_line_words(ruling),
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


def _overruled_words(overruling: Overruling | None) -> str:
    if overruling is None:
        return ""
    by = overruling.by or tr("a person at the table")
    return tr("Overruled by {person}: {verdict}", person=by, verdict=full_verdict(overruling.verdict))


def _grounds(shared: SharedRuling) -> tuple[Row, ...]:
    ruling, rules = shared.ruling, shared.moment.settings.rules
    rows = [
        (tr("Rulebook"), say(ruling.citation)),
        (tr("Edition"), say(rules.edition.title)),
        (tr("House rules"), _house_words(shared)),
    ]
    if ruling.readings:
        ways = (
            tr("if {words}: {verdict}", words=each.words, verdict=full_verdict(each.verdict))
            for each in ruling.readings
        )
        rows.append((tr("Open question"), "; ".join(ways)))
    if ruling.verdict is Verdict.TOO_CLOSE:
        rows.append((tr("Policy"), say(too_close_policy(rules))))
    return tuple(rows)


def _house_words(shared: SharedRuling) -> str:
    if not shared.ruling.house:
        return tr("none applied")
    values = shared.moment.settings.rules.house
    return ", ".join(f"{name} = {values[name]}" if name in values else name for name in shared.ruling.house)


def _evidence(shared: SharedRuling) -> tuple[Row, ...]:
    frame, settings = shared.moment.frame, shared.moment.settings
    return (
        (tr("Table"), settings.name),
        (tr("Time"), shared.when.strftime("%Y-%m-%d %H:%M:%S %Z").strip()),
        (
            tr("Picture"),
            tr(
                "number {number}, {width} × {height} pixels, from {camera}",
                number=frame.number,
                width=frame.width_px,
                height=frame.height_px,
                camera=frame.camera,
            ),
        ),
        (tr("Calibration"), calibration_words(shared)),
        (tr("Mat tags"), _mat_words(shared)),
        (tr("Software"), f"Table Assist {__version__}"),
        *(((tr("Table's key"), shared.key),) if shared.key else ()),
    )


def calibration_words(shared: SharedRuling) -> str:
    camera, frame = shared.moment.settings.camera, shared.moment.frame
    if camera.lens is None:
        return tr("none: a typical lens is assumed, so the plus-minus is large")
    words = tr("“{name}”", name=camera.camera)
    if camera.record is not None:
        words = tr(
            "“{name}”, made {date}, graded {grade}",
            name=camera.camera,
            date=camera.record.date,
            grade=Message(camera.record.grade),
        )
    return "; ".join((words, *map(say, camera.notes_for(frame.width_px, frame.height_px))))


def _mat_words(shared: SharedRuling) -> str:
    registration = shared.moment.state.registration
    if registration is None:
        return tr("too few were seen to measure by")
    seen, left_out = registration.mat_tags_seen, registration.mat_tags_left_out
    words = tr(
        "{seen} of {all} seen, fitting to {fit_px:.2f} pixels",
        seen=len(seen),
        all=len(shared.moment.settings.mat.tags),
        fit_px=registration.residual_px,
    )
    if left_out:
        words += tr(
            "; left out because they are not where they should be: {tags}", tags=", ".join(str(tag) for tag in left_out)
        )
    return words

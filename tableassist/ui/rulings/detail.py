"""The chosen ruling in full: every number, the rule it stands on, both readings, and what a person made of it."""

from html import escape

from tableassist.judging.words import (
    Names,
    answer_words,
    first_line_words,
    measured_words,
    pair_words,
    person_words,
    reading_words,
    title_words,
    verdict_word,
)
from tableassist.messages import Text, say, tr
from tableassist.rulebook import Overruling, Ruling, Verdict


def detail_lines(
    ruling: Ruling, policy: Text, by_person: Overruling | None, voided: Overruling | None = None
) -> list[tuple[str, str]]:
    """Headings with their text. `voided` is an overruling of this question that no longer stands."""
    why, section = say(ruling.reason), say(ruling.citation)
    lines = [(tr("Measured"), _measured(ruling)), (tr("Why"), why), (tr("Rulebook"), section)]
    lines += [(tr("Only if"), say(each.words)) for each in ruling.conditions]
    if ruling.house:
        lines.append((tr("House rules"), ", ".join(ruling.house)))
    if ruling.other_readings:
        lines += [(tr("Open reading"), reading_words(each)) for each in ruling.readings]
    if ruling.verdict is Verdict.TOO_CLOSE:
        lines.append((tr("Then"), say(policy)))
    if by_person is not None:
        lines.append((tr("Overruled"), _overruled(by_person)))
        lines.append((tr("The machine"), answer_words(ruling)))
    elif voided is not None:
        words = tr(
            "{person} called {verdict}; the machine's call has changed since, so this no longer counts",
            person=person_words(voided),
            verdict=verdict_word(voided.verdict),
        )
        lines.append((tr("Was overruled"), words))
    return [line for line in lines if line[1]]


def heading(ruling: Ruling, names: Names) -> str:
    return f"{title_words(ruling)}: {pair_words(ruling, names)}"


def detail_html(ruling: Ruling, names: Names, lines: list[tuple[str, str]], quiet_colour: str) -> str:
    rows = "".join(
        f'<tr><td style="color:{quiet_colour}; padding-right:10px; white-space:nowrap">{escape(name)}</td>'
        f"<td>{escape(text)}</td></tr>"
        for name, text in lines
    )
    line = escape(first_line_words(ruling))
    return f"<p><b>{escape(heading(ruling, names))}</b><br>{line}</p><table cellspacing='2'>{rows}</table>"


def detail_text(ruling: Ruling, names: Names, lines: list[tuple[str, str]], by_person: Overruling | None) -> str:
    """For the clipboard and for reading aloud: the verdict that counts comes first."""
    rows = "\n".join(f"{name}: {text}" for name, text in lines)
    word = answer_words(ruling) if by_person is None else verdict_word(by_person.verdict)
    return f"{word}. {heading(ruling, names)}\n{first_line_words(ruling)}\n{rows}"


def _measured(ruling: Ruling) -> str:
    text = measured_words(ruling)
    if ruling.probability is None or ruling.verdict is not Verdict.TOO_CLOSE:
        return text
    return tr("{measured} ({share} % sure of yes)", measured=text, share=round(100 * ruling.probability))


def _overruled(by_person: Overruling) -> str:
    return tr(
        "{verdict} by {person}: {reason}",
        verdict=verdict_word(by_person.verdict),
        person=person_words(by_person),
        reason=by_person.reason,
    )

"""The chosen ruling in full, and the dialog by which a person overrules it."""

from collections.abc import Sequence
from html import escape

from PyQt6.QtWidgets import QButtonGroup, QComboBox, QDialog, QFormLayout, QLineEdit, QRadioButton, QWidget

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
from tableassist.ui.look import SPACE_PX, verdict_icon
from tableassist.ui.widgets.controls import column, ok_and_cancel, row
from tableassist.ui.widgets.plain import PlainLabel


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


CHOICES = (Verdict.YES, Verdict.NO, Verdict.TOO_CLOSE)
"""A person who has looked does not say: not seen."""


class OverruleDialog(QDialog):
    """Only asks. The reason is required: both calls stay in the record, and somebody will ask."""

    def __init__(
        self, ruling: Ruling, names: Names, people: Sequence[str], *, by: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Overrule a call"))
        self.setMinimumWidth(460)
        self._machine = ruling.verdict
        self.choices = {verdict: _choice(verdict) for verdict in CHOICES}
        self._group = QButtonGroup(self)
        self.reason = QLineEdit()
        self.reason.setPlaceholderText(tr("Required: what was seen or agreed"))
        self.reason.setAccessibleName(tr("Reason for the other call"))
        self.by = QComboBox()
        self.by.setEditable(True)
        self.by.addItems([*dict.fromkeys((*people, tr("Judge")))])
        self.by.setCurrentText(by)
        self.by.setAccessibleName(tr("Who makes the call"))
        self.buttons, self.ok = ok_and_cancel(self, tr("Overrule"))
        self._lay_out(ruling, names)
        self.choices[Verdict.NO if ruling.verdict is Verdict.YES else Verdict.YES].setChecked(True)
        self.choices.get(ruling.verdict, QRadioButton()).setEnabled(False)
        self._group.buttonToggled.connect(self._refresh)
        self.reason.textChanged.connect(self._refresh)
        self.buttons.accepted.connect(self.accept)
        self.reason.setFocus()
        self._refresh()

    @property
    def verdict(self) -> Verdict:
        return next(verdict for verdict, button in self.choices.items() if button.isChecked())

    @property
    def person(self) -> str:
        return self.by.currentText().strip()

    def _refresh(self) -> None:
        self.ok.setEnabled(bool(self.reason.text().strip()) and self.verdict is not self._machine)

    def _lay_out(self, ruling: Ruling, names: Names) -> None:
        self.asked = PlainLabel(heading(ruling, names), look="heading")
        said = tr(
            "The machine says {verdict}: {measured}; {reason}",
            verdict=answer_words(ruling),
            measured=measured_words(ruling),
            reason=say(ruling.reason),
        )
        for button in self.choices.values():
            self._group.addButton(button)
        form = QFormLayout()
        form.addRow(tr("The call"), row(*self.choices.values(), 1))
        form.addRow(tr("Reason"), self.reason)
        form.addRow(tr("Who says so"), self.by)
        both = tr("Both calls are kept. If the pieces move and the machine's call changes, yours lapses.")
        kept = PlainLabel(both, look="caption", wraps=True)
        column(self.asked, PlainLabel(said, wraps=True), form, kept, self.buttons, on=self, spacing=SPACE_PX)


def _choice(verdict: Verdict) -> QRadioButton:
    button = QRadioButton(verdict_word(verdict))
    button.setIcon(verdict_icon(verdict))
    return button

"""Asks a person for a call against the machine's: which, why, and who says so."""

from collections.abc import Sequence

from PyQt6.QtWidgets import QButtonGroup, QComboBox, QDialog, QFormLayout, QLineEdit, QRadioButton, QWidget

from tableassist.judging.words import Names, answer_words, measured_words, verdict_word
from tableassist.messages import say, tr
from tableassist.rulebook import Ruling, Verdict
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.look.verdict_look import verdict_icon
from tableassist.ui.rulings.detail import heading
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel

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

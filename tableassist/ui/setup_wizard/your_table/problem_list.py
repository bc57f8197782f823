"""What is wrong at one place of the form, each with buttons that mend it."""

from collections.abc import Sequence
from typing import Final

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QWidget

from tableassist.messages import sentence
from tableassist.setup.draft_check import DraftProblem
from tableassist.store.table import Severity
from tableassist.ui.painting import inks
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.touch import button

_SIGN_PX: Final = 20
_SIGNS: Final = {Severity.ERROR: "✕", Severity.WARNING: "!", Severity.HINT: "i"}
_TONES: Final = {
    Severity.ERROR: ("#A63D00", "#FFFFFF"),
    Severity.WARNING: (inks.YELLOW, "#14110A"),
    Severity.HINT: (inks.SKY_BLUE, "#14110A"),
}
"""Of a sign's ground and of the sign."""


class ProblemList(QWidget):
    """Takes no room while nothing is wrong."""

    mend = pyqtSignal(object, int)
    """A DraftProblem, and which of its fixes."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: tuple[DraftProblem, ...] = ()
        self._rows = column(on=self, margins=0, spacing=4)
        self.hide()

    def show_problems(self, problems: Sequence[DraftProblem]) -> None:
        before, self.shown = self.shown, tuple(problems)
        if [_said(each) for each in before] == [_said(each) for each in problems]:
            return  # the buttons stay, and the keyboard with them
        while (item := self._rows.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for at, problem in enumerate(problems):
            line = self._line(at, problem)
            self._rows.addWidget(line)
            line.show()
        self.setVisible(bool(problems))

    def _line(self, at: int, problem: DraftProblem) -> QWidget:
        line, words = QWidget(), sentence(problem.words)
        told = PlainLabel(words, wraps=True)
        buttons = column(spacing=4)
        for number, fix in enumerate(problem.fixes):
            made = button(sentence(fix.words))
            made.setAccessibleDescription(words)
            made.clicked.connect(lambda _checked, number=number: self.mend.emit(self.shown[at], number))
            buttons.addWidget(made)
        column(
            row((_sign(problem.weight), Qt.AlignmentFlag.AlignTop), (told, 1)), buttons, on=line, margins=0, spacing=4
        )
        return line


def _said(problem: DraftProblem) -> tuple[object, ...]:
    """All of it that is seen."""
    return problem.place, problem.weight, problem.words, tuple(fix.words for fix in problem.fixes)


def _sign(weight: Severity) -> PlainLabel:
    sign = PlainLabel(_SIGNS[weight])
    sign.setAlignment(Qt.AlignmentFlag.AlignCenter)
    sign.setFixedSize(_SIGN_PX, _SIGN_PX)
    ground, ink = _TONES[weight]
    sign.setStyleSheet(
        f"background: {ground}; color: {ink}; border-radius: {_SIGN_PX // 2}px; font-weight: 800; padding: 0"
    )
    return sign

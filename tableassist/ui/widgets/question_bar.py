"""A strip with a question and two answers. It waits, and stops nobody from going on."""

from typing import Final

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QHideEvent, QShowEvent
from PyQt6.QtWidgets import QFrame, QPushButton, QWidget

from tableassist.ui.widgets.layouts import row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.workers.timers import Soon

READING_MS: Final = 500
"""Nobody has read a question sooner: an earlier click was meant for what was there before."""
_STYLE: Final = """
QFrame#question { background: #2F6F98; }
QFrame#question QLabel { color: #FFFFFF; font-size: 14px; font-weight: 600; }
QFrame#question QLabel#sign { font-size: 18px; font-weight: 800; }
QFrame#question QLabel#more { font-weight: 400; }
"""


class QuestionBar(QFrame):
    answered = pyqtSignal(bool)
    """True for the first answer, False for the second."""
    came_or_went = pyqtSignal()
    """It is another size now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("question")
        self.setStyleSheet(_STYLE)
        self._words = PlainLabel(parent=self, wraps=True)
        self._more = PlainLabel(parent=self, look="more")
        self.first, self.second = QPushButton(self), QPushButton(self)
        for button, is_first in ((self.first, True), (self.second, False)):
            # A click leaves the keyboard where it was; Enter answers, because Space holds the picture.
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _checked, is_first=is_first: self.answered.emit(is_first))
        parts = (PlainLabel("?", self, look="sign"), (self._words, 1), self._more, self.first, self.second)
        row(*parts, on=self, margins=(12, 1, 12, 1), spacing=10)
        self._reading = Soon(READING_MS, lambda: self._let_answer(True), self)
        self.hide()

    def text(self) -> str:
        return self._words.text()

    def more(self) -> str:
        return self._more.text()

    def ask(self, words: str, first: str, second: str) -> None:
        self._words.setText(words)
        for button, answer in ((self.first, first), (self.second, second)):
            button.setText(answer)
            button.setAccessibleDescription(words)
        self._let_answer(False)
        self._reading.start()
        self.show()

    def tell_more(self, words: str) -> None:
        """What else waits; empty for nothing."""
        self._more.setText(words)
        self._more.setVisible(bool(words))

    def _let_answer(self, lets: bool) -> None:
        self.first.setEnabled(lets)
        self.second.setEnabled(lets)

    def showEvent(self, event: QShowEvent | None) -> None:  # noqa: N802
        super().showEvent(event)
        self.came_or_went.emit()

    def hideEvent(self, event: QHideEvent | None) -> None:  # noqa: N802
        super().hideEvent(event)
        self.came_or_went.emit()

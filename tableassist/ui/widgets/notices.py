"""What the window tells and asks by itself: boxes, strips at the top of the views, a question with two answers."""

from typing import Final

from PyQt6.QtCore import QEvent, Qt, pyqtSignal
from PyQt6.QtGui import QEnterEvent, QHideEvent, QResizeEvent, QShowEvent
from PyQt6.QtWidgets import QDialog, QFrame, QMessageBox, QPushButton, QWidget

from tableassist.errors import TableAssistError, one_line
from tableassist.messages import Text, say, sentence, tr
from tableassist.ui.painting import inks
from tableassist.ui.widgets.controls import column, row, scrolled
from tableassist.ui.widgets.plain import PlainLabel, RichLabel
from tableassist.ui.workers import Soon


def tell_problem(asker: QWidget, problem: TableAssistError) -> None:
    tell(asker, tr("That did not work"), one_line(say(problem.message)))


def plain_box(asker: QWidget, title: str, words: str, icon: QMessageBox.Icon) -> QMessageBox:
    """Shows the words to the letter: there may be a stranger's name among them."""
    box = QMessageBox(icon, title, words, parent=asker)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box


def rich_box(asker: QWidget, title: str, html: str) -> QMessageBox:
    """For HTML that we wrote ourselves."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, html, parent=asker)
    box.setTextFormat(Qt.TextFormat.RichText)
    return box


def scrolled_page(asker: QWidget, title: str, html: str) -> QDialog:
    """For HTML that we wrote ourselves and that may be longer than the screen is high."""
    dialog = QDialog(asker)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    words = RichLabel(html)
    words.setWordWrap(False)
    words.setAlignment(Qt.AlignmentFlag.AlignTop)
    words.setMargin(12)
    area = scrolled(words)
    close = QPushButton(tr("Close"))
    close.clicked.connect(dialog.accept)
    column((area, 1), row(1, close), on=dialog)
    wanted, most = words.sizeHint(), asker.size()
    dialog.resize(min(wanted.width() + 60, most.width() - 40), min(wanted.height() + 90, most.height() - 40))
    return dialog


def tell(asker: QWidget, title: str, words: str) -> None:
    box = plain_box(asker, title, words, QMessageBox.Icon.Warning)
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    box.setObjectName("told")
    box.setModal(True)
    # Not exec: the picture behind it goes on.
    box.open()


HOLD_MS = 1500
"""A warning that flickers from frame to frame must not make the window jump with it."""
_SIGNS: Final = {"failure": "✕", "warning": "!", "told": "§"}
_STYLE: Final = f"""
QFrame#banner[level="failure"] {{ background: #A63D00; }}
QFrame#banner[level="failure"] QLabel {{ color: #FFFFFF; }}
QFrame#banner[level="warning"] {{ background: {inks.YELLOW}; }}
QFrame#banner[level="warning"] QLabel {{ color: #14110A; }}
QFrame#banner[level="told"] {{ background: #2F6F98; }}
QFrame#banner[level="told"] QLabel {{ color: #FFFFFF; }}
QFrame#banner QLabel {{ font-size: 14px; font-weight: 600; }}
QFrame#banner QLabel#sign {{ font-size: 18px; font-weight: 800; }}
"""


_HELD_STYLE: Final = """
QFrame#held { background: #6B4A00; }
QFrame#held QLabel { color: #FFFFFF; font-size: 14px; font-weight: 600; }
QFrame#held QPushButton { color: #14110A; background: #F0E442; border: none; border-radius: 3px; padding: 2px 12px;
                          font-weight: 600; }
QFrame#held QPushButton:focus { border: 2px solid #FFFFFF; }
"""


class HeldStrip(QFrame):
    """Says which moment is looked at and how late it is at the table, and leads back."""

    released = pyqtSignal()
    came_or_went = pyqtSignal()
    """It is another size now."""

    def __init__(self, parent: QWidget | None = None, *, can_release: bool = True) -> None:
        """`can_release`: whether whoever reads it can go back to the live picture."""
        super().__init__(parent)
        self.setObjectName("held")
        self.setStyleSheet(_HELD_STYLE)
        self._words = PlainLabel(parent=self)
        self.button = QPushButton(tr("Back to live"), self)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(lambda _checked: self.released.emit())
        self.button.setVisible(can_release)
        row(self._words, 1, self.button, on=self, margins=(12, 2, 6, 2), spacing=10)
        self.hide()

    def text(self) -> str:
        return self._words.text() if not self.isHidden() else ""

    def show_words(self, words: str) -> None:
        """Empty: the picture is live."""
        if words:
            self._words.setText(words)
            self.setAccessibleName(words)
        if self.isHidden() is bool(words):
            self.setVisible(bool(words))
            self.came_or_went.emit()


def held_words(looking_at: str, live: str) -> str:
    """Both times as the time line names them; empty where none is known."""
    if not looking_at or not live:
        return tr("Paused")
    return tr("Looking at {time}  ·  the game is live at {live}", time=looking_at, live=live)


class Banner(QFrame):
    """What is wrong: a failure above warnings, and these above what a judge says. One line high; under the pointer it
    opens."""

    came_or_went = pyqtSignal()
    """It is another size now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setStyleSheet(_STYLE)
        self._failure: str | None = None
        self._warnings: tuple[str, ...] = ()
        self._record: str | None = None
        self._told: str | None = None
        self._lines: tuple[str, ...] = ()
        self._is_open = False
        self._sign = PlainLabel(parent=self, look="sign")
        self._words = PlainLabel(parent=self, wraps=True)
        row(self._sign, (self._words, 1), on=self, margins=(12, 3, 12, 3), spacing=10)
        self._hold = Soon(HOLD_MS, self._show, self)
        self._show()

    def text(self) -> str:
        """All lines, also where there is room for a part of one only."""
        return "\n".join(self._lines)

    def open(self, opened: bool) -> None:
        """Every line in full, over what stands below; else as much as fits into one."""
        self._is_open = opened
        self._write()
        self.came_or_went.emit()

    def set_failure(self, message: Text | None) -> None:
        words = None if message is None else say(message)
        if words != self._failure:
            self._failure = words
            self._show()

    def set_record(self, message: str | None) -> None:
        """What is wrong with the recording."""
        if message != self._record:
            self._record = message
            self._show()

    def set_told(self, message: str | None) -> None:
        """What the judge of a league says."""
        if message != self._told:
            self._told = message
            self._show()

    def set_warnings(self, warnings: tuple[str, ...]) -> None:
        if warnings == self._warnings:
            return
        fewer = set(warnings) < set(self._warnings)
        self._warnings = warnings
        if not fewer:
            self._hold.stop()
            self._show()
        else:
            self._hold.ask()

    def _show(self) -> None:
        # A camera that hangs is told by itself, and again by the table that sees nothing.
        said = (self._failure, self._record, *self._warnings, self._told)
        lines = list(dict.fromkeys(sentence(line) for line in said if line))
        is_warned = self._record or self._warnings
        level = "failure" if self._failure else "warning" if is_warned else "told"
        self._lines = tuple(lines)
        self._sign.setText(_SIGNS[level])
        self.setAccessibleName(self.text())
        if self.property("level") != level:
            self.setProperty("level", level)
            # Qt reads a style sheet's properties only when told to.
            self.setStyleSheet(_STYLE)
        self.setVisible(bool(lines))
        self._write()
        self.came_or_went.emit()

    def _write(self) -> None:
        if self._is_open:
            words = self.text()
        else:
            one = "   ·   ".join(" ".join(line.split("\n")) for line in self._lines)
            words = self._words.fontMetrics().elidedText(one, Qt.TextElideMode.ElideRight, max(0, self._words.width()))
        if words != self._words.text():
            self._words.setText(words)

    def enterEvent(self, event: QEnterEvent | None) -> None:  # noqa: N802
        super().enterEvent(event)
        self.open(True)

    def leaveEvent(self, event: QEvent | None) -> None:  # noqa: N802
        super().leaveEvent(event)
        self.open(False)

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._write()

    def showEvent(self, event: QShowEvent | None) -> None:  # noqa: N802
        super().showEvent(event)
        self.came_or_went.emit()

    def hideEvent(self, event: QHideEvent | None) -> None:  # noqa: N802
        super().hideEvent(event)
        self.came_or_went.emit()


READING_MS: Final = 500
"""Nobody has read a question sooner: an earlier click was meant for what was there before."""
_QUESTION_STYLE: Final = """
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
        self.setStyleSheet(_QUESTION_STYLE)
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

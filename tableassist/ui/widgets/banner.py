"""The strip at the top that says what is wrong, and cannot be missed. One line high; under the pointer it opens."""

from typing import Final

from PyQt6.QtCore import QEvent, Qt, pyqtSignal
from PyQt6.QtGui import QEnterEvent, QHideEvent, QResizeEvent, QShowEvent
from PyQt6.QtWidgets import QFrame, QWidget

from tableassist.messages import Text, say, sentence
from tableassist.ui.painting import inks
from tableassist.ui.widgets.layouts import row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.workers.timers import Soon

HOLD_MS = 1500
"""A warning that flickers from frame to frame must not make the window jump with it."""
_SIGNS: Final = {"failure": "✕", "warning": "!", "told": "§", "notice": "❚❚"}
_STYLE: Final = f"""
QFrame#banner[level="failure"] {{ background: #A63D00; }}
QFrame#banner[level="failure"] QLabel {{ color: #FFFFFF; }}
QFrame#banner[level="warning"] {{ background: {inks.YELLOW}; }}
QFrame#banner[level="warning"] QLabel {{ color: #14110A; }}
QFrame#banner[level="told"] {{ background: #2F6F98; }}
QFrame#banner[level="told"] QLabel {{ color: #FFFFFF; }}
QFrame#banner[level="notice"] {{ background: #2F6F98; }}
QFrame#banner[level="notice"] QLabel {{ color: #FFFFFF; }}
QFrame#banner QLabel {{ font-size: 14px; font-weight: 600; }}
QFrame#banner QLabel#sign {{ font-size: 18px; font-weight: 800; }}
"""


class Banner(QFrame):
    """A failure stands above warnings, these above what a judge says, and that above the notice of a pause."""

    came_or_went = pyqtSignal()
    """It is another size now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setStyleSheet(_STYLE)
        self._failure: str | None = None
        self._warnings: tuple[str, ...] = ()
        self._notice: str | None = None
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

    def set_notice(self, message: str | None) -> None:
        if message != self._notice:
            self._notice = message
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
        said = (self._failure, self._record, *self._warnings, self._told, self._notice)
        lines = list(dict.fromkeys(sentence(line) for line in said if line))
        is_warned = self._record or self._warnings
        level = "failure" if self._failure else "warning" if is_warned else "told" if self._told else "notice"
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

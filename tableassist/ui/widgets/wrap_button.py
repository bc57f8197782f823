"""A button that is large enough for a finger, and whose words wrap instead of being cut."""

from collections.abc import Callable
from typing import Final

from PyQt6.QtCore import QSize, Qt
from PyQt6.QtWidgets import QPushButton, QSizePolicy, QWidget

from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.plain_text import without_keys

TOUCH_PX: Final = 44
"""Smaller targets are missed by a finger."""


class WrapButton(QPushButton):
    """Shows its words to the letter. `more`: a second, quieter line. Enter presses it: Space may hold the picture."""

    def __init__(self, words: str, more: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self._first = PlainLabel(words, wraps=True)
        self._second = PlainLabel(more, look="caption", wraps=True)
        if not more:  # and never shown here: without a place it would be a window
            self._second.hide()
        for label in (self._first, self._second):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._column = column(1, self._first, self._second, 1, on=self, margins=(10, 5, 10, 5), spacing=0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumHeight(TOUCH_PX)
        self.setAutoDefault(True)
        self.setAccessibleName(f"{words}. {more}" if more else words)

    def make_bold(self) -> None:
        self._first.setObjectName("heading")

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        return max(TOUCH_PX, self._column.totalHeightForWidth(width))

    def sizeHint(self) -> QSize:  # noqa: N802
        return self._column.totalSizeHint().expandedTo(QSize(TOUCH_PX, TOUCH_PX))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(2 * TOUCH_PX, TOUCH_PX)


def touch_button(words: str, call: Callable[[], object], *, name: str = "") -> QPushButton:
    """`name`: what is read aloud where the words alone say too little."""
    button = QPushButton(without_keys(words))
    button.setMinimumSize(TOUCH_PX, TOUCH_PX)
    button.setAutoDefault(True)
    button.setAccessibleName(name or words)
    button.clicked.connect(lambda _checked: call())
    return button

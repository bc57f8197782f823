"""A label that can give way: where there is too little room its words end in dots, and the window need not be wide."""

from typing import Final

from PyQt6.QtCore import QSize, Qt
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QWidget

from tableassist.ui.widgets.plain_label import PlainLabel

LEAST_PX: Final = 70


class ElidedLabel(PlainLabel):
    def __init__(self, parent: QWidget | None = None, *, gives_way: bool = True) -> None:
        super().__init__(parent=parent)
        self._gives_way = gives_way
        self.words = ""
        """All of them, also where they do not fit."""
        self._wide_px = 0

    def say(self, words: str) -> None:
        self.words = words
        self.setText(words)
        self._wide_px = super().sizeHint().width()
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(self._wide_px, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        least = min(LEAST_PX, self._wide_px) if self._gives_way else self._wide_px
        return QSize(least, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        if self.width() >= self._wide_px:
            self.setText(self.words)
            return
        room = self.contentsRect().width()
        self.setText(self.fontMetrics().elidedText(self.words, Qt.TextElideMode.ElideRight, max(0, room)))

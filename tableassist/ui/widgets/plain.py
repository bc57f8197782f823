"""Words that strangers chose, shown to the letter: labels, tips, titles and items of lists."""

from html import escape
from typing import Final

from PyQt6.QtCore import QSize, Qt
from PyQt6.QtGui import QAction, QResizeEvent
from PyQt6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QWidget


def tip_text(words: str) -> str:
    """For a tool tip, which has no text format of its own: Qt takes it for HTML when it looks like it."""
    looks_like_it = "<" in words or "&" in words
    return f'<p style="white-space: pre-wrap">{escape(words)}</p>' if looks_like_it else words


def set_tip(on: QWidget | QAction | QListWidgetItem, words: str) -> None:
    on.setToolTip(tip_text(words))


def without_keys(words: str) -> str:
    """For a button, a menu, a tab or the title of a dock, where a lone `&` marks the next letter as a key."""
    return words.replace("&", "&&")


def dock_title(words: str) -> str:
    return without_keys(title_text(words))


def title_text(words: str) -> str:
    """For the title of a window, where `[*]` stands for a star."""
    return words.replace("[*]", "[*][*]")


LEAST_PX: Final = 70


class PlainLabel(QLabel):
    """`look`: its name in the style sheet, as `heading` or `caption`."""

    def __init__(self, words: str = "", parent: QWidget | None = None, *, look: str = "", wraps: bool = False) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(words)
        self.setObjectName(look)
        self.setWordWrap(wraps)


class RichLabel(QLabel):
    """For HTML that we wrote ourselves: what strangers chose is escaped in it."""

    def __init__(self, html: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setText(html)
        self.setWordWrap(True)


class PictureLabel(QLabel):
    """Shows a pixmap and never words."""


class ElidedLabel(PlainLabel):
    """It can give way: where there is too little room its words end in dots, and the window need not be wide."""

    def __init__(self, parent: QWidget | None = None, *, gives_way: bool = True) -> None:
        super().__init__(parent=parent)
        self._gives_way = gives_way
        self.words = ""
        """All of them, also where they do not fit."""
        self._wide_px = 0

    def say(self, words: str) -> None:
        self.words = words
        self.setText(words)
        wide_px = super().sizeHint().width()
        # One that does not give way keeps its room, so that its neighbours stay where they are.
        self._wide_px = wide_px if self._gives_way else max(wide_px, self._wide_px)
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


KEPT: Final = Qt.ItemDataRole.UserRole
"""What a row stands for."""


def add_item(rows: QListWidget, words: str, kept: object = None) -> QListWidgetItem:
    item = QListWidgetItem(words)
    item.setData(KEPT, kept)
    rows.addItem(item)
    return item

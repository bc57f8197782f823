"""A label that shows what it is given to the letter: a player or a ship may be called "<b>"."""

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QLabel, QWidget


class PlainLabel(QLabel):
    """`look`: its name in the style sheet, as `heading` or `caption`."""

    def __init__(self, words: str = "", parent: QWidget | None = None, *, look: str = "", wraps: bool = False) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(words)
        self.setObjectName(look)
        self.setWordWrap(wraps)

"""One of the choices of the first window: a large button, and smaller ones for what belongs to it."""

from collections.abc import Callable

from PyQt6.QtWidgets import QPushButton, QWidget

from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.layouts import column, row

Call = Callable[[], object]


class StartChoice(QWidget):
    def __init__(
        self, words: str, meaning: str, chosen: Call, *more: tuple[str, Call], parent: QWidget | None = None
    ) -> None:
        """`more`: the smaller buttons, each with what it calls."""
        super().__init__(parent)
        self.button = QPushButton()
        self.button.setStyleSheet("text-align: left; padding: 12px 16px; font-size: 15px;")
        self.button.clicked.connect(lambda _checked: chosen())
        self.say(words, meaning)
        self.more = tuple(_small_button(each, call) for each, call in more)
        parts = (self.button,) if not more else (self.button, row(*self.more, 1, margins=0, spacing=4))
        column(*parts, on=self, margins=(0, 0, 0, SPACE_PX), spacing=2)

    def say(self, words: str, meaning: str) -> None:
        self.button.setText(f"{words}\n{meaning}")
        self.button.setAccessibleName(words.replace("&", ""))
        self.button.setAccessibleDescription(meaning)


def _small_button(words: str, call: Call) -> QPushButton:
    button = QPushButton(words)
    button.setFlat(True)
    button.setStyleSheet("text-align: left; padding: 6px 10px;")
    button.clicked.connect(lambda _checked: call())
    return button

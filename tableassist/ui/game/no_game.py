"""What the panel shows while no game runs."""

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from tableassist.messages import tr
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import touch_button


class NoGame(QWidget):
    new_asked = pyqtSignal()
    open_asked = pyqtSignal()

    def __init__(self, explained: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = PlainLabel(tr("No game is being played."), look="heading", wraps=True)
        self.new = touch_button(tr("New game…"), self.new_asked.emit)
        self.open = touch_button(tr("Open a game…"), self.open_asked.emit)
        column(
            self.told,
            PlainLabel(explained, look="caption", wraps=True),
            self.new,
            self.open,
            1,
            on=self,
            margins=(SPACE_PX, 4, SPACE_PX, SPACE_PX),
        )

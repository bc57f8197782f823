"""What the panel shows while no game runs: a new one, or the one that was left."""

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFrame, QWidget

from tableassist.messages import tr
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import touch_button


class NoGame(QWidget):
    new_asked = pyqtSignal()
    open_asked = pyqtSignal()
    resume_asked = pyqtSignal()
    aside_asked = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = PlainLabel(tr("No game is being played."), look="heading", wraps=True)
        explained = tr(
            "With a game the referee follows every act: whose turn it is, what may be done, fouls, gold and the winner."
        )
        self.new = touch_button(tr("New game…"), self.new_asked.emit)
        self.open = touch_button(tr("Open a game…"), self.open_asked.emit)
        self.kept = PlainLabel(wraps=True)
        self.resume = touch_button(tr("Resume it"), self.resume_asked.emit)
        self.aside = touch_button(tr("Set it aside"), self.aside_asked.emit)
        self.kept_card = QFrame()
        self.kept_card.setObjectName("question-card")
        column(self.kept, row(self.resume, self.aside, spacing=6), on=self.kept_card, margins=(10, 8, 10, 10))
        column(
            self.kept_card,
            self.told,
            PlainLabel(explained, look="caption", wraps=True),
            self.new,
            self.open,
            1,
            on=self,
            margins=(SPACE_PX, 4, SPACE_PX, SPACE_PX),
        )
        self.show_kept("")

    def show_kept(self, words: str) -> None:
        """Of a game that was left; empty where there is none."""
        self.kept.setText(words)
        self.kept_card.setVisible(bool(words))

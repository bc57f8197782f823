"""What is asked before a card game begins: who is first, and by which rules."""

from PyQt6.QtWidgets import QCheckBox, QComboBox, QDialog, QFormLayout, QWidget

from tableassist.messages import Text, sentence, tr
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import TOUCH_PX


class NewCardGameDialog(QDialog):
    """Only asks. `show_ready` tells what is missing on the table; while something is no game begins."""

    def __init__(self, settings: CardTableSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New game"))
        self.setMinimumWidth(460)
        self.first = QComboBox()
        self.first.addItems(list(settings.players))
        self.first.setCurrentText(settings.first or settings.players[0])
        self.first.setMinimumHeight(TOUCH_PX)
        self.first.setAccessibleName(tr("First player"))
        self.upcoming = self._box(tr("&Upcoming adventures in a row"), on=settings.upcoming)
        self.hand = self._box(tr("Players hold a &hand of movement cards"), on=settings.hand)
        self.extended = self._box(tr("&Extended game: discarded adventures are used as fame"), on=settings.extended)
        self.told = PlainLabel(look="caption", wraps=True)
        self.buttons, self.ok = ok_and_cancel(self, tr("Begin"), least_px=TOUCH_PX)
        self.buttons.accepted.connect(self.accept)
        form = QFormLayout()
        form.addRow(tr("First player"), self.first)
        parts = (form, self.upcoming, self.hand, self.extended, self.told, self.buttons)
        column(*parts, on=self, spacing=SPACE_PX)

    def show_ready(self, missing: Text | None) -> None:
        """`missing`: why no game can begin on the table as it lies."""
        ready = tr("The game begins with the cards as they are on the table.")
        self.told.setText(ready if missing is None else sentence(missing))
        self.ok.setEnabled(missing is None)

    def _box(self, words: str, *, on: bool) -> QCheckBox:
        box = QCheckBox(words)
        box.setChecked(on)
        box.setMinimumHeight(TOUCH_PX)
        return box

"""Asks how a game begins: with the set-up or at once, who is first, and what treasure lies there."""

from collections.abc import Sequence

from PyQt6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit, QRadioButton, QSpinBox, QWidget

from tableassist.messages import tr, tr_plural
from tableassist.table.game import NewGame
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import TOUCH_PX

MOST_COINS = 20
USUAL_COINS = 4


class NewGameDialog(QDialog):
    """Only asks."""

    def __init__(self, players: Sequence[str], wild_islands: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New game"))
        self.setMinimumWidth(460)
        self._islands = wild_islands
        self.at_once = QRadioButton(tr("The table is &set up: start playing right away"))
        self.with_set_up = QRadioButton(tr("Begin with the &set-up, step by step"))
        self.at_once.setChecked(True)
        self.first = QComboBox()
        self.first.addItems(list(players))
        self.coins = QSpinBox()
        self.coins.setRange(0, MOST_COINS)
        self.coins.setValue(USUAL_COINS if wild_islands else 0)
        self.values = QLineEdit()
        self.values.setPlaceholderText(tr("For example: 1 1 2 2 3 5; leave empty if unknown"))
        self.told = PlainLabel(look="caption", wraps=True)
        self.buttons, self.ok = ok_and_cancel(self, tr("Begin"), least_px=TOUCH_PX)
        self._lay_out()
        for signal in (self.at_once.toggled, self.coins.valueChanged, self.values.textChanged):
            signal.connect(self._refresh)
        self.buttons.accepted.connect(self.accept)
        self._refresh()

    @property
    def new(self) -> NewGame:
        if self.with_set_up.isChecked():
            return NewGame(self.first.currentText(), setting_up=True)
        return NewGame(self.first.currentText(), coins_an_island=self.coins.value(), values=self._values or ())

    @property
    def _values(self) -> tuple[int, ...] | None:
        """None where what was typed is no list of numbers."""
        parts = self.values.text().replace(",", " ").split()
        return tuple(int(each) for each in parts) if all(each.isdecimal() for each in parts) else None

    def _refresh(self) -> None:
        laid, values = self.at_once.isChecked(), self._values
        for widget in (self.coins, self.values):
            widget.setEnabled(laid)
        wanted = self.coins.value() * self._islands
        words = ""
        if not laid:
            words = tr("Asks who goes first, then for islands, homes, crew and treasure.")
        elif values is None:
            words = tr("Please enter numbers separated by spaces.")
        elif values and len(values) != wanted:
            words = tr_plural("There is 1 coin", "There are {count} coins", count=wanted) + ", "
            words += tr_plural("and 1 value.", "and {count} values.", count=len(values))
        elif not values and wanted:
            words = tr("Without the values, the total gold is unknown until the coins are turned over.")
        self.told.setText(words)
        self.ok.setEnabled(not laid or (values is not None and len(values) in (0, wanted)))

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(tr("First player"), self.first)
        form.addRow(tr("Coins on each wild island"), self.coins)
        form.addRow(tr("Values of all coins"), self.values)
        for widget, name in (
            (self.first, tr("First player")),
            (self.coins, tr("Coins on each wild island")),
            (self.values, tr("Values of all coins")),
        ):
            widget.setMinimumHeight(TOUCH_PX)
            widget.setAccessibleName(name)
        for choice in (self.at_once, self.with_set_up):
            choice.setMinimumHeight(TOUCH_PX)
        parts = (self.at_once, self.with_set_up, form, self.told, self.buttons)
        column(*parts, on=self, spacing=SPACE_PX)

"""What is asked once: how a new game begins, and what is done with what the camera proposes."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from PyQt6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit, QRadioButton, QSpinBox, QWidget

from tableassist.messages import Message, say, tr, tr_plural
from tableassist.pipeline.game.policy import Policy
from tableassist.pipeline.game.proposal import ProposalKind
from tableassist.table.game import NewGame
from tableassist.ui.look import SPACE_PX
from tableassist.ui.session.preferences import Preferences, SavedChoice
from tableassist.ui.widgets.controls import TOUCH_PX, column, ok_and_cancel
from tableassist.ui.widgets.plain import PlainLabel

K = TypeVar("K", bound=StrEnum)
KINDS: Mapping[ProposalKind, Message] = {
    ProposalKind.MOVE: Message("A ship has moved, docked or touched another"),
    ProposalKind.END_TURN: Message("The next player has begun to move"),
    ProposalKind.ROLL: Message("A die was rolled"),
    ProposalKind.MAST: Message("A mast is lost, or back up"),
    ProposalKind.TAKEN_BACK: Message("A foul move was taken back"),
}
CHOICES: Mapping[Policy, Message] = {
    Policy.ACCEPT: Message("Accept it if it is sure, else ask"),
    Policy.ASK: Message("Ask"),
    Policy.NOTE: Message("Only note it"),
}


def _choice(group: str, kind: K, usual: Mapping[K, Policy]) -> SavedChoice:
    first = usual[kind]
    return SavedChoice(f"{group}/{kind.value}", (first.value, *(each.value for each in Policy if each is not first)))


def saved_policies(preferences: Preferences, group: str, usual: Mapping[K, Policy]) -> dict[K, Policy]:
    """`group`: of the preferences, one for each game; `usual`: what is done with each kind if nobody has chosen."""
    return {kind: Policy(preferences.chosen(_choice(group, kind, usual))) for kind in usual}


def save_policies(
    preferences: Preferences, policies: Mapping[K, Policy], group: str, usual: Mapping[K, Policy]
) -> None:
    for kind, policy in policies.items():
        preferences.choose(_choice(group, kind, usual), policy.value)


class PolicyDialog(QDialog):
    """Only asks. `kinds`: what each is called."""

    def __init__(
        self, policies: Mapping[Any, Policy], kinds: Mapping[Any, Message], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What the camera proposes"))
        self.boxes: dict[Any, QComboBox] = {}
        form = QFormLayout()
        for kind, words in kinds.items():
            box = QComboBox()
            box.setMinimumHeight(TOUCH_PX)
            box.setAccessibleName(say(words))
            for policy, choice in CHOICES.items():
                box.addItem(say(choice), policy)
            box.setCurrentIndex([*CHOICES].index(policies[kind]))
            form.addRow(PlainLabel(say(words)), box)
            self.boxes[kind] = box
        self.buttons, self.ok = ok_and_cancel(self, least_px=TOUCH_PX)
        self.buttons.accepted.connect(self.accept)
        explained = tr("You can strike an accepted action in the list of acts.")
        column(form, PlainLabel(explained, look="caption", wraps=True), self.buttons, on=self, spacing=SPACE_PX)

    @property
    def policies(self) -> dict[Any, Policy]:
        return {kind: box.currentData() for kind, box in self.boxes.items()}


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

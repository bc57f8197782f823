"""What is done with what the camera proposes: one choice for each kind, kept from one evening to the next."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from PyQt6.QtWidgets import QComboBox, QDialog, QFormLayout, QWidget

from tableassist.messages import Message, say, tr
from tableassist.pipeline.game.policy import Policy
from tableassist.pipeline.game.proposal import ProposalKind
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.session.preferences import Preferences, SavedChoice
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import TOUCH_PX

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

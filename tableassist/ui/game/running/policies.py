"""What is done with what the camera proposes: one choice for each kind, kept from one evening to the next."""

from collections.abc import Mapping

from PyQt6.QtWidgets import QComboBox, QDialog, QFormLayout, QWidget

from tableassist.messages import Message, say, tr
from tableassist.pipeline.game.policy import DEFAULT_POLICIES, Policy
from tableassist.pipeline.game.proposal import ProposalKind
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.session.preferences import Preferences, SavedChoice
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import TOUCH_PX

KINDS: Mapping[ProposalKind, Message] = {
    ProposalKind.MOVE: Message("A ship has moved, docked or touched another"),
    ProposalKind.END_TURN: Message("The next player has begun to move"),
    ProposalKind.ROLL: Message("A die was rolled"),
    ProposalKind.MAST: Message("A mast is off, or stands again"),
    ProposalKind.TAKEN_BACK: Message("A foul move was taken back"),
}
CHOICES: Mapping[Policy, Message] = {
    Policy.ACCEPT: Message("Accept it if it is sure, else ask"),
    Policy.ASK: Message("Ask"),
    Policy.NOTE: Message("Only note it"),
}


def saved_choice(kind: ProposalKind) -> SavedChoice:
    usual = DEFAULT_POLICIES[kind]
    return SavedChoice(f"game/{kind.value}", (usual.value, *(each.value for each in Policy if each is not usual)))


def saved_policies(preferences: Preferences) -> dict[ProposalKind, Policy]:
    return {kind: Policy(preferences.chosen(saved_choice(kind))) for kind in ProposalKind}


def save_policies(preferences: Preferences, policies: Mapping[ProposalKind, Policy]) -> None:
    for kind, policy in policies.items():
        preferences.choose(saved_choice(kind), policy.value)


class PolicyDialog(QDialog):
    """Only asks."""

    def __init__(self, policies: Mapping[ProposalKind, Policy], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What the camera proposes"))
        self.boxes: dict[ProposalKind, QComboBox] = {}
        form = QFormLayout()
        for kind, words in KINDS.items():
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
        explained = tr("Whatever was accepted can be taken back in the list of acts, or with Ctrl+Z.")
        column(form, PlainLabel(explained, look="caption", wraps=True), self.buttons, on=self, spacing=SPACE_PX)

    @property
    def policies(self) -> dict[ProposalKind, Policy]:
        return {kind: box.currentData() for kind, box in self.boxes.items()}

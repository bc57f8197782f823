"""What the camera proposes in the card game."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeAlias

from tableassist.pipeline.game.policy import Policy
from tableassist.rulebook.cardgame import AnyCardAct
from tableassist.rulebook.play import Proposal, ProposedActs


class CardProposalKind(StrEnum):
    PLAY = "play"
    """A movement card was played."""
    REPAIR = "repair"
    PASS = "pass"
    TURN_UP = "turn-up"
    """A card of a pile was turned face up."""


ProposedCardActs: TypeAlias = ProposedActs[AnyCardAct]
CardProposal: TypeAlias = Proposal[CardProposalKind, AnyCardAct]

CARD_POLICIES: Mapping[CardProposalKind, Policy] = {
    **dict.fromkeys(CardProposalKind, Policy.ACCEPT),
    CardProposalKind.PASS: Policy.ASK,
}
"""A pass looks like an accusation that came to nothing, or like a card that has not been carried out yet."""

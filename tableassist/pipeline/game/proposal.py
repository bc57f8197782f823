"""What the camera proposes in the constructible game."""

from enum import StrEnum
from typing import TypeAlias

from tableassist.rulebook import AnyAct
from tableassist.rulebook.play import Proposal as ProposalOf
from tableassist.rulebook.play import ProposedActs as ProposedActsOf


class ProposalKind(StrEnum):
    MOVE = "move"
    END_TURN = "end-turn"
    """Somebody else has begun to move."""
    ROLL = "roll"
    MAST = "mast"
    TAKEN_BACK = "taken-back"
    """A ship lies again where she lay before an act that was a foul."""


ProposedActs: TypeAlias = ProposedActsOf[AnyAct]
Proposal: TypeAlias = ProposalOf[ProposalKind, AnyAct]

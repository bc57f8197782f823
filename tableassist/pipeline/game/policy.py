"""What becomes of a proposal by itself."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from tableassist.pipeline.game.proposal import ProposalKind
from tableassist.rulebook.play import Proposal

K = TypeVar("K", bound=StrEnum)


class Policy(StrEnum):
    ACCEPT = "accept"
    """Taken into the log if the camera is sure, else asked."""
    ASK = "ask"
    NOTE = "note"
    """Told, and nothing else."""


DEFAULT_POLICIES: Mapping[ProposalKind, Policy] = dict.fromkeys(ProposalKind, Policy.ACCEPT)
SURE = 0.99
"""A wrong act costs more than a question."""


def policy_for(proposal: Proposal[K, Any], policies: Mapping[K, Policy]) -> Policy:
    policy = policies.get(proposal.kind, Policy.ASK)
    return Policy.ASK if policy is Policy.ACCEPT and proposal.certainty < SURE else policy

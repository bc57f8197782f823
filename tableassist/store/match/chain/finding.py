"""What a check of a match has found."""

from dataclasses import dataclass
from enum import Enum

from tableassist.messages import Message


class Standing(Enum):
    TOLD = "told"
    """Good to know; proves nothing against the match."""
    NOT_PROVEN = "not proven"
    WRONG_SIGNER = "wrong signer"
    """Of a match that somebody must have signed: nobody did, or somebody else."""
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True)
class MatchFinding:
    standing: Standing
    message: Message


def differs(template: str, /, **params: object) -> MatchFinding:
    return MatchFinding(Standing.DIFFERS, Message(template, **params))


def not_proven(template: str, /, **params: object) -> MatchFinding:
    return MatchFinding(Standing.NOT_PROVEN, Message(template, **params))


def told(template: str, /, **params: object) -> MatchFinding:
    return MatchFinding(Standing.TOLD, Message(template, **params))


def wrong_signer(template: str, /, **params: object) -> MatchFinding:
    return MatchFinding(Standing.WRONG_SIGNER, Message(template, **params))

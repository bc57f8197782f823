"""What a referee thinks of an act."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message, Text


class Opinion(StrEnum):
    FINE = "fine"
    FOUL = "foul"
    TOO_CLOSE = "too-close"
    """What was measured does not decide it."""
    NOT_KNOWN = "not-known"
    """Nobody measured or said what would decide it."""


@dataclass(frozen=True, slots=True)
class Reason:
    code: str
    """The same in every language and version: `already-acted`."""
    words: Message
    section: Text
    """Edition and section, or the house rule that decided."""


@dataclass(frozen=True, slots=True)
class Judgement:
    opinion: Opinion
    reasons: tuple[Reason, ...] = ()

    @property
    def is_foul(self) -> bool:
        return self.opinion is Opinion.FOUL


FINE = Judgement(Opinion.FINE)


def foul(code: str, words: Message, section: Text) -> Judgement:
    return Judgement(Opinion.FOUL, (Reason(code, words, section),))

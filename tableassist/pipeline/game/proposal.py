"""What the camera proposes: acts that it has seen happen, and how sure it is."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message
from tableassist.referee.acts.all import AnyAct


class ProposalKind(StrEnum):
    MOVE = "move"
    END_TURN = "end-turn"
    """Somebody else has begun to move."""
    ROLL = "roll"
    MAST = "mast"
    TAKEN_BACK = "taken-back"
    """A ship lies again where she lay before an act that was a foul."""


@dataclass(frozen=True, slots=True)
class ProposedActs:
    """One way in which what was seen may be meant."""

    acts: tuple[AnyAct, ...]
    """In order."""
    words: Message
    certainty: float


@dataclass(frozen=True, slots=True)
class Proposal:
    kind: ProposalKind
    piece: str
    """The ship that it is about; empty for dice."""
    t_ns: int
    options: tuple[ProposedActs, ...]
    """The likeliest first."""
    strikes: int | None = None
    """The entry of the log that it takes back."""
    after: int | None = None
    """Where the acts belong: after this entry of the log; None: now."""
    number: int = 0
    """Given by whoever keeps them."""

    @property
    def likeliest(self) -> ProposedActs:
        return self.options[0]

    @property
    def acts(self) -> tuple[AnyAct, ...]:
        return self.likeliest.acts

    @property
    def certainty(self) -> float:
        return self.likeliest.certainty

    @property
    def words(self) -> Message:
        return self.likeliest.words

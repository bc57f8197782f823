"""What the camera proposes, of any game: acts that it has seen happen, and how sure it is.

Without slots: Python 3.11 cannot make a frozen generic class with slots by its alias."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from tableassist.messages import Text

A = TypeVar("A")
K = TypeVar("K", bound=StrEnum)


@dataclass(frozen=True)
class ProposedActs(Generic[A]):
    """One way in which what was seen may be meant."""

    acts: tuple[A, ...]
    """In order."""
    words: Text
    certainty: float


@dataclass(frozen=True)
class Proposal(Generic[K, A]):
    kind: K
    piece: str
    """The ship that it is about; empty for dice and cards."""
    t_ns: int
    options: tuple[ProposedActs[A], ...]
    """The likeliest first."""
    strikes: int | None = None
    """The entry of the log that it takes back."""
    after: int | None = None
    """Where the acts belong: after this entry of the log; None: now."""
    number: int = 0
    """Given by whoever keeps them."""

    @property
    def likeliest(self) -> ProposedActs[A]:
        return self.options[0]

    @property
    def acts(self) -> tuple[A, ...]:
        return self.likeliest.acts

    @property
    def certainty(self) -> float:
        return self.likeliest.certainty

    @property
    def words(self) -> Text:
        return self.likeliest.words

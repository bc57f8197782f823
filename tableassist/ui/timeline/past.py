"""What can be looked at again: the last minutes of a live table, or a whole match. No widgets."""

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from tableassist.pipeline.moment import Moment
from tableassist.rulebook.referee import HappeningKind
from tableassist.vision.camera.frame import Image


class SignKind(StrEnum):
    MARK = "mark"
    """Set by a person."""
    TURN = "turn"
    MOVE = "move"
    ILLEGAL = "illegal"
    """A move that was not legal."""
    CONTACT = "contact"
    RULING = "ruling"
    """What a ship that has moved could fire at, or may: too close to call."""
    OVERRULING = "overruling"
    EDIT = "edit"
    END = "end"
    """From here on: acts of the game, by the weightiest thing that came of them (`HappeningKind`)."""
    SUNK = "sunk"
    FOUL = "foul"
    UNLOADED = "unloaded"
    RAM = "ram"
    BOARDING = "boarding"
    HIT = "hit"
    SHOT = "shot"


ACT_KINDS: Final = tuple(SignKind(kind.value) for kind in HappeningKind)


@dataclass(frozen=True, slots=True)
class Sign:
    t_ns: int
    kind: SignKind
    words: str


@dataclass(frozen=True, slots=True)
class ToldAct:
    t_ns: int
    turn: int
    """0 is the set-up."""
    player: str
    """Whose turn it was."""
    kind: SignKind | None
    """None: it has no sign on the time line."""
    words: str
    gold: tuple[int, ...]
    """What each player has after it."""


@dataclass(frozen=True, slots=True)
class ToldGame:
    """The game of a record, as the referee judges it."""

    players: tuple[str, ...] = ()
    """In the order of the table, by which fleets have their colours."""
    gold: tuple[int, ...] = ()
    """What each has at the beginning."""
    acts: tuple[ToldAct, ...] = ()
    """In the order of play; times never go back."""
    problem: str = ""
    """Why it cannot be told."""
    is_of_cards: bool = False
    """Then `gold` is fame."""

    def up_to(self, t_ns: int) -> int:
        """How many acts were done by then."""
        return bisect_right(self.acts, t_ns, key=lambda act: act.t_ns)

    def gold_at(self, t_ns: int) -> tuple[int, ...]:
        done = self.up_to(t_ns)
        return self.acts[done - 1].gold if done else self.gold

    def signs(self) -> tuple[Sign, ...]:
        return tuple(Sign(act.t_ns, act.kind, act.words) for act in self.acts if act.kind is not None)


class Past(Protocol):
    """Read from one thread."""

    def span(self) -> tuple[int, int]:
        """First and last time that can be shown; of a live table they go on."""
        ...

    def at(self, t_ns: int) -> Moment | None:
        """The last frame at or before the time."""
        ...

    def beside(self, t_ns: int, frames: int) -> Moment | None:
        """So many frames after (or before, below zero) the frame at a time."""
        ...

    def signs(self) -> tuple[Sign, ...]: ...

    def game(self) -> ToldGame | None:
        """The same object as long as nothing was said since; None where the record keeps no game."""
        ...

    def thumbnail(self, t_ns: int) -> Image | None:
        """A small picture near the time."""
        ...

    def close(self) -> None: ...

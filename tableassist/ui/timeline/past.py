"""What can be looked at again: the last minutes of a live table, or a whole match. No widgets."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from tableassist.pipeline.moment import Moment
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


@dataclass(frozen=True, slots=True)
class Sign:
    t_ns: int
    kind: SignKind
    words: str


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

    def thumbnail(self, t_ns: int) -> Image | None:
        """A small picture near the time."""
        ...

    def close(self) -> None: ...

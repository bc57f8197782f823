"""An offer: an act that may be done now, and what it still needs."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from tableassist.messages import Message

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Need:
    """A field of the act that the player fills in."""

    field: str
    choices: tuple[int | str, ...] = ()
    """What it may be; empty where the field is measured or seen: where a ship went, what she touches."""
    most: int = 1
    """How many of the choices, for a field that holds several."""
    least: int = 1


@dataclass(frozen=True)
class Offer(Generic[A]):
    """Without slots: Python 3.11 cannot make a frozen generic class with slots by its alias."""

    player: str
    act: A
    """Complete and allowed as it is; what `needs` names stands in it as an example."""
    words: Message
    needs: tuple[Need, ...] = ()

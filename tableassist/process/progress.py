"""How far a long piece of work is: told to whoever waits for it."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from tableassist.messages import Message, Text

Progress: TypeAlias = Callable[[Text, float], None]
"""What is being done, and which share of it is done, 0 to 1."""
T = TypeVar("T")


def no_progress(_what: Text, _share: float) -> None:
    """Nobody waits."""


def told_by_time(
    items: Iterable[T], time_of: Callable[[T], int], between: tuple[int, int], what: Message, progress: Progress
) -> Iterator[T]:
    """The items, in the order of time, from the first time to the last."""
    first, last = between
    for item in items:
        yield item
        progress(what, (time_of(item) - first) / max(1, last - first))

"""A bar for what goes through a match from its beginning to its end, where somebody watches."""

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tableassist.runtime.replay.replay import Replay

T = TypeVar("T")


def with_bar(
    words: str, items: Iterable[T], time_of: Callable[[T], int], replay: Replay, between: tuple[int, int] | None = None
) -> Iterator[T]:
    """The items, in the order of time; the bar is gone at the end."""
    first, last = between or (replay.first_ns, replay.last_ns)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task(words, total=max(1, last - first))
        for item in items:
            yield item
            progress.update(task, completed=time_of(item) - first)

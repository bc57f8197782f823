"""What was opened is not left open where the next step fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Closable(Protocol):
    def close(self) -> None: ...


@contextmanager
def closed_if_it_fails(opened: Closable) -> Iterator[None]:
    """Else it stays open, for whoever takes it over."""
    try:
        yield
    except BaseException:
        opened.close()
        raise

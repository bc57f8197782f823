"""A thread beside the window that fulfils the newest wish, and forgets those it has not begun."""

from collections.abc import Callable
from threading import Condition, Thread
from typing import Generic, TypeVar

W = TypeVar("W")


class NewestWish(Generic[W]):
    """`fulfil` is called in the thread, `tell` with what it gives: a signal's emit, heard in the window's thread."""

    def __init__(self, name: str, fulfil: Callable[[W], object], tell: Callable[[object], None]) -> None:
        self._fulfil = fulfil
        self._tell = tell
        self._wished = Condition()
        self._wish: W | None = None
        self._closed = False
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def wish(self, wish: W) -> None:
        with self._wished:
            self._wish = wish
            self._wished.notify()

    def close(self) -> None:
        """Nothing is told any more."""
        with self._wished:
            self._closed = True
            self._wished.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._wished:
                while self._wish is None and not self._closed:
                    self._wished.wait()
                if self._closed or self._wish is None:
                    return
                wish, self._wish = self._wish, None
            made = self._fulfil(wish)
            with self._wished:
                if not self._closed:
                    self._tell(made)

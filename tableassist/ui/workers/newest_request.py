"""A thread beside the window that fulfils the newest wish, and forgets those it has not begun."""

from collections.abc import Callable
from threading import Condition, Thread
from typing import Generic, TypeVar

W = TypeVar("W")


class NewestRequest(Generic[W]):
    """`fulfil` is called in the thread, `tell` with what it gives: a signal's emit, heard in the window's thread."""

    def __init__(self, name: str, fulfil: Callable[[W], object], tell: Callable[[object], None]) -> None:
        self._fulfil = fulfil
        self._tell = tell
        self._requested = Condition()
        self._request: W | None = None
        self._closed = False
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def request(self, request: W) -> None:
        with self._requested:
            self._request = request
            self._requested.notify()

    def close(self) -> None:
        """Nothing is told any more."""
        with self._requested:
            self._closed = True
            self._requested.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._requested:
                while self._request is None and not self._closed:
                    self._requested.wait()
                if self._closed or self._request is None:
                    return
                request, self._request = self._request, None
            made = self._fulfil(request)
            with self._requested:
                if not self._closed:
                    self._tell(made)

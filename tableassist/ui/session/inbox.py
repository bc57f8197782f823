"""Calls for the window's thread that other threads post."""

from collections import deque
from collections.abc import Callable
from threading import current_thread

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.ui.workers.from_thread import emit_unless_gone


class WindowInbox(QObject):
    """Make it in the window's thread; `post` may be called from any thread and never waits.

    Calls run in the order in which they were posted: in the next turn of the event loop, or earlier when the window's
    thread asks for them by `deliver`."""

    _woken = pyqtSignal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = current_thread()
        self._calls: deque[Callable[[], object]] = deque()
        self._is_closed = False
        self._woken.connect(self.deliver)

    @property
    def is_current(self) -> bool:
        return current_thread() is self._thread

    def post(self, call: Callable[[], object]) -> bool:
        """Run `call` in the window's thread; at once if this is it. False if the window has gone."""
        if self._is_closed:
            return False
        self._calls.append(call)
        if self.is_current:
            self.deliver()
            return True
        return emit_unless_gone(self, "_woken")

    def deliver(self) -> None:
        """Run what has been posted."""
        while self._calls:
            self._calls.popleft()()

    def close(self) -> None:
        """Drop what waits, and what is posted from now on."""
        self._is_closed = True
        self._calls.clear()

"""What other threads have for the window's: calls, the newest moment, the camera's health."""

import threading
from collections import deque
from collections.abc import Callable
from threading import current_thread

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.messages import Text
from tableassist.pipeline.moment import Moment
from tableassist.sources.supervised import CaptureHealth
from tableassist.ui.workers import Soon, emit_unless_gone


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


class MomentBridge(QObject):
    """Make it in the window's thread; `push`, `fail`, `tell_health` and `close` may be called from any."""

    arrived = pyqtSignal(object)
    """The Moment, in the bridge's own thread, at most once in a turn of the event loop."""
    failed = pyqtSignal(object)
    """A Text."""
    health = pyqtSignal(object)
    """A CaptureHealth: it changes seldom, and every change arrives."""
    _woken = pyqtSignal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.RLock()
        self._newest: Moment | None = None
        self._failure: Text | None = None
        self._awake = False
        self._closed = False
        # A timer of zero fires once a turn, after painting and typing: a signal alone could be emitted again while
        # it is handled, and a fast chain would then starve the window.
        self._turn = Soon(0, self._deliver, self)
        self._woken.connect(self._turn.start)
        self.destroyed.connect(lambda: self.close())  # noqa: PLW0108  a slot of its own would go with it

    def push(self, moment: Moment) -> None:
        """What was pushed before and not yet shown is no longer shown."""
        with self._lock:
            if not self._closed:
                self._newest = moment
                self._wake()

    def fail(self, message: Text) -> None:
        """The source has stopped; delivered after the last moment."""
        with self._lock:
            if not self._closed:
                self._failure = message
                self._wake()

    def tell_health(self, health: CaptureHealth) -> None:
        with self._lock:
            if not self._closed:
                self._emit("health", health)

    def close(self) -> None:
        """Nothing is delivered any more; for when the window goes and the chain has not yet stopped."""
        with self._lock:
            self._closed = True
            self._newest = self._failure = None

    def _wake(self) -> None:
        if not self._awake:
            self._awake = True
            self._emit("_woken")

    def _emit(self, signal: str, *values: object) -> None:
        """The lock is held."""
        if not emit_unless_gone(self, signal, *values):
            self._closed = True

    def _deliver(self) -> None:
        with self._lock:
            newest, failure = self._newest, self._failure
            self._newest = self._failure = None
            self._awake = False
        if newest is not None:
            self.arrived.emit(newest)
        if failure is not None:
            self.failed.emit(failure)

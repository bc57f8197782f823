"""Carries moments from the chain's thread to the window's, and the eye's health. Only the newest picture is shown; what
happened in those between is carried too."""

import threading
from collections import deque

from PyQt6.QtCore import QCoreApplication, QEvent, QObject, pyqtSignal

from tableassist.messages import Text
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.ui.workers.timers import Soon

MOST_SKIPPED = 600
"""States; a window that stood still for longer begins anew with what it sees then."""
_WAKE = QEvent.Type(QEvent.registerEventType())


class MomentBridge(QObject):
    """Make it in the window's thread; `push`, `fail` and `close` may be called from any."""

    arrived = pyqtSignal(object)
    """The Moment, in the bridge's own thread, at most once in a turn of the event loop."""
    skipped = pyqtSignal(object, object)
    """The TableState and TableSettings of a moment that is not shown, because a newer one is; before `arrived`."""
    failed = pyqtSignal(object)
    """A Text."""
    health = pyqtSignal(object)
    """A CaptureHealth, emitted from the chain's thread: it changes seldom, and every change arrives."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._newest: Moment | None = None
        self._skipped: deque[tuple[TableState, TableSettings]] = deque(maxlen=MOST_SKIPPED)
        self._failure: Text | None = None
        self._awake = False
        self._closed = False
        # A timer of zero fires once a turn, after painting and typing: a posted event alone could be posted
        # again while it is handled, and a fast chain would then starve the window.
        self._turn = Soon(0, self._deliver, self)

    def push(self, moment: Moment) -> None:
        """What was pushed before and not yet shown is no longer shown."""
        with self._lock:
            if not self._closed:
                if self._newest is not None:
                    self._skipped.append((self._newest.state, self._newest.settings))
                self._newest = moment
                self._wake()

    def fail(self, message: Text) -> None:
        """The source has stopped; delivered after the last moment."""
        with self._lock:
            if not self._closed:
                self._failure = message
                self._wake()

    def close(self) -> None:
        """Nothing is delivered any more; for when the window goes and the chain has not yet stopped."""
        with self._lock:
            self._closed = True
            self._newest = self._failure = None

    def event(self, event: QEvent | None) -> bool:
        if event is not None and event.type() == _WAKE:
            self._turn.start()
            return True
        return super().event(event)

    def _wake(self) -> None:
        if not self._awake:
            self._awake = True
            QCoreApplication.postEvent(self, QEvent(_WAKE))

    def _deliver(self) -> None:
        with self._lock:
            newest, failure, skipped = self._newest, self._failure, tuple(self._skipped)
            self._newest = self._failure = None
            self._skipped.clear()
            self._awake = False
        for state, settings in skipped:
            self.skipped.emit(state, settings)
        if newest is not None:
            self.arrived.emit(newest)
        if failure is not None:
            self.failed.emit(failure)

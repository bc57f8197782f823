"""Carries moments from the chain's thread to the window's, the newest only, and the eye's health."""

import threading

from PyQt6.QtCore import QCoreApplication, QEvent, QObject, pyqtSignal

from tableassist.messages import Text
from tableassist.pipeline.moment import Moment
from tableassist.ui.workers.timers import Soon

_WAKE = QEvent.Type(QEvent.registerEventType())


class MomentBridge(QObject):
    """Make it in the window's thread; `push`, `fail` and `close` may be called from any."""

    arrived = pyqtSignal(object)
    """The Moment, in the bridge's own thread, at most once in a turn of the event loop."""
    failed = pyqtSignal(object)
    """A Text."""
    health = pyqtSignal(object)
    """A CaptureHealth, emitted from the chain's thread: it changes seldom, and every change arrives."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._newest: Moment | None = None
        self._failure: Text | None = None
        self._awake = False
        self._closed = False
        # A timer of zero fires once a turn, after painting and typing: a posted event alone could be posted
        # again while it is handled, and a fast chain would then starve the window.
        self._turn = Soon(0, self._deliver, self)

    def push(self, moment: Moment) -> None:
        """What was pushed before and not yet shown is forgotten."""
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
            newest, failure = self._newest, self._failure
            self._newest = self._failure = None
            self._awake = False
        if newest is not None:
            self.arrived.emit(newest)
        if failure is not None:
            self.failed.emit(failure)

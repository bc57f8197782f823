"""Threads beside the window's own, and what is done later in it."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PyQt6.QtCore import QMetaObject, QObject, QTimer, pyqtBoundSignal, pyqtSignal

from tableassist.process import BackgroundWorker, Failed, T


class Soon(QTimer):
    """Calls once, some time after it is started."""

    def __init__(self, after_ms: int, call: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(after_ms)
        self.timeout.connect(call)

    def ask(self) -> None:
        """Whoever asks again meanwhile does not put it off."""
        if not self.isActive():
            self.start()


class Connections:
    """Drops its connections together.

    Qt ends a connection when the sender or a receiving QObject is destroyed. A lambda, or a method of a plain class, is
    no QObject: the session of a table would go on calling a window that was closed and replaced."""

    def __init__(self) -> None:
        self._made: list[QMetaObject.Connection] = []

    def add(self, signal: pyqtBoundSignal, slot: Callable[..., object]) -> None:
        self._made.append(signal.connect(slot))

    def drop(self) -> None:
        for connection in self._made:
            QObject.disconnect(connection)
        self._made.clear()


def emit_unless_gone(sender: QObject, signal: str, *values: object) -> bool:
    """False where the sender is gone: a window may be destroyed without being closed, and then nobody listens any more.

    The signal is looked up by its name each time: that is where PyQt notices a lost object. A bound `emit` that was
    kept from before crashes the program."""
    try:
        getattr(sender, signal).emit(*values)
    except RuntimeError:  # "wrapped C/C++ object of type ... has been deleted"
        return False
    return True


class Worker(QObject):
    """A `BackgroundWorker` whose answers are given in the window's thread, and none once its parent is gone. Make it in
    the window's thread."""

    _posted = pyqtSignal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._background = background = BackgroundWorker(name, lambda call: emit_unless_gone(self, "_posted", call))
        self._posted.connect(self._run)
        # Not a method of this object: at that time it is gone.
        self.destroyed.connect(background.stop)

    @property
    def is_busy(self) -> bool:
        return self._background.is_busy

    @property
    def waiting(self) -> int:
        return self._background.waiting

    def submit(
        self, call: Callable[[], T], then: Callable[[T], object], failed: Failed, *, newest_of: str | None = None
    ) -> None:
        self._background.submit(call, then, failed, newest_of=newest_of)

    def forget(self) -> None:
        self._background.forget()

    def relay(self, listener: Callable[[T], object]) -> Callable[[T], None]:
        return self._background.relay(listener)

    def close(self, *, last: Callable[[], object] | None = None, wait: bool = True) -> None:
        self._background.close(last=last, wait=wait)

    def finish(self) -> None:
        self._background.finish()

    def _run(self, call: Callable[[], object]) -> None:
        call()


NEW_OBJECTS = 100_000
"""When so many more have come than gone, the collector looks among them. A frame of a full table makes 20,000, none of
them in a ring, in place of those of the frame before; by Python's own 700 it would look through them fifty times."""


def settle_memory() -> None:
    """What is there now is passed over from here on: whoever looks for garbage need not go through all modules, and
    the window does not stand still meanwhile. What has become garbage since the last call goes now."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, *gc.get_threshold()[1:])


@contextmanager
def no_collection() -> Iterator[None]:
    """While a part of Qt is loaded late: Qt objects that are collected in the middle of it crash the program."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()

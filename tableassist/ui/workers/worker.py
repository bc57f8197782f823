"""Work that would make the window wait, done beside it: a call, and what to do in the window with what it gives."""

from collections.abc import Callable

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.process import BackgroundWorker, Failed, T
from tableassist.ui.workers.from_thread import emit_unless_gone


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

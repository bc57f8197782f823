"""Work that takes a while, done off the window's thread."""

from collections.abc import Callable
from threading import Lock, Thread

from PyQt6.QtCore import QObject, pyqtSignal


class Background(QObject):
    """Make it in the window's thread; its signals are heard there. One piece of work at a time."""

    done = pyqtSignal(object)
    failed = pyqtSignal(str)
    """One line for a person."""
    progress = pyqtSignal(float)
    """A share from 0 to 1."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._closed = False
        self._is_busy = False

    @property
    def is_busy(self) -> bool:
        """No more as soon as what came of it is told."""
        with self._lock:
            return self._is_busy

    def start(self, work: Callable[[Callable[[float], None]], object]) -> bool:
        """`work` is given a function to tell its progress by. False: something is still being done."""
        with self._lock:
            if self._is_busy:
                return False
            self._is_busy = True
        Thread(target=self._run, args=(work,), name="work for the window", daemon=True).start()
        return True

    def close(self) -> None:
        """What comes of it is not told any more. Does not wait: a long fit may run to its end."""
        with self._lock:
            self._closed = True

    def _run(self, work: Callable[[Callable[[float], None]], object]) -> None:
        try:
            made = work(self._tell_progress)
        except Exception as problem:  # the window must hear of it; a thread would only print it
            self._emit("failed", str(problem) or type(problem).__name__, is_last=True)
        else:
            self._emit("done", made, is_last=True)

    def _tell_progress(self, share: float) -> None:
        self._emit("progress", share)

    def _emit(self, name: str, value: object, *, is_last: bool = False) -> None:
        """By name: the signal itself is gone where the window is."""
        with self._lock:
            self._is_busy = not is_last
            if not self._closed:
                getattr(self, name).emit(value)

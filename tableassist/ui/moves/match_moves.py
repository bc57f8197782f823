"""The moves of a match that is replayed, as they are found beside the window."""

from collections.abc import Callable
from functools import partial
from threading import Lock, Thread
from typing import Protocol

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.messages import Text, say
from tableassist.pipeline.table_settings import TableSettings
from tableassist.runtime.replay.move_finder import Found


class Finder(Protocol):
    def heard(self) -> Found | Text | None: ...

    def close(self) -> None: ...


class MatchMoves(QObject):
    """Make it in the window's thread; its signals are heard there. Call `start` once they are connected."""

    found = pyqtSignal(object, object)
    """FoundMoves, at least one, and the TableSettings that name their pieces."""
    looked = pyqtSignal(object)
    """Up to which time (ns) all moves are known."""
    ended = pyqtSignal(str)
    """Empty, or why it could not look on."""

    def __init__(
        self, open_finder: Callable[[], Finder], settings: TableSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._open_finder = open_finder
        self._settings = settings
        self._finder: Finder | None = None
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._run, name="hearing of moves", daemon=True)

    def start(self) -> None:
        self._finder = self._open_finder()
        self._thread.start()

    def close(self) -> None:
        with self._lock:
            self._closed = True
        if self._finder is not None:
            self._finder.close()
            self._thread.join()

    def _run(self) -> None:
        assert self._finder is not None
        words = ""
        while (heard := self._finder.heard()) is not None:
            if not isinstance(heard, tuple):
                words = say(heard)
                continue
            t_ns, moves = heard
            if moves:
                self._emit(partial(self.found.emit, moves, self._settings))
            self._emit(partial(self.looked.emit, t_ns))
        self._emit(lambda: self.ended.emit(words))

    def _emit(self, emit: Callable[[], None]) -> None:
        """Nothing is told to a window that has closed."""
        with self._lock:
            if not self._closed:
                emit()

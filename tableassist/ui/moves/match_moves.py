"""The moves of a match that is replayed, as they are found beside the window."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.matches.replay import Found
from tableassist.messages import Text, say
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.workers.worker import Worker


class Finder(Protocol):
    def heard(self) -> Found | Text | None: ...

    def close(self) -> None: ...


class MatchMoves(QObject):
    """Call `start` once the signals are connected."""

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
        self._worker = Worker("looking for the moves of a match", self)

    def start(self) -> None:
        self._finder = self._open_finder()
        call = partial(_hear, self._finder, self._worker.relay(self._tell))
        self._worker.submit(call, self.ended.emit, lambda problem: self.ended.emit(say(problem.message)))

    def close(self) -> None:
        self._worker.close(wait=False)
        if self._finder is not None:
            self._finder.close()
            self._worker.close()

    def _tell(self, found: Found) -> None:
        t_ns, moves = found
        if moves:
            self.found.emit(moves, self._settings)
        self.looked.emit(t_ns)


def _hear(finder: Finder, tell: Callable[[Found], None]) -> str:
    """Until there is no more, or somebody closes it. Why it could not look on, or "" where it could."""
    words = ""
    while (heard := finder.heard()) is not None:
        if isinstance(heard, tuple):
            tell(heard)
        else:
            words = say(heard)
    return words

"""Finds moves in what the table sees, beside the window: judging a move may take longer than a frame."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from threading import Condition, Thread

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.moves.found_moves import MoveWatch, watch_moves
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState

MOST_WAITING = 300
"""States; a machine that falls farther behind starts again from where the pieces lie now."""


class MoveThread(QObject):
    found = pyqtSignal(object, object)
    """FoundMoves, at least one, and the TableSettings they were made under."""

    def __init__(self, in_match: Callable[[int], int] = lambda t_ns: t_ns, parent: QObject | None = None) -> None:
        """`in_match`: the record's time of one that the table has counted."""
        super().__init__(parent)
        self._in_match = in_match
        self._changed = Condition()
        self._waiting: deque[tuple[TableState, TableSettings]] = deque()
        self._fell_behind = False
        self._closed = False
        self._thread = Thread(target=self._run, name="finding moves", daemon=True)
        self._thread.start()

    def take(self, moment: Moment) -> None:
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.clear()
                self._fell_behind = True
            self._waiting.append((moment.state, moment.settings))
            self._changed.notify()

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        watch = MoveWatch()
        while True:
            with self._changed:
                while not self._waiting and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                state, settings = self._waiting.popleft()
                if self._fell_behind:
                    watch, self._fell_behind = MoveWatch(turn=watch.turn, told=watch.told, count=watch.count), False
            watch, moves = watch_moves(watch, state, settings)
            with self._changed:
                if moves and not self._closed:
                    self.found.emit(tuple(self._timed(move) for move in moves), settings)

    def _timed(self, move: FoundMove) -> FoundMove:
        return replace(move, moved_ns=self._in_match(move.moved_ns), settled_ns=self._in_match(move.settled_ns))

"""Finds moves in what the table sees, beside the window: judging a move may take longer than a frame."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.moves.found_moves import MoveWatch, watch_moves
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.ui.workers.worker import Worker

MOST_WAITING = 300
"""States; a machine that falls farther behind starts again from where the pieces lie now."""
Moves = tuple[FoundMove, ...]


class MoveWatcher(QObject):
    found = pyqtSignal(object, object)
    """FoundMoves, at least one, and the TableSettings they were made under."""
    failed = pyqtSignal(object)
    """A TableAssistError; it then watches on from where the pieces lie now."""

    def __init__(self, in_match: Callable[[int], int] = lambda t_ns: t_ns, parent: QObject | None = None) -> None:
        """`in_match`: the record's time of one that the table has counted."""
        super().__init__(parent)
        self._in_match = in_match
        self._watch = MoveWatch()
        """Belongs to the worker."""
        self._worker = Worker("finding moves", self)

    def take(self, state: TableState, settings: TableSettings) -> None:
        fell_behind = self._worker.waiting >= MOST_WAITING
        if fell_behind:
            self._worker.forget()
        call = partial(self._found_in, state, settings, fell_behind)
        self._worker.submit(call, partial(self._tell, settings), self.failed.emit)

    def close(self) -> None:
        self._worker.close()

    def _found_in(self, state: TableState, settings: TableSettings, fell_behind: bool) -> Moves:
        before = self._watch
        afresh = MoveWatch(turn=before.turn, told=before.told, count=before.count)
        self._watch = afresh  # in case it fails
        self._watch, moves = watch_moves(afresh if fell_behind else before, state, settings)
        return tuple(self._timed(move) for move in moves)

    def _tell(self, settings: TableSettings, moves: Moves) -> None:
        if moves:
            self.found.emit(moves, settings)

    def _timed(self, move: FoundMove) -> FoundMove:
        return replace(move, moved_ns=self._in_match(move.moved_ns), settled_ns=self._in_match(move.settled_ns))

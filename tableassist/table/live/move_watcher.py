"""Finds moves in what the table sees, in a thread of its own: judging a move may take longer than a frame."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tableassist.errors import TableAssistError
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.moves.found_moves import MoveWatch, watch_moves
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.process import BackgroundWorker, Post

MAX_WAITING = 300
"""States; a machine that falls farther behind starts again from where the pieces are now."""
Moves = tuple[FoundMove, ...]


class MoveWatcher:
    def __init__(
        self,
        post: Post,
        *,
        on_moves: Callable[[Moves, TableSettings], object],
        on_failure: Callable[[TableAssistError], object] = lambda _problem: None,
        in_match: Callable[[int], int] = lambda t_ns: t_ns,
    ) -> None:
        """`on_moves` gets at least one move and the settings it was made under; `on_failure` why some were missed: it
        then watches on from where the pieces are now. `in_match` converts the table's time to the record's."""
        self._on_moves, self._on_failure, self._in_match = on_moves, on_failure, in_match
        self._watch = MoveWatch()
        """Belongs to the worker's thread."""
        self._worker = BackgroundWorker("finding moves", post)

    def take(self, state: TableState, settings: TableSettings, *, starts_anew: bool = False) -> None:
        """`starts_anew`: whatever has changed place since the last state is no move."""
        fell_behind = self._worker.waiting >= MAX_WAITING
        if fell_behind:
            self._worker.forget()
        call = partial(self._find_moves, state, settings, fell_behind or starts_anew)
        self._worker.submit(call, partial(self._report, settings), self._on_failure)

    def close(self) -> None:
        self._worker.close()

    def _find_moves(self, state: TableState, settings: TableSettings, starts_anew: bool) -> Moves:
        before = self._watch
        fresh = MoveWatch(turn=before.turn, told=before.told, count=before.count)
        self._watch = fresh  # in case it fails
        self._watch, moves = watch_moves(fresh if starts_anew else before, state, settings)
        return tuple(self._in_match_time(move) for move in moves)

    def _report(self, settings: TableSettings, moves: Moves) -> None:
        if moves:
            self._on_moves(moves, settings)

    def _in_match_time(self, move: FoundMove) -> FoundMove:
        return replace(move, moved_ns=self._in_match(move.moved_ns), settled_ns=self._in_match(move.settled_ns))

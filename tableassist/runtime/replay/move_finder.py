"""Finds the moves of a recorded match in a process of its own: a long match takes minutes, and whoever looks at it
meanwhile must not wait."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from tableassist.errors import TableAssistError
from tableassist.formats.table.problem import one_line
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.runtime.child_process import begin_child, start_child
from tableassist.runtime.replay.chronicle import moves_of
from tableassist.runtime.replay.replay import Replay

NICER = 19
TELL_S = 2.0
"""Between two words of how far it has come, and what was found meanwhile: a window has a long list and a time line to
paint anew each time."""
LEAVE_S = 1.0
Found = tuple[int, tuple[FoundMove, ...]]


class MoveFinder:
    """`heard` is for one thread, `close` for any."""

    def __init__(self, folder: Path) -> None:
        self._process, self._connection = start_child(_run, folder, name="moves", duplex=False)

    def heard(self) -> Found | str | None:
        """How far it has looked, and what it has found since; waits for it. Words where it cannot go on; None when it
        is over."""
        try:
            found: Found | str = self._connection.recv()
        except (EOFError, OSError):
            return None
        return found

    def close(self) -> None:
        self._process.kill()
        self._process.join(LEAVE_S)


def _run(connection: Connection, folder: Path) -> None:
    begin_child()
    with suppress(OSError, AttributeError):
        os.nice(NICER)
    with suppress(ConnectionError):  # nobody wants to know any more
        try:
            with Replay(folder) as replay:
                _tell_all(replay, connection.send)
        except TableAssistError as problem:
            connection.send(str(problem))
        except Exception as problem:  # a stranger's numbers may be such as no camera ever gives
            connection.send(one_line(f"{folder}: {type(problem).__name__} {problem}")[:200])


def _tell_all(replay: Replay, tell: Callable[[Found], None]) -> None:
    t_ns, found, told_s = replay.first_ns, list[FoundMove](), -TELL_S
    for t_ns, moves in moves_of(replay):
        found += moves
        if time.monotonic() - told_s >= TELL_S:
            tell((t_ns, tuple(found)))
            found, told_s = [], time.monotonic()
    tell((t_ns, tuple(found)))

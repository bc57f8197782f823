"""Finds the moves of a recorded match in a process of its own: a long match takes minutes, and whoever looks at it
meanwhile must not wait."""

import logging
import os
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from tableassist.errors import TableAssistError, one_line
from tableassist.matches.replay.chronicle import moves_of
from tableassist.matches.replay.replay import Replay
from tableassist.messages import Message, Text
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.process import begin_child, start_child

NICER = 19
TELL_S = 2.0
"""Between two words of how far it has come, and what was found meanwhile: a window has a long list and a time line to
paint anew each time."""
LEAVE_S = 1.0
Found = tuple[int, tuple[FoundMove, ...]]
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MoveFinderFault:
    """Of ours, in the process that finds the moves: for the parent's log."""

    words: str
    traceback: str


class MoveFinder:
    """`heard` is for one thread, `close` for any."""

    def __init__(self, folder: Path) -> None:
        self._process, self._connection = start_child(_run, folder, name="moves", duplex=False)

    def heard(self) -> Found | Text | None:
        """How far it has looked, and what it has found since; waits for it. Words where it cannot go on; None when it
        is over."""
        try:
            found: Found | Message | MoveFinderFault = self._connection.recv()
        except (EOFError, OSError):
            return None
        if isinstance(found, MoveFinderFault):
            log.error("a fault in the process that finds moves\n%s", found.traceback)
            return found.words
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
            connection.send(problem.message)
        except Exception as problem:  # a stranger's numbers may be such as no camera ever gives
            words = one_line(f"{folder}: {type(problem).__name__} {problem}", 200)
            connection.send(MoveFinderFault(words, traceback.format_exc()))


def _tell_all(replay: Replay, tell: Callable[[Found], None]) -> None:
    t_ns, found, told_s = replay.first_ns, list[FoundMove](), -TELL_S
    for t_ns, moves in moves_of(replay):
        found += moves
        if time.monotonic() - told_s >= TELL_S:
            tell((t_ns, tuple(found)))
            found, told_s = [], time.monotonic()
    tell((t_ns, tuple(found)))

"""What pages ask the table to do: handed to its own thread, waited for, and done once however often it is asked."""

import asyncio
from concurrent.futures import Future
from typing import Any, Protocol

from tableassist.errors import one_line
from tableassist.messages import speaking
from tableassist.table import Seat, SnapshotBoard
from tableassist.table.commands import AnyCommand, Result

ANSWER_S = 5.0
MAX_UNANSWERED = 100
MOST_KEYS = 500
Told = tuple[int, dict[str, Any]]
"""A status of HTTP, and the answer."""


class Remote(Protocol):
    """The way to the table's own thread."""

    def submit(self, seat: Seat, command: AnyCommand) -> "Future[Result]": ...

    def take_photo(self, seat: Seat, content: bytes, *, age_s: float = 0.0) -> Result: ...


class Asking:
    def __init__(self, board: SnapshotBoard, remote: Remote) -> None:
        self._known = board.answered
        self._remote = remote
        self._unanswered = 0
        self._pending: dict[tuple[str, str], asyncio.Task[Told]] = {}
        """What was asked with a key and has no answer yet."""

    async def answer(self, seat: Seat, command: AnyCommand, key: str, language: str) -> Told:
        """`key`: empty, or what the same command is known by when it is sent again."""
        if not key:
            return await self._ask_table(seat, command, language)
        whose = repr(seat), key
        if whose in self._known:
            return self._known[whose]
        task = self._pending.get(whose)
        if task is None:
            task = self._pending[whose] = asyncio.ensure_future(self._ask_table(seat, command, language))
            task.add_done_callback(lambda _task: self._pending.pop(whose, None))
        status, answer = await asyncio.shield(task)
        if status < 500:
            self._known[whose] = status, answer
            while len(self._known) > MOST_KEYS:
                self._known.popitem(last=False)
        return status, answer

    async def _ask_table(self, seat: Seat, command: AnyCommand, language: str) -> Told:
        if self._unanswered >= MAX_UNANSWERED:
            return 409, {"ok": False, "error": "the table is busy"}
        self._unanswered += 1
        try:
            future = asyncio.wrap_future(self._remote.submit(seat, command))
            result = await asyncio.wait_for(future, ANSWER_S)
        except TimeoutError:
            return 503, {"ok": False, "error": "the table does not answer"}
        finally:
            self._unanswered -= 1
        if result.ok:
            return 200, {"ok": True, **result.as_json()}
        with speaking(language) as spoken:
            return 409, {"ok": False, "error": one_line(spoken.text(result.refused))}

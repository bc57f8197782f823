"""What pages ask for, carried into the table's own thread."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, Full, Queue
from typing import Any

from tableassist.web.commands import AnyCommand
from tableassist.web.obeying import RefusedError, TableHost, obey
from tableassist.web.seats import Seat

MOST_WAITING = 100
_Asked = tuple[Seat, AnyCommand, "Future[dict[str, Any]]"]


class CommandQueue:
    """`wake` is called from the server's thread whenever something waits; the table's thread then calls `obey_all`."""

    def __init__(self, wake: Callable[[], object]) -> None:
        self._wake = wake
        self._waiting: Queue[_Asked] = Queue(MOST_WAITING)

    def submit(self, seat: Seat, command: AnyCommand) -> "Future[dict[str, Any]]":
        future: Future[dict[str, Any]] = Future()
        try:
            self._waiting.put_nowait((seat, command, future))
        except Full:
            future.set_exception(RefusedError("the table is busy"))
            return future
        self._wake()
        return future

    def obey_all(self, host: TableHost) -> None:
        while True:
            try:
                seat, command, future = self._waiting.get_nowait()
            except Empty:
                return
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(dict(obey(host, seat, command)))
            except Exception as problem:  # whoever asked is told; the table goes on
                future.set_exception(problem)

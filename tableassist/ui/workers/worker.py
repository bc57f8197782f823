"""Work that would make the window wait, done beside it: a call, and what to do in the window with what it gives."""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Condition, Thread
from typing import Any, Final, TypeVar

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.errors import TableAssistError
from tableassist.runtime.log_file import as_told
from tableassist.ui.workers.from_thread import emit_unless_gone

T = TypeVar("T")
Failed = Callable[[TableAssistError], object]

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Request:
    call: Callable[[], Any]
    then: Callable[[Any], object]
    failed: Failed
    newest_of: str | None


class _Queue:
    """Outlives the worker where its thread is still busy."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.waiting: deque[_Request] = deque()
        self.unanswered = 0
        self.is_closed = False

    def take(self) -> _Request | None:
        """Waits for one; None when it is closed and nothing is left to do."""
        with self.changed:
            while not self.waiting and not self.is_closed:
                self.changed.wait()
            return self.waiting.popleft() if self.waiting else None

    def close(self) -> None:
        with self.changed:
            self.is_closed = True
            self.waiting.clear()
            self.changed.notify_all()


class Worker(QObject):
    """One thread, one request after the other. Make it in the window's thread; answers are given there, and none any
    more once it is closed or its parent is gone.

    What fails with an error of ours is told to `failed` as it is. Anything else is a fault of the program: it is
    logged, told to `failed` as an internal error, and the worker goes on with the next request."""

    _told = pyqtSignal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._queue = queue = _Queue()
        self._thread: Thread | None = None
        self._told.connect(self._tell)
        # Not a method of this object: at that time it is gone.
        self.destroyed.connect(queue.close)

    @property
    def is_busy(self) -> bool:
        """Until the last answer is given."""
        with self._queue.changed:
            return self._queue.unanswered > 0

    @property
    def waiting(self) -> int:
        """Requests that have not begun."""
        with self._queue.changed:
            return len(self._queue.waiting)

    def submit(
        self, call: Callable[[], T], then: Callable[[T], object], failed: Failed, *, newest_of: str | None = None
    ) -> None:
        """`call` is made in the thread, `then` or `failed` in the window's. Every request is carried out, but of those
        with the same `newest_of` that have not begun only the newest."""
        queue = self._queue
        with queue.changed:
            if queue.is_closed:
                return
            if newest_of is not None:
                self._drop(lambda request: request.newest_of == newest_of)
            queue.waiting.append(_Request(call, then, failed, newest_of))
            queue.unanswered += 1
            queue.changed.notify_all()
            if self._thread is None:
                self._thread = Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """What has not begun is not done."""
        with self._queue.changed:
            self._drop(lambda _: True)

    def relay(self, heard: Callable[[T], object]) -> Callable[[T], None]:
        """`heard` for a call to use from the thread, for its progress, say: it is called in the window's."""
        return lambda value: self._emit(partial(heard, value))

    def close(self, *, last: Callable[[], object] | None = None, wait: bool = True) -> None:
        """What has not begun is not done, but for `last`. Does not `wait`: a long fit may run to its end unheard."""
        queue = self._queue
        with queue.changed:
            queue.close()
            if last is not None and self._thread is not None:
                queue.waiting.append(_Request(last, lambda _: None, lambda _: None, None))
        if wait and self._thread is not None:
            self._thread.join()

    def finish(self) -> None:
        """Waits until everything is done; what has come of it is not told any more."""
        with self._queue.changed:
            self._queue.is_closed = True
            self._queue.changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def _drop(self, unwanted: Callable[[_Request], bool]) -> None:
        """The lock is held."""
        queue = self._queue
        kept = [request for request in queue.waiting if not unwanted(request)]
        queue.unanswered -= len(queue.waiting) - len(kept)
        queue.waiting = deque(kept)

    def _run(self) -> None:
        while (request := self._queue.take()) is not None:
            try:
                answer = partial(request.then, request.call())
            except Exception as error:  # whatever it is, the next request is carried out
                problem = as_told(error, f"while {self._name}")
                _log.debug("while %s: %s", self._name, problem)
                answer = partial(request.failed, problem)
            self._emit(partial(self._answer, answer))

    def _emit(self, told: Callable[[], object]) -> None:
        """From any thread."""
        with self._queue.changed:
            if not self._queue.is_closed and not emit_unless_gone(self, "_told", told):
                self._queue.close()

    def _answer(self, answer: Callable[[], object]) -> None:
        with self._queue.changed:
            self._queue.unanswered -= 1
        answer()

    def _tell(self, told: Callable[[], object]) -> None:
        with self._queue.changed:
            if self._queue.is_closed:
                return
        told()

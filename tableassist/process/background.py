"""A thread that does one request after another and hands each answer to the thread that asked."""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Condition, Thread
from typing import Any, Final, TypeVar

from tableassist.errors import TableAssistError
from tableassist.process.log_file import as_told

T = TypeVar("T")
Failed = Callable[[TableAssistError], object]
Post = Callable[[Callable[[], object]], bool]
"""Run a call later in the thread that owns the answers; False if that thread has gone."""

_log: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Request:
    call: Callable[[], Any]
    then: Callable[[Any], object]
    failed: Failed
    newest_of: str | None


class BackgroundWorker:
    """One thread, one request after the other.

    `post` carries answers to their owner's thread; none is given once the worker is closed. An error of ours goes to
    `failed` as it is. Anything else is a fault of the program: it is logged and given to `failed` as an internal
    error, and the worker goes on with the next request."""

    def __init__(self, name: str, post: Post) -> None:
        self._name = name
        self._post = post
        self._changed = Condition()
        self._requests: deque[_Request] = deque()
        self._unanswered = 0
        self._is_closed = False
        self._thread: Thread | None = None

    @property
    def is_busy(self) -> bool:
        """Until the last answer is given."""
        with self._changed:
            return self._unanswered > 0

    @property
    def waiting(self) -> int:
        """Count the requests that have not begun."""
        with self._changed:
            return len(self._requests)

    def submit(
        self, call: Callable[[], T], then: Callable[[T], object], failed: Failed, *, newest_of: str | None = None
    ) -> None:
        """Make `call` in the worker's thread, then `then` or `failed` in the owner's.

        Of the requests with the same `newest_of` that have not begun, only the newest is carried out."""
        with self._changed:
            if self._is_closed:
                return
            if newest_of is not None:
                self._drop(lambda request: request.newest_of == newest_of)
            self._requests.append(_Request(call, then, failed, newest_of))
            self._unanswered += 1
            self._changed.notify_all()
            if self._thread is None:
                self._thread = Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Drop what has not begun."""
        with self._changed:
            self._drop(lambda _: True)

    def relay(self, listener: Callable[[T], object]) -> Callable[[T], None]:
        """Wrap `listener` so that a running call can report progress: it is called in the owner's thread."""
        return lambda value: self._answer_later(partial(listener, value))

    def stop(self) -> None:
        """Drop what has not begun and give no more answers; do not wait."""
        with self._changed:
            self._is_closed = True
            self._requests.clear()
            self._changed.notify_all()

    def close(self, *, last: Callable[[], object] | None = None, wait: bool = True) -> None:
        """Stop; still make the call `last`. Without `wait` a long call may run to its end unheard."""
        with self._changed:
            self.stop()
            if last is not None and self._thread is not None:
                self._requests.append(_Request(last, lambda _: None, lambda _: None, None))
        if wait and self._thread is not None:
            self._thread.join()

    def finish(self) -> None:
        """Wait until everything is done; answers are not given any more."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    def deliver(self, answer: Callable[[], object]) -> None:
        """Give an answer that was posted, in the owner's thread."""
        with self._changed:
            if self._is_closed:
                return
        answer()

    def _drop(self, is_unwanted: Callable[[_Request], bool]) -> None:
        """The lock is held."""
        kept = [request for request in self._requests if not is_unwanted(request)]
        self._unanswered -= len(self._requests) - len(kept)
        self._requests = deque(kept)

    def _take(self) -> _Request | None:
        """Wait for a request; None when the worker is closed and nothing is left to do."""
        with self._changed:
            while not self._requests and not self._is_closed:
                self._changed.wait()
            return self._requests.popleft() if self._requests else None

    def _run(self) -> None:
        while (request := self._take()) is not None:
            try:
                answer = partial(request.then, request.call())
            except Exception as error:  # whatever it is, the next request is carried out
                problem = as_told(error, f"while {self._name}")
                _log.debug("while %s: %s", self._name, problem)
                answer = partial(request.failed, problem)
            self._answer_later(partial(self._answer, answer))

    def _answer_later(self, answer: Callable[[], object]) -> None:
        """From any thread."""
        with self._changed:
            if not self._is_closed and not self._post(partial(self.deliver, answer)):
                self.stop()

    def _answer(self, answer: Callable[[], object]) -> None:
        with self._changed:
            self._unanswered -= 1
        answer()

"""The one thread that owns a table's state: everything that reads or changes the state runs there."""

import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial, wraps
from queue import Empty, Queue
from threading import Thread, current_thread
from typing import Concatenate, Final, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
log: Final = logging.getLogger(__name__)


class Owner(Protocol):
    def post(self, call: Callable[[], object]) -> bool:
        """Run `call` later in the owner's thread; from any thread. False if that thread has gone."""
        ...

    def call(self, function: Callable[[], T]) -> T:
        """Run a function in the owner's thread and wait for its result; raise what it raises."""
        ...

    @property
    def is_current(self) -> bool:
        """Whether the caller runs in the owner's thread."""
        ...


class CallerOwner:
    """The thread that made the table, for tests and commands that run in one thread: posted calls run at once."""

    def __init__(self) -> None:
        self._thread = current_thread()

    @property
    def is_current(self) -> bool:
        return current_thread() is self._thread

    def post(self, call: Callable[[], object]) -> bool:
        call()
        return True

    def call(self, function: Callable[[], T]) -> T:
        return function()


class Owned(Protocol):
    """Something that one thread owns."""

    @property
    def owner(self) -> Owner: ...


AnyOwned = TypeVar("AnyOwned", bound=Owned)


def in_owner_thread(method: Callable[Concatenate[AnyOwned, P], T]) -> Callable[Concatenate[AnyOwned, P], T]:
    """Let a method be called from any thread: the owner's thread runs it, and the caller waits for the result."""

    @wraps(method)
    def call(self: AnyOwned, /, *args: P.args, **kwargs: P.kwargs) -> T:
        if self.owner.is_current:
            return method(self, *args, **kwargs)
        return self.owner.call(partial(method, self, *args, **kwargs))

    return call


class TableThread:
    """The thread of a table, with or without a window. A call that fails is logged, and the next one is made.

    Before it starts and after it has ended, the thread that makes and closes the table owns the state."""

    def __init__(self, name: str = "table") -> None:
        self._calls: Queue[Callable[[], object] | None] = Queue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._is_closed = False
        self._on_return: dict[Thread, Callable[[], object]] = {}

    @property
    def is_current(self) -> bool:
        return current_thread() is self._thread or not self._thread.is_alive()

    @property
    def waiting(self) -> int:
        """Count the calls that have not been made yet."""
        return self._calls.qsize()

    def start(self) -> None:
        self._thread.start()

    def post(self, call: Callable[[], object]) -> bool:
        if self._is_closed:
            return False
        self._calls.put(call)
        return True

    def on_return(self, deliver: Callable[[], object]) -> None:
        """Call `deliver` in the present thread whenever a `call` that it made has returned: a window shows what its own
        order has changed before it goes on."""
        self._on_return[current_thread()] = deliver

    def call(self, function: Callable[[], T]) -> T:
        """Run a function in the owner's thread and wait for its result; raise what it raises."""
        if self.is_current:
            return function()
        try:
            return self._wait_for(function)
        finally:
            self._on_return.get(current_thread(), _do_nothing)()

    def _wait_for(self, function: Callable[[], T]) -> T:
        future: Future[T] = Future()

        def run() -> None:
            try:
                future.set_result(function())
            except BaseException as problem:  # the caller gets it
                future.set_exception(problem)

        if not self.post(run):
            self._thread.join()
            return function()
        return future.result()

    def close(self) -> None:
        """Make the calls that wait, then end."""
        self._is_closed = True
        self._calls.put(None)
        if self._thread.is_alive() and not self.is_current:
            self._thread.join()

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            self._make(call)
        while True:  # what was posted while it closed
            try:
                late = self._calls.get_nowait()
            except Empty:
                return
            if late is not None:
                self._make(late)

    def _make(self, call: Callable[[], object]) -> None:
        try:
            call()
        except Exception:
            log.exception("a call in the table's thread")


def _do_nothing() -> None:
    pass

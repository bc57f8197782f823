"""Work that would make the window wait, done beside it: a call, and what to do with what it gives."""

from collections.abc import Callable
from typing import TypeVar

from PyQt6.QtCore import QObject, QRunnable, QThreadPool, pyqtSignal

from tableassist.errors import TableAssistError

T = TypeVar("T")


class _Done(QObject):
    """Lives in the window's thread until it has told: a signal of an object that dies meanwhile would crash."""

    came = pyqtSignal(object)
    failed = pyqtSignal(object)

    def __init__(self) -> None:
        super().__init__()
        self.is_wanted = True

    def forget(self) -> None:
        self.is_wanted = False


class _Work(QRunnable):
    def __init__(self, call: Callable[[], object], done: _Done) -> None:
        super().__init__()
        self._call = call
        self._done = done

    def run(self) -> None:
        try:
            self._done.came.emit(self._call())
        except TableAssistError as problem:
            self._done.failed.emit(problem)


_pending: set[_Done] = set()


def work(
    owner: QObject,
    call: Callable[[], T],
    then: Callable[[T], object],
    failed: Callable[[TableAssistError], object],
    pool: QThreadPool | None = None,
) -> None:
    """`then` and `failed` are called in the window's thread, and not at all when `owner` is gone by then. A `pool` of
    one thread does one thing after the other."""
    done = _Done()
    _pending.add(done)
    owner.destroyed.connect(done.forget)

    def tell(heard: Callable[..., object], what: object) -> None:
        _pending.discard(done)
        if done.is_wanted:
            heard(what)

    done.came.connect(lambda made: tell(then, made))
    done.failed.connect(lambda problem: tell(failed, problem))
    pool = pool or QThreadPool.globalInstance()
    assert pool is not None
    pool.start(_Work(call, done))

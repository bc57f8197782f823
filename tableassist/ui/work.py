"""Work that would make the window wait, done beside it: a call, and what to do with what it gives."""

from collections.abc import Callable
from typing import TypeVar

from PyQt6.QtCore import QObject, QRunnable, QThreadPool, pyqtSignal

from tableassist.errors import TableAssistError

T = TypeVar("T")


class _Done(QObject):
    came = pyqtSignal(object)
    failed = pyqtSignal(object)


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


def work(
    owner: QObject, call: Callable[[], T], then: Callable[[T], object], failed: Callable[[TableAssistError], object]
) -> None:
    """`then` and `failed` are called in the window's thread, and not at all when `owner` is gone by then."""
    done = _Done(owner)
    done.came.connect(then)
    done.failed.connect(failed)
    done.came.connect(done.deleteLater)
    done.failed.connect(done.deleteLater)
    pool = QThreadPool.globalInstance()
    assert pool is not None
    pool.start(_Work(call, done))

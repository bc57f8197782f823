"""Looks into the past without making the window wait: the newest wish of each kind only."""

from collections.abc import Callable
from functools import partial
from threading import Condition, Thread

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.errors import TableAssistError
from tableassist.ui.timeline.past import Past

Request = Callable[[Past], object]


class PastThread(QObject):
    """Opens the past in its own thread when it is first wished for, and is the only one that touches it."""

    found = pyqtSignal(object)
    """A Moment that was wished for."""
    spanned = pyqtSignal(object, object)
    """(first, last) and the Signs, after `refresh`."""
    pictured = pyqtSignal(object, object)
    """The time, and the small picture near it or None."""
    failed = pyqtSignal(str)

    def __init__(self, open_past: Callable[[], Past], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_past = open_past
        self._requested = Condition()
        self._requests: dict[str, Request] = {}
        self._closed = False
        self._thread = Thread(target=self._run, name="looking back", daemon=True)

    def start(self) -> None:
        """Once all signals are connected."""
        self._thread.start()

    def show(self, t_ns: int) -> None:
        self._request("moment", lambda past: self._emit_moment(past.at(t_ns)))

    def show_beside(self, t_ns: int, frames: int) -> None:
        self._request("moment", lambda past: self._emit_moment(past.beside(t_ns, frames)))

    def refresh(self) -> None:
        self._request("span", lambda past: self._emit(lambda: self.spanned.emit(past.span(), past.signs())))

    def picture(self, t_ns: int) -> None:
        def small(past: Past) -> None:
            image = past.thumbnail(t_ns)
            self._emit(lambda: self.pictured.emit(t_ns, image))

        self._request("picture", small)

    def close(self) -> None:
        with self._requested:
            self._closed = True
            self._requested.notify()
        self._thread.join()

    def _request(self, kind: str, request: Request) -> None:
        with self._requested:
            self._requests[kind] = request
            self._requested.notify()

    def _emit_moment(self, moment: object) -> None:
        if moment is not None:
            self._emit(lambda: self.found.emit(moment))

    def _emit(self, emit: Callable[[], None]) -> None:
        with self._requested:
            if not self._closed:
                emit()

    def _next(self) -> Request | None:
        with self._requested:
            while not self._requests and not self._closed:
                self._requested.wait()
            if self._closed:
                return None
            return self._requests.pop(next(iter(self._requests)))

    def _run(self) -> None:
        past: Past | None = None
        while (request := self._next()) is not None:
            try:
                if past is None:
                    past = self._open_past()
                request(past)
            except TableAssistError as problem:
                # It may be there the next time: a record that has only begun has nothing to show yet.
                words = str(problem)
                self._emit(partial(self.failed.emit, words))
        if past is not None:
            past.close()

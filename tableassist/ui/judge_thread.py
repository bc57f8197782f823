"""Judges a held moment again without making the window wait: the newest wish only."""

from threading import Condition, Thread

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.pipeline.moment import Moment
from tableassist.pipeline.rejudge import rejudged
from tableassist.pipeline.table_settings import TableSettings


class JudgeThread(QObject):
    """Make it in the window's thread; `judged` is heard there."""

    judged = pyqtSignal(object)
    """The Moment as wished."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wished = Condition()
        self._wish: tuple[Moment, TableSettings, str | None] | None = None
        self._closed = False
        self._thread = Thread(target=self._run, name="judging a held moment", daemon=True)
        self._thread.start()

    def judge(self, moment: Moment, settings: TableSettings, selected: str | None) -> None:
        """An earlier wish that has not begun is forgotten."""
        with self._wished:
            self._wish = (moment, settings, selected)
            self._wished.notify()

    def close(self) -> None:
        with self._wished:
            self._closed = True
            self._wished.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._wished:
                while self._wish is None and not self._closed:
                    self._wished.wait()
                if self._closed or self._wish is None:
                    return
                wish, self._wish = self._wish, None
            judged = rejudged(*wish)
            with self._wished:
                if not self._closed:
                    self.judged.emit(judged)

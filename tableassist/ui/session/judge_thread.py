"""Judges a held moment again without making the window wait: the newest wish only."""

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.pipeline.judge import rejudged
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.workers.newest_request import NewestRequest


class JudgeThread(QObject):
    """Make it in the window's thread; `judged` is heard there."""

    judged = pyqtSignal(object)
    """The Moment as wished."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._requests = NewestRequest[tuple[Moment, TableSettings]](
            "judging a held moment", lambda request: rejudged(*request), self.judged.emit
        )

    def judge(self, moment: Moment, settings: TableSettings) -> None:
        """An earlier wish that has not begun is forgotten."""
        self._requests.request((moment, settings))

    def close(self) -> None:
        self._requests.close()

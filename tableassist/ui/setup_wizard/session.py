"""What the pages of the first run share: the camera, the table file, and how far the player has come."""

import contextlib
import datetime
from collections.abc import Callable
from pathlib import Path

import msgspec
from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.capture import FrameSource
from tableassist.errors import BadFileError, TableAssistError
from tableassist.pipeline.table_settings import TableSettings
from tableassist.setup.plan import Forecast, forecast_precision
from tableassist.store.first_run_file import (
    FirstRunProgress,
    KeptDraft,
    StepState,
    WizardStep,
    read_progress,
    with_step,
    with_table,
    write_progress,
)
from tableassist.store.table import read_table
from tableassist.ui.cameras.look_thread import LookThread
from tableassist.ui.workers import Worker


def _today() -> str:
    return datetime.datetime.now().astimezone().date().isoformat()


class WizardSession(QObject):
    changed = pyqtSignal()
    """Another camera, another table, a step done, or a new forecast of the table's precision."""

    def __init__(
        self,
        path: Path,
        open_source: Callable[[str], FrameSource],
        *,
        today: Callable[[], str] = _today,
        predict: Callable[[TableSettings], Forecast | None] = forecast_precision,
        parent: QObject | None = None,
    ) -> None:
        """`path`: of the progress file."""
        super().__init__(parent)
        self.today = today
        self._predict = predict
        self.looker = LookThread(open_source, self)
        self.forecast: Forecast | None = None
        """What the table reaches now and after each step; None until it is worked out, or where it cannot be."""
        self._path = path
        self.progress = read_progress(path)
        self.settings: TableSettings | None = None
        self._planner = Worker("predicting the precision", self)
        self.reload()

    @property
    def source(self) -> str:
        return self.progress.source

    @property
    def table(self) -> Path | None:
        """Of a table file that reads."""
        return Path(self.progress.table) if self.settings is not None else None

    def state(self, step: WizardStep) -> StepState | None:
        return self.progress.steps.get(step)

    def choose_source(self, source: str) -> None:
        if source != self.source:
            self._keep(msgspec.structs.replace(self.progress, source=source))

    def choose_table(self, table: Path) -> str:
        """What is wrong with the file; "" when it is taken."""
        try:
            read_table(table, surveyed=False)
        except TableAssistError as problem:
            return str(problem)
        self._keep(with_table(self.progress, str(table.resolve())))
        self.reload()
        return ""

    def mark(self, step: WizardStep, state: StepState | None) -> None:
        if self.state(step) is not state:
            self._keep(with_step(self.progress, step, state))

    def keep_draft(self, draft: KeptDraft) -> None:
        if draft != self.progress.draft:
            self._keep(msgspec.structs.replace(self.progress, draft=draft))

    def reload(self) -> None:
        """The table file as it is now: a step has changed it, or a person has."""
        try:
            self.settings = read_table(Path(self.progress.table)) if self.progress.table else None
        except TableAssistError:
            self.settings = None
        self._ask_forecast()
        self.changed.emit()

    def close(self) -> None:
        """The camera is free a moment later: `looker.wait_until_free`."""
        self._planner.close(wait=False)
        self.looker.close(wait=False)

    def _ask_forecast(self) -> None:
        """Predict anew in the background: each step that was done changes what the next one buys."""
        settings = self.settings
        if settings is not None:
            # Without a forecast the pages only say less; the log has what went wrong.
            self._planner.submit(
                lambda: self._predict(settings), self._take_forecast, lambda _: None, newest_of="forecast"
            )

    def _take_forecast(self, forecast: Forecast | None) -> None:
        self.forecast = forecast
        self.changed.emit()

    def _keep(self, progress: FirstRunProgress) -> None:
        """A disk that takes nothing must not stop the work: it can then only not be taken up again."""
        self.progress = progress
        with contextlib.suppress(BadFileError):
            write_progress(self._path, progress)
        self.changed.emit()

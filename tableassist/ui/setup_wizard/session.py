"""What the pages of the first run share: the camera, the table file, and how far the player has come."""

import contextlib
import datetime
from collections.abc import Callable
from pathlib import Path

import msgspec
from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.capture.frame_source import FrameSource
from tableassist.errors import BadFileError, TableAssistError
from tableassist.formats.first_run_file import (
    FirstRunProgress,
    KeptDraft,
    StepState,
    WizardStep,
    read_progress,
    with_step,
    with_table,
    write_progress,
)
from tableassist.formats.table.file import read_table
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.cameras.look_thread import LookThread
from tableassist.ui.workers.worker import Worker
from tableassist.vision.planning.skip_costs import SkipCosts, skip_costs

USUAL_PICTURE_PX = (1920, 1080)


def _today() -> str:
    return datetime.datetime.now().astimezone().date().isoformat()


def _usual_costs(width_mm: float, height_mm: float) -> SkipCosts:
    wide, high = USUAL_PICTURE_PX
    return skip_costs(width_mm, height_mm, width_px=wide, height_px=high)


class WizardSession(QObject):
    changed = pyqtSignal()
    """Another camera, another table, a step done, or what skipping costs is known now."""

    def __init__(
        self,
        path: Path,
        open_source: Callable[[str], FrameSource],
        *,
        today: Callable[[], str] = _today,
        plan_costs: Callable[[float, float], SkipCosts] = _usual_costs,
        parent: QObject | None = None,
    ) -> None:
        """`path`: of the progress file."""
        super().__init__(parent)
        self.today = today
        self._plan_costs = plan_costs
        self.looker = LookThread(open_source, self)
        self.costs: SkipCosts | None = None
        self._path = path
        self.progress = read_progress(path)
        self.settings: TableSettings | None = None
        self._planner = Worker("planning what is skipped", self)
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

    def set_check_line(self, measured_mm: float | None) -> None:
        if measured_mm != self.progress.check_line_mm:
            self._keep(msgspec.structs.replace(self.progress, check_line_mm=measured_mm))

    def reload(self) -> None:
        """The table file as it is now: a step has changed it, or a person has."""
        before = self.settings
        try:
            self.settings = read_table(Path(self.progress.table)) if self.progress.table else None
        except TableAssistError:
            self.settings = None
        settings = self.settings
        if settings is not None and (before is None or before.mat.width_mm != settings.mat.width_mm):
            self._ask_costs(settings.mat.width_mm, settings.mat.height_mm)
        self.changed.emit()

    def close(self) -> None:
        """The camera is free a moment later: `looker.wait_until_free`."""
        self._planner.close(wait=False)
        self.looker.close(wait=False)

    def _ask_costs(self, width_mm: float, height_mm: float) -> None:
        # Without the costs the pages only say less; the log has what went wrong.
        self._planner.submit(lambda: self._plan_costs(width_mm, height_mm), self._know_costs, lambda _: None)

    def _know_costs(self, costs: SkipCosts) -> None:
        self.costs = costs
        self.changed.emit()

    def _keep(self, progress: FirstRunProgress) -> None:
        """A disk that takes nothing must not stop the work: it can then only not be taken up again."""
        self.progress = progress
        with contextlib.suppress(BadFileError):
            write_progress(self._path, progress)
        self.changed.emit()

"""A recording that was cut off: the next start offers to go on with it, to keep it, or to drop it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtWidgets import QMessageBox

from tableassist.errors import TableAssistError
from tableassist.runtime.recorder.replay_buffer import UnfinishedMatch, drop_unfinished, save_unfinished
from tableassist.ui.language.words import tr
from tableassist.ui.timeline.timeline import clock
from tableassist.ui.widgets.error_box import tell_problem

if TYPE_CHECKING:
    from tableassist.ui.shell.main_window import TableWindow


def words_of(match: UnfinishedMatch) -> str:
    began = datetime.fromtimestamp(match.started_ms / 1000).astimezone()
    return tr(
        "A recording of {table}, begun {began:%Y-%m-%d %H:%M}, was cut off after {time}. Nothing of it is lost.",
        table=match.table,
        began=began,
        time=clock(match.seconds),
    )


def offer(match: UnfinishedMatch, window: TableWindow, root: Path) -> QMessageBox:
    """Does not make the window wait. `root`: where matches are kept."""
    box = QMessageBox(QMessageBox.Icon.Question, tr("A recording was cut off"), words_of(match), parent=window)
    keep = box.addButton(tr("&Keep it"), QMessageBox.ButtonRole.AcceptRole)
    drop = box.addButton(tr("&Drop it"), QMessageBox.ButtonRole.DestructiveRole)
    later = box.addButton(tr("&Later"), QMessageBox.ButtonRole.RejectRole)
    on = None
    if not match.is_replay_buffer and window.recording is not None:
        on = box.addButton(tr("&Go on with it"), QMessageBox.ButtonRole.YesRole)
    box.setDefaultButton(on or keep)
    box.setEscapeButton(later)

    def decide(button: object) -> None:
        try:
            if button is on and window.recording is not None:
                window.recording.go_on(match.folder)
                window.tell_recording()
            elif button is keep:
                _keep(match, window, root)
            elif button is drop:
                drop_unfinished(match.folder)
        except TableAssistError as problem:
            tell_problem(window, problem)

    box.buttonClicked.connect(decide)
    box.open()
    return box


def _keep(match: UnfinishedMatch, window: TableWindow, root: Path) -> None:
    began = datetime.fromtimestamp(match.started_ms / 1000).astimezone()
    name = f"{began:%Y-%m-%d %H.%M} {match.table}".replace("/", "-")
    target: Path | None = root / name if match.is_replay_buffer else None
    folder = save_unfinished(match.folder, target)
    window.status.showMessage(tr("The match is in {folder}", folder=folder), 10_000)

"""A recording that was cut off: the next start offers to go on with it, to keep it, or to drop it."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PyQt6.QtWidgets import QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.matches.recording import UnfinishedMatch, save_unfinished
from tableassist.messages import tr
from tableassist.store.match import free_match_path, remove_match
from tableassist.ui.session.words import clock
from tableassist.ui.widgets.error_box import plain_box, tell_problem


def words_of(match: UnfinishedMatch) -> str:
    return tr(
        "A recording of {table}, started {began}, was interrupted after {time}. Nothing was lost.",
        table=match.table,
        began=f"{_began(match):%Y-%m-%d %H:%M}",
        time=clock(match.seconds),
    )


def offer(
    match: UnfinishedMatch,
    asker: QWidget,
    root: Path,
    *,
    go_on: Callable[[Path], object],
    show_message: Callable[[str, int], object],
) -> QMessageBox:
    """Does not make the window wait. `root`: where matches are kept. `go_on` records on into the match."""
    box = plain_box(asker, tr("A recording was interrupted"), words_of(match), QMessageBox.Icon.Question)
    keep = box.addButton(tr("&Keep it"), QMessageBox.ButtonRole.AcceptRole)
    drop = box.addButton(tr("&Discard it"), QMessageBox.ButtonRole.DestructiveRole)
    later = box.addButton(tr("Decide &later"), QMessageBox.ButtonRole.RejectRole)
    on = None
    if not match.is_replay_buffer:
        on = box.addButton(tr("&Continue recording"), QMessageBox.ButtonRole.YesRole)
    box.setDefaultButton(on or keep)
    box.setEscapeButton(later)

    def decide(button: object) -> None:
        try:
            if button is on:
                go_on(match.folder)
            elif button is keep:
                show_message(tr("The match was saved in {folder}", folder=_kept(match, root)), 10_000)
            elif button is drop:
                remove_match(match.folder)
        except TableAssistError as problem:
            tell_problem(asker, problem)

    box.buttonClicked.connect(decide)
    box.open()
    return box


def _kept(match: UnfinishedMatch, root: Path) -> Path:
    """Where it lies now."""
    as_path = free_match_path(root, match.table, _began(match)) if match.is_replay_buffer else None
    return save_unfinished(match.folder, as_path)


def _began(match: UnfinishedMatch) -> datetime:
    return datetime.fromtimestamp(match.started_ms / 1000).astimezone()

"""What can be made of a match for others: evidence, a battle report, exports. Made by callables that are handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtWidgets import QFileDialog

from tableassist.errors import BadRequestError
from tableassist.ui.language.words import tr
from tableassist.ui.widgets.error_box import tell, tell_problem
from tableassist.ui.workers.work import work

if TYPE_CHECKING:
    from tableassist.ui.shell.main_window import TableWindow

EXPORTS = ("mp4", "gif", "csv", "jsonl", "mcap", "pcn")


@dataclass(frozen=True, slots=True)
class Exports:
    evidence: Callable[[Path, int, str | None, Path], None]
    """Of a match, a time of it, a ruling's id or None, to a file."""
    report: Callable[[Path, Path], None]
    export: Callable[[Path, str, float, Path], None]
    """As one of EXPORTS, to a file; a GIF is of the moment that lies so many seconds after the beginning."""


class ExportSession:
    """What the File menu does about papers. Long work is done beside the window."""

    def __init__(self, window: TableWindow) -> None:
        self._window = window

    def ask_evidence(self) -> None:
        """Of the moment that is shown; about the chosen ruling, if one is chosen."""
        moment, recording = self._window.session.moment, self._window.recording
        if recording is not None:
            recording.keep_picture(moment)
        exports, match = self._exports(), self._match()
        if exports is None or match is None or moment is None:
            return
        t_ns = moment.state.t_ns if recording is None else recording.time_of(moment)
        path = self._ask(tr("Hand over evidence"), f"evidence-{moment.frame.number:06d}.zip", tr("Evidence (*.zip)"))
        shared = self._window.sharing.shared()
        ruling = None if shared is None else shared.ruling.id
        if path is not None:
            self._make(path, lambda: exports.evidence(match, t_ns, ruling, path))

    def ask_report(self) -> None:
        exports, match = self._exports(), self._match()
        if exports is None or match is None:
            return
        path = self._ask(tr("Battle report"), f"{match.stem}.html", tr("Pages (*.html)"))
        if path is not None:
            self._make(path, lambda: exports.report(match, path))

    def ask_export(self, kind: str) -> None:
        exports, match = self._exports(), self._match()
        if exports is None or match is None:
            return
        path = self._ask(tr("Export the match"), f"{match.stem}.{kind}", f"(*.{kind})")
        at_s = 0.0 if self._window.player is None else self._window.player.seconds
        if path is not None:
            self._make(path, lambda: exports.export(match, kind, at_s, path))

    def _exports(self) -> Exports | None:
        return self._window.program.exports

    def _match(self) -> Path | None:
        """The match that is replayed, or the record of the table that is watched, brought up to now."""
        window = self._window
        if window.recording is not None:
            window.recording.flush()
            if window.recording.folder is None:
                tell(window, tr("Hand over evidence"), tr("Nothing is recorded, so there is nothing to hand over."))
            return window.recording.folder
        opened = window.program.opened
        return None if opened is None else Path(opened.source)

    def _ask(self, title: str, proposed: str, kinds: str) -> Path | None:
        path, _ = QFileDialog.getSaveFileName(self._window, title, proposed, kinds)
        return Path(path) if path else None

    def _make(self, path: Path, make: Callable[[], None]) -> None:
        window = self._window
        window.status.showMessage(tr("Writing {path} …", path=path))

        def made(_: object) -> None:
            window.status.showMessage(tr("Written: {path}", path=path), 10_000)

        def written() -> None:
            if path.exists():  # the person was asked whether it may be written over
                path.unlink()
            make()
            if not path.exists():
                raise BadRequestError(f"{path}: was not written")

        work(window, written, made, lambda problem: tell_problem(window, problem))

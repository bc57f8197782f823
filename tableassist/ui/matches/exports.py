"""What can be made of a match for others: evidence, a battle report, exports. Made by callables that are handed in."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog, QWidget

from tableassist.errors import BadRequestError
from tableassist.ui.language.words import tr
from tableassist.ui.matches.recording import Recording
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.error_box import tell, tell_problem
from tableassist.ui.workers.worker import Worker

EXPORTS = ("mp4", "gif", "csv", "jsonl", "mcap", "pcn")


@dataclass(frozen=True, slots=True)
class Exports:
    evidence: Callable[[Path, int, str | None, Path], None]
    """Of a match, a time of it, a ruling's id or None, to a file."""
    report: Callable[[Path, Path], None]
    export: Callable[[Path, str, float, Path], None]
    """As one of EXPORTS, to a file; a GIF is of the moment that lies so many seconds after the beginning."""


class ExportSession:
    """What the File menu does about papers. Long work is done beside the window.

    Of the table that is recorded, or else of the `match` that is replayed, at `at_s` seconds after its beginning.
    `ruling`: the id of the one that is chosen."""

    def __init__(
        self,
        session: Session,
        exports: Exports | None,
        asker: QWidget,
        *,
        recording: Recording | None,
        match: Callable[[], Path | None],
        at_s: Callable[[], float],
        ruling: Callable[[], str | None],
        show_message: Callable[[str, int], object],
    ) -> None:
        self._session = session
        self._exports = exports
        self._asker = asker
        self._recording = recording
        self._replayed = match
        self._at_s = at_s
        self._ruling = ruling
        self._show_message = show_message
        self._worker = Worker("writing a paper", asker)

    def ask_evidence(self) -> None:
        """Of the moment that is shown; about the chosen ruling, if one is chosen."""
        moment, recording = self._session.moment, self._recording
        if recording is not None:
            recording.keep_picture(moment)
        exports, match = self._exports, self._match()
        if exports is None or match is None or moment is None:
            return
        t_ns = moment.state.t_ns if recording is None else recording.time_of(moment)
        path = self._ask(tr("Share evidence"), f"evidence-{moment.frame.number:06d}.zip", tr("Evidence (*.zip)"))
        ruling = self._ruling()
        if path is not None:
            self._make(path, lambda: exports.evidence(match, t_ns, ruling, path))

    def ask_report(self) -> None:
        exports, match = self._exports, self._match()
        if exports is None or match is None:
            return
        path = self._ask(tr("Battle report"), f"{match.stem}.html", tr("Pages (*.html)"))
        if path is not None:
            self._make(path, lambda: exports.report(match, path))

    def ask_export(self, kind: str) -> None:
        exports, match = self._exports, self._match()
        if exports is None or match is None:
            return
        path = self._ask(tr("Export the match"), f"{match.stem}.{kind}", f"(*.{kind})")
        at_s = self._at_s()
        if path is not None:
            self._make(path, lambda: exports.export(match, kind, at_s, path))

    def _match(self) -> Path | None:
        """The match that is replayed, or the record of the table that is watched, brought up to now."""
        if self._recording is None:
            return self._replayed()
        self._recording.flush()
        if self._recording.folder is None:
            tell(self._asker, tr("Share evidence"), tr("Nothing has been recorded, so there is nothing to share."))
        return self._recording.folder

    def _ask(self, title: str, proposed: str, kinds: str) -> Path | None:
        path, _ = QFileDialog.getSaveFileName(self._asker, title, proposed, kinds)
        return Path(path) if path else None

    def _make(self, path: Path, make: Callable[[], None]) -> None:
        self._show_message(tr("Writing {path} …", path=path), 0)

        def made(_: object) -> None:
            self._show_message(tr("Saved: {path}", path=path), 10_000)

        def written() -> None:
            if path.exists():  # the person was asked whether it may be written over
                path.unlink()
            make()
            if not path.exists():
                raise BadRequestError("{path}: the file was not written", path=str(path))

        self._worker.submit(written, made, lambda problem: tell_problem(self._asker, problem))

    def close(self) -> None:
        """A film may take minutes: it is written to its end, or until the program ends."""
        self._worker.close(wait=False)

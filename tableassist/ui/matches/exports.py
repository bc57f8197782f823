"""What can be made of a match for others: evidence, report, exports, a text for a forum, and this table's key."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QFileDialog, QMessageBox, QWidget

from tableassist.errors import BadRequestError, TableAssistError
from tableassist.messages import say, tr
from tableassist.process import Progress
from tableassist.store.export import ExportKind
from tableassist.store.report import ForumMarkup
from tableassist.ui.long_work import LongWork
from tableassist.ui.matches.recording import Recording
from tableassist.ui.painting.pictures import PicturePainter
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.notices import plain_box, tell, tell_problem
from tableassist.ui.workers import Worker

GIF_S = 3.0


@dataclass(eq=False, kw_only=True)
class ExportSession:
    """What the File menu does about papers. Long work is done beside the window.

    Of the table that is recorded, or else of the `match` that is replayed, at `at_s` seconds after its beginning.
    `ruling`: the id of the one that is chosen."""

    session: Session
    asker: QWidget
    recording: Recording | None
    match: Callable[[], Path | None]
    at_s: Callable[[], float]
    ruling: Callable[[], str | None]
    show_message: Callable[[str, int], object]

    def __post_init__(self) -> None:
        self._running: list[LongWork[str]] = []

    def ask_evidence(self) -> None:
        """Of the moment that is shown; about the chosen ruling, if one is chosen."""
        moment, recording = self.session.moment, self.recording
        if recording is not None:
            recording.keep_picture(moment)
        match = self._match()
        if match is None or moment is None:
            return
        t_ns = moment.state.t_ns if recording is None else recording.time_of(moment)
        ruling = self.ruling()  # the list goes on while somebody looks for a folder
        path = self._ask(tr("Share evidence"), f"evidence-{moment.frame.number:06d}.zip", tr("Evidence (*.zip)"))
        if path is not None:
            self.make(path, lambda _progress: _evidence(match, t_ns, ruling, path))

    def ask_report(self) -> None:
        match = self._match()
        if match is None:
            return
        path = self._ask(tr("Battle report"), f"{match.stem}.html", tr("Pages (*.html)"))
        if path is not None:
            self.make(path, lambda progress: _report(match, path, progress))

    def ask_export(self, kind: ExportKind) -> None:
        match = self._match()
        if match is None:
            return
        path = self._ask(tr("Export the match"), f"{match.stem}.{kind}", f"(*.{kind})")
        at_s = self.at_s()
        if path is not None:
            self.make(path, lambda progress: _export(match, kind, at_s, path, progress))

    def _match(self) -> Path | None:
        """The match that is replayed, or the record of the table that is watched."""
        if self.recording is None:
            return self.match()
        if self.recording.folder is None:
            tell(self.asker, tr("Share evidence"), tr("Nothing is recorded, so there is nothing to share."))
        return self.recording.folder

    def _ask(self, title: str, proposed: str, kinds: str) -> Path | None:
        path, _ = QFileDialog.getSaveFileName(self.asker, title, proposed, kinds)
        return Path(path) if path else None

    def make(self, path: Path, make: Callable[[Progress], str]) -> None:
        """With a box that tells how far it is and can stop it. `make` returns what else is to be told, or nothing."""

        def written(progress: Progress) -> str:
            if self.recording is not None:
                self.recording.flush()
            if path.exists():  # the person was asked whether it may be written over
                path.unlink()
            more = make(progress)
            if not path.exists():
                raise BadRequestError("{path}: the file was not written", path=str(path))
            return more

        def made(more: str) -> None:
            self.show_message(" ".join(each for each in (tr("Saved: {path}", path=path), more) if each), 10_000)

        words = tr("Writing {path} …", path=path)
        failed = partial(tell_problem, self.asker)
        work = LongWork(self.asker, words, written, made, failed, unwanted=lambda _: path.unlink(missing_ok=True))
        self._running.append(work)
        work.destroyed.connect(lambda: self._running.remove(work))

    def close(self) -> None:
        """What is not written yet is given up, so that no half of a film is left."""
        for work in tuple(self._running):
            work.stop()


def _evidence(match: Path, t_ns: int, ruling: str | None, out: Path) -> str:
    """Told where the picture alone says less than the table did."""
    from tableassist.judging import VERDICT_WORDS  # noqa: PLC0415  loaded where it is needed
    from tableassist.matches.evidence import (  # noqa: PLC0415  loaded where it is needed
        make_evidence,
        table_signing,
    )

    signing = table_signing()
    made = make_evidence(match, t_ns, out, ruling=ruling, signing=signing)
    then, shown = (say(VERDICT_WORDS[each]) for each in made.asked)
    told = [tr("Not signed: there is no key.")] if signing is None else []
    if then != shown:
        told.append(tr("Note: {then} at the table is {shown} in this one picture.", then=then, shown=shown))
    return " ".join(told)


def _report(match: Path, out: Path, progress: Progress) -> str:
    from tableassist.matches.report import write_report  # noqa: PLC0415  loaded where it is needed

    write_report(match, out, painter=PicturePainter(), progress=progress)
    return ""


def _export(match: Path, kind: ExportKind, at_s: float, out: Path, progress: Progress) -> str:
    """A GIF is of the moment that lies so many seconds after the beginning."""
    from tableassist.matches import export_match  # noqa: PLC0415  loaded where it is needed

    at = f"{at_s:.3f}" if kind is ExportKind.GIF else None
    painter = PicturePainter(steady=True)
    export_match(match, kind, out, painter=painter, at=at, seconds=GIF_S, progress=progress)
    return ""


TOLD_MS = 10_000


@dataclass(eq=False, kw_only=True)
class ForumCopy:
    asker: QWidget
    match: Callable[[], Path | None]
    show_message: Callable[[str, int], object]

    def __post_init__(self) -> None:
        self._worker = Worker("writing a text for a forum", self.asker)

    def copy(self, markup: ForumMarkup) -> None:
        match = self.match()
        if match is None:
            return
        self.show_message(tr("Writing the text …"), 0)
        self._worker.submit(lambda: _text(match, markup), self._copied, lambda each: tell_problem(self.asker, each))

    def close(self) -> None:
        self._worker.close(wait=False)

    def _copied(self, text: str) -> None:
        clipboard = QGuiApplication.clipboard()
        if clipboard is not None:
            clipboard.setText(text)
            self.show_message(tr("The text was copied to the clipboard: paste it in the forum."), TOLD_MS)


def _text(match: Path, markup: ForumMarkup) -> str:
    from tableassist.matches.report import forum_text_of_match  # noqa: PLC0415  loaded where it is needed

    return forum_text_of_match(match, markup)


class OwnKey:
    def __init__(self, asker: QWidget) -> None:
        self._asker = asker
        self.digits = ""
        """To be read aloud; empty until the key is there, and where none can be made."""
        self._problem: TableAssistError | None = None
        self._worker = Worker("the table's key", asker)
        self._worker.submit(_own_digits, self._found, self._failed)

    def show(self) -> None:
        box = plain_box(self._asker, tr("This table's key"), self._words(), QMessageBox.Icon.NoIcon)
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.open()

    def close(self) -> None:
        self._worker.close(wait=False)

    def _found(self, digits: str) -> None:
        self.digits = digits

    def _failed(self, problem: TableAssistError) -> None:
        self._problem = problem

    def _words(self) -> str:
        if self._problem is not None:
            return tr("There is no key, so nothing is signed: {problem}", problem=say(self._problem.message))
        use = tr(
            "This computer signs its evidence and matches with this key. Read these digits to anyone who receives "
            "some for the first time: from then on, their computer recognises what comes from here."
        )
        return f"{self.digits}\n\n{use}"


def _own_digits() -> str:
    from tableassist.store.keys import key_folder, load_or_make_table_key  # noqa: PLC0415  loaded beside the window

    return load_or_make_table_key(key_folder()).fingerprint

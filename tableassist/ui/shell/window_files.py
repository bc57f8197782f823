"""What the File menu does for a window: opening, saving, copying, dropping, and a table file that was changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from platformdirs import user_cache_path
from PyQt6.QtCore import QEvent, QFileSystemWatcher, QObject, QStandardPaths, QUrl
from PyQt6.QtGui import QDesktopServices, QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PyQt6.QtWidgets import QFileDialog, QMessageBox, QWidget

from tableassist.capture import PICTURE_SUFFIXES
from tableassist.errors import TableAssistError
from tableassist.matches.games import write_score_page
from tableassist.messages import tr
from tableassist.store.match_library import import_match
from tableassist.store.table import read_table
from tableassist.ui.long_work import LongWork
from tableassist.ui.session.preferences import Recent
from tableassist.ui.session.session import Session
from tableassist.ui.shell.host import Host
from tableassist.ui.widgets.notices import plain_box, tell, tell_problem
from tableassist.ui.workers import Soon

VIDEO_SUFFIXES = frozenset({".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v"})
MATCH_SUFFIX = ".match"
PACKED_SUFFIX = ".zip"
SCORE_SUFFIX = ".pcn"


class FileKind(StrEnum):
    TABLE = "table"
    PICTURE = "picture"
    VIDEO = "video"
    MATCH = "match"
    PACKED_MATCH = "packed match"
    SCORE = "score"


@dataclass(frozen=True, slots=True)
class Dropped:
    """What was dropped at once; None where there was none of that kind."""

    table: Path | None = None
    source: Path | None = None
    match: Path | None = None
    packed_match: Path | None = None
    score: Path | None = None
    unknown: tuple[Path, ...] = ()


def kind_of(path: Path) -> FileKind | None:
    suffix = path.suffix.lower()
    if suffix == MATCH_SUFFIX or (path.name == "match.sqlite" and path.parent.suffix == MATCH_SUFFIX):
        return FileKind.MATCH
    by_suffix = {".toml": FileKind.TABLE, PACKED_SUFFIX: FileKind.PACKED_MATCH, SCORE_SUFFIX: FileKind.SCORE}
    if suffix in by_suffix:
        return by_suffix[suffix]
    if suffix in PICTURE_SUFFIXES or path.is_dir():
        return FileKind.PICTURE
    return FileKind.VIDEO if suffix in VIDEO_SUFFIXES else None


def sorted_out(paths: tuple[Path, ...]) -> Dropped:
    """The last of each kind counts."""
    by_kind: dict[FileKind | None, list[Path]] = {}
    for path in paths:
        by_kind.setdefault(kind_of(path), []).append(path)
    sources = [*by_kind.get(FileKind.PICTURE, ()), *by_kind.get(FileKind.VIDEO, ())]
    matches = [path.parent if path.name == "match.sqlite" else path for path in by_kind.get(FileKind.MATCH, ())]
    return Dropped(
        table=_last(by_kind.get(FileKind.TABLE, ())),
        source=_last(sources),
        match=_last(matches),
        packed_match=_last(by_kind.get(FileKind.PACKED_MATCH, ())),
        score=_last(by_kind.get(FileKind.SCORE, ())),
        unknown=tuple(by_kind.get(None, ())),
    )


def _last(paths: Sequence[Path]) -> Path | None:
    return paths[-1] if paths else None


ENDINGS = "*.toml *.png *.jpg *.jpeg *.mp4 *.mov *.mkv *.avi *.webm *.zip *.pcn"
SETTLE_MS = 700
"""An editor writes a file in several steps."""
ShowMessage = Callable[[str, int], object]
"""Words for the status bar, and for how long (ms)."""


class TableFileWatch(QObject):
    """Notices that the table file was changed by somebody else, and offers to load it again."""

    def __init__(self, path: Path, session: Session, reload: Callable[[], object], asker: QWidget) -> None:
        super().__init__(asker)
        self._path, self._session, self._reload, self._asker = path, session, reload, asker
        self._settled = Soon(SETTLE_MS, self._compare, self)
        self._watcher = QFileSystemWatcher([str(path), str(path.parent)], self)
        self._watcher.fileChanged.connect(lambda _path: self._settled.ask())
        # Many editors write a new file and give it the old one's name; then only the folder tells.
        self._watcher.directoryChanged.connect(lambda _path: self._settled.ask())
        self._known, self._rules = self._content(), session.settings.rules
        self.box: QMessageBox | None = None
        """The question, while it is open."""

    def _content(self) -> bytes | None:
        try:
            return self._path.read_bytes()
        except OSError:
            return None  # it is being replaced, or gone

    def _compare(self) -> None:
        content = self._content()
        if content is None or content == self._known or self.box is not None:
            return
        self._known = content
        if str(self._path) not in self._watcher.files():
            self._watcher.addPath(str(self._path))
        try:
            table = read_table(self._path)
        except TableAssistError as problem:
            tell_problem(self._asker, problem)
            return
        now = self._session.settings
        same_camera = table.camera.camera == now.camera.camera
        if (table.pieces, table.mat) != (now.pieces, now.mat) or table.rules != self._rules or not same_camera:
            self._offer()

    def _offer(self) -> None:
        words = tr(
            "{file} was changed. Load the table again?\n\nA recording ends there; a game that is being played goes on.",
            file=self._path.name,
        )
        self.box = plain_box(self._asker, tr("The table file was changed"), words, QMessageBox.Icon.Question)
        self.box.setObjectName("table-changed")
        load = self.box.addButton(tr("&Load it again"), QMessageBox.ButtonRole.AcceptRole)
        self.box.setEscapeButton(self.box.addButton(tr("&Not now"), QMessageBox.ButtonRole.RejectRole))
        self.box.buttonClicked.connect(lambda button: self._reload() if button is load else None)
        self.box.finished.connect(self._forget_box)
        self.box.open()

    def _forget_box(self) -> None:
        self.box = None


@dataclass(frozen=True, eq=False)
class Opener:
    """Opens files for whichever window asks."""

    _program: Host
    _asker: QWidget
    _pages: Path = field(default_factory=lambda: user_cache_path("tableassist") / "pages")
    """Where a page lies that a browser is to show."""
    _open_page: Callable[[QUrl], object] = QDesktopServices.openUrl

    def ask(self) -> None:
        kinds = tr("Tables, pictures, videos, matches, scores ({endings});;All files (*)", endings=ENDINGS)
        paths, _ = QFileDialog.getOpenFileNames(self._asker, tr("Open"), "", kinds)
        if paths:
            self.open(tuple(Path(path) for path in paths))

    def open(self, paths: tuple[Path, ...]) -> None:
        """A picture or video is seen by the table file that comes with it, else by the one that is open."""
        found = sorted_out(paths)
        if found.match is not None:
            self._program.try_open(Recent(str(found.match)), self._asker)
        elif found.packed_match is not None:
            self._unpack(found.packed_match)
        elif found.score is not None:
            self._show_score(found.score)
        elif found.table is not None or found.source is not None:
            self._open_table(found.table, found.source)
        else:
            names = ", ".join(path.name for path in found.unknown)
            self._tell(tr("{names}: expected a table file, a picture, a video, a match or a score.", names=names))

    def _open_table(self, table: Path | None, source: Path | None) -> None:
        before = self._program.opened
        if table is None:
            table = None if before is None or before.table is None else Path(before.table)
        if table is None:
            self._tell(tr("Which table is this a picture of? Open or drop its table file together with it."))
            return
        text = str(source) if source is not None else self._program.source_for(table)
        if text is None:
            self._tell(tr("Which camera shows this table? Choose it under File > Camera, then open the table again."))
            return
        self._program.try_open(Recent(text, str(table)), self._asker)

    def _unpack(self, packed: Path) -> None:
        """Into the library: a match is looked at and carried on as a folder."""
        LongWork(
            self._asker,
            tr("Importing {name} …", name=packed.name),
            lambda _progress: import_match(packed, self._program.matches_root),
            lambda folder: self._program.try_open(Recent(str(folder)), self._asker),
            lambda problem: tell_problem(self._asker, problem),
            modal=True,
        )

    def _show_score(self, score: Path) -> None:
        """As a page, in the browser: it has the table after each turn."""
        page = self._pages / f"{score.stem}.html"
        LongWork(
            self._asker,
            tr("Opening {source} …", source=score.name),
            lambda _progress: write_score_page(score, page),
            lambda _problem: self._open_page(QUrl.fromLocalFile(str(page))),
            lambda problem: tell_problem(self._asker, problem),
            modal=True,
        )

    def _tell(self, words: str) -> None:
        tell(self._asker, tr("Open"), words)


class FileDrop(QObject):
    """Files dropped onto a window are opened."""

    def __init__(self, window: QWidget, open_files: Callable[[tuple[Path, ...]], object]) -> None:
        super().__init__(window)
        self._open = open_files
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, _watched: QObject | None, event: QEvent | None) -> bool:  # noqa: N802
        if isinstance(event, QDropEvent):  # a QDragEnterEvent is one, too
            paths = _files_of(event)
            if paths:
                event.acceptProposedAction()
                if not isinstance(event, QDragEnterEvent):
                    self._open(paths)
                return True
        return False


@dataclass(frozen=True, eq=False)
class PictureSaver:
    _session: Session
    picture: Callable[[], QImage | None]
    """Draws what is shown."""
    _show_message: ShowMessage
    _asker: QWidget

    def ask(self) -> None:
        moment = self._session.moment
        if moment is None:
            tell(self._asker, tr("Save picture"), tr("There is no picture yet."))
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        proposed = f"{folder}/table-{moment.frame.number:06d}.png"
        kinds = tr("Pictures (*.png *.jpg)")
        path, _ = QFileDialog.getSaveFileName(self._asker, tr("Save picture"), proposed, kinds)
        if path and not self.save(path if "." in path.rsplit("/", 1)[-1] else f"{path}.png"):
            words = tr("The picture could not be saved to {path}", path=path)
            tell(self._asker, tr("Save picture"), words)

    def save(self, path: str) -> bool:
        image = self.picture()
        return image is not None and image.save(path)

    def copy(self) -> None:
        image, clipboard = self.picture(), QGuiApplication.clipboard()
        if image is not None and clipboard is not None:
            clipboard.setImage(image)
            self._show_message(tr("Picture copied to the clipboard."), 4000)


def _files_of(event: QDropEvent) -> tuple[Path, ...]:
    data = event.mimeData()
    if data is None:
        return ()
    return tuple(Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())

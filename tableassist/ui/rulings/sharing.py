"""Share the chosen ruling: as a picture, a page or text."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PyQt6.QtCore import QMarginsF, QMimeData, QObject, QSizeF, QStandardPaths, pyqtSignal
from PyQt6.QtGui import QClipboard, QColor, QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PyQt6.QtWidgets import QFileDialog, QWidget

from tableassist import __version__
from tableassist.errors import BadFileError, BadRequestError
from tableassist.messages import say, tr
from tableassist.pipeline.judge import answer_at
from tableassist.printing import Paper
from tableassist.rulebook import Ruling
from tableassist.rulebook.ruling import find_overruling
from tableassist.ui.rulings.sheet import paint_page
from tableassist.ui.rulings.sheet_words import SharedRuling, sheet_text, sheet_words
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.notices import tell
from tableassist.ui.workers import Worker

_UNITS_A_MM = 10.0
_PIXELS_A_UNIT = 0.75
"""1575 x 2228 for A4: sharp on a screen, and small enough for any forum."""
_DOTS_AN_INCH = 600


def ruling_image(shared: SharedRuling, paper: Paper = Paper.A4) -> QImage:
    """May be called from any thread."""
    page = _page(paper)
    width, height = round(page.width() * _PIXELS_A_UNIT), round(page.height() * _PIXELS_A_UNIT)
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#FFFFFF"))
    painter = QPainter(image)
    painter.scale(_PIXELS_A_UNIT, _PIXELS_A_UNIT)
    paint_page(painter, shared, page)
    painter.end()
    return image


def write_ruling_pdf(path: Path, shared: SharedRuling, paper: Paper = Paper.A4) -> None:
    """Text stays text, so that it can be searched and copied. BadFileError where it cannot be written."""
    page = _page(paper)
    size_mm = page / _UNITS_A_MM
    writer = QPdfWriter(str(path))
    writer.setResolution(_DOTS_AN_INCH)
    size = QPageSize(size_mm, QPageSize.Unit.Millimeter, paper.label, QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setTitle(sheet_words(shared).question)
    writer.setCreator(f"Table Assist {__version__}")
    painter = QPainter()
    if not painter.begin(writer):
        raise BadFileError(f"{path}: cannot be written; is the folder there, and the disk not full?")
    dots = _DOTS_AN_INCH / 25.4 / _UNITS_A_MM
    painter.scale(dots, dots)
    paint_page(painter, shared, page)
    if not painter.end():
        raise BadFileError(f"{path}: could not be finished; is the disk full?")


def copy_ruling(shared: SharedRuling, clipboard: QClipboard | None = None, *, image: QImage | None = None) -> None:
    """The picture and the words, for whichever the other program takes. `image`: where it is made already."""
    taken = clipboard if clipboard is not None else QGuiApplication.clipboard()
    if taken is None:
        return
    data = QMimeData()
    data.setImageData(image if image is not None else ruling_image(shared))
    data.setText(sheet_text(shared))
    taken.setMimeData(data)


def _page(paper: Paper) -> QSizeF:
    width, height = paper.portrait_mm
    return QSizeF(width * _UNITS_A_MM, height * _UNITS_A_MM)


class RulingShare(QObject):
    """One at a time: a second wish while the first is still being painted is refused in words."""

    told = pyqtSignal(str)
    """What has come of it, for the status bar."""

    def __init__(self, *, clipboard: QClipboard | None = None, parent: QObject | None = None) -> None:
        """`clipboard`: the system's own, unless given."""
        super().__init__(parent)
        self._clipboard = clipboard
        self._painter = Worker("painting a ruling", self)

    def copy(self, shared: SharedRuling) -> None:
        """The picture and the words, to be pasted wherever people talk."""
        self._start(lambda: (shared, ruling_image(shared)))

    def save(self, shared: SharedRuling, path: Path) -> None:
        """As the name ends: .png or .pdf."""
        self._start(lambda: _saved(shared, path))

    def close(self) -> None:
        self._painter.close(wait=False)

    def _start(self, work: Callable[[], object]) -> None:
        if self._painter.is_busy:
            self.told.emit(tr("The previous ruling is still being saved."))
        else:
            self._painter.submit(work, self._painted, lambda problem: self.told.emit(say(problem.message)))

    def _painted(self, made: object) -> None:
        if isinstance(made, Path):
            self.told.emit(tr("Ruling saved: {path}", path=made))
        elif isinstance(made, tuple):
            shared, image = made
            assert isinstance(shared, SharedRuling)
            assert isinstance(image, QImage)
            copy_ruling(shared, self._clipboard, image=image)
            self.told.emit(tr("Ruling copied: paste it as a picture or as text."))


def _saved(shared: SharedRuling, path: Path) -> Path:
    if path.suffix == ".pdf":
        write_ruling_pdf(path, shared)
    elif path.suffix != ".png":
        raise BadRequestError(f"share: got '{path.name}', expected a name that ends in .png or .pdf")
    elif not ruling_image(shared).save(str(path)):
        raise BadFileError(f"{path}: cannot be written; is the folder there, and the disk not full?")
    return path


class Sharing:
    """`chosen`: the ruling that is chosen in the list. `key`: the digits of this computer's key."""

    def __init__(
        self, session: Session, chosen: Callable[[], Ruling | None], asker: QWidget, *, key: Callable[[], str]
    ) -> None:
        self._session = session
        self._chosen_ruling = chosen
        self._asker = asker
        self._key = key
        self.share = RulingShare(parent=asker)

    def shared(self) -> SharedRuling | None:
        """The chosen question as it is answered in the moment that is shown; None where none is chosen."""
        moment, chosen = self._session.moment, self._chosen_ruling()
        if chosen is None or moment is None:
            return None
        ruling = answer_at(moment.state, moment.settings, chosen)
        if ruling is None:
            return None
        seen = datetime.now() if moment.wall_ms is None else datetime.fromtimestamp(moment.wall_ms / 1000)
        # A match that is looked at again may be somebody else's.
        key = "" if self._session.is_replay else self._key()
        return SharedRuling(moment, ruling, seen.astimezone(), find_overruling(self._session.overrulings, ruling), key)

    def ask_picture(self) -> None:
        self._ask("png", tr("Pictures (*.png)"))

    def ask_pdf(self) -> None:
        self._ask("pdf", tr("Pages (*.pdf)"))

    def copy(self) -> None:
        shared = self._chosen()
        if shared is not None:
            self.share.copy(shared)

    def close(self) -> None:
        self.share.close()

    def _ask(self, suffix: str, kinds: str) -> None:
        shared = self._chosen()
        if shared is None:
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        proposed = f"{folder}/ruling-{shared.ruling.rule}-{shared.moment.frame.number:06d}.{suffix}"
        path, _ = QFileDialog.getSaveFileName(self._asker, tr("Share the ruling"), proposed, kinds)
        if path:
            self.share.save(shared, Path(path).with_suffix(f".{suffix}"))

    def _chosen(self) -> SharedRuling | None:
        shared = self.shared()
        if shared is None:
            tell(self._asker, tr("Share the ruling"), tr("Choose a ruling in the list first."))
        return shared

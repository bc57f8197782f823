"""Shares a ruling without making the window wait: painting the page takes longer than a frame."""

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtGui import QClipboard, QImage

from tableassist.errors import BadFileError, BadRequestError
from tableassist.messages import say, tr
from tableassist.ui.rulings.sheet.sheet import copy_ruling, ruling_image, write_ruling_pdf
from tableassist.ui.rulings.sheet.words import SharedRuling
from tableassist.ui.workers.worker import Worker


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

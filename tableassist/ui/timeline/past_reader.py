"""Looks into the past without making the window wait: the newest request of each kind only."""

from collections.abc import Callable

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.pipeline.moment import Moment
from tableassist.ui.timeline.past import Past, Sign, ToldGame
from tableassist.ui.workers.worker import Worker
from tableassist.vision.camera.frame import Image

Known = tuple[tuple[int, int], tuple[Sign, ...], ToldGame | None]


class PastReader(QObject):
    """Opens the past beside the window when it is first asked for. Where that fails, the next request tries again: a
    record that has only begun has nothing to show yet."""

    found = pyqtSignal(object)
    """A Moment that was asked for."""
    spanned = pyqtSignal(object, object)
    """(first, last) and the Signs, after `refresh`."""
    told = pyqtSignal(object)
    """The ToldGame, or None, after the first `refresh` and whenever something was said since."""
    pictured = pyqtSignal(object)
    """The small picture that was asked for, or None."""
    failed = pyqtSignal(object)
    """A TableAssistError."""

    def __init__(self, open_past: Callable[[], Past], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_past = open_past
        self._past: Past | None = None
        """Belongs to the worker."""
        self._game: ToldGame | None = None
        self._has_told = False
        self._worker = Worker("looking back", self)

    def show(self, t_ns: int) -> None:
        self._show(lambda past: past.at(t_ns))

    def show_beside(self, t_ns: int, frames: int) -> None:
        self._show(lambda past: past.beside(t_ns, frames))

    def refresh(self) -> None:
        def known() -> Known:
            past = self._opened()
            return past.span(), past.signs(), past.game()

        self._worker.submit(known, self._tell, self.failed.emit, newest_of="span")

    def picture(self, t_ns: int) -> None:
        def small() -> Image | None:
            return self._opened().thumbnail(t_ns)

        self._worker.submit(small, self.pictured.emit, self.failed.emit, newest_of="picture")

    def close(self) -> None:
        self._worker.close(last=self._close)

    def _tell(self, known: Known) -> None:
        span, signs, game = known
        self.spanned.emit(span, signs)
        if not self._has_told or game is not self._game:
            self._has_told, self._game = True, game
            self.told.emit(game)

    def _show(self, moment_of: Callable[[Past], Moment | None]) -> None:
        def found(moment: Moment | None) -> None:
            if moment is not None:
                self.found.emit(moment)

        self._worker.submit(lambda: moment_of(self._opened()), found, self.failed.emit, newest_of="moment")

    def _opened(self) -> Past:
        if self._past is None:
            self._past = self._open_past()
        return self._past

    def _close(self) -> None:
        if self._past is not None:
            self._past.close()

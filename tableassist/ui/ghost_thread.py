"""Looks ahead for a ghost without making the window wait: the newest wish only."""

from threading import Condition, Thread

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.rules.reach_region import Reach
from tableassist.ui.ghost_place import GhostWish, foresee, reach_of


class GhostThread(QObject):
    """Make it in the window's thread; `foreseen` is heard there."""

    foreseen = pyqtSignal(object)
    """Foreseen, or None where she is not on the table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wished = Condition()
        self._wish: GhostWish | None = None
        self._closed = False
        self._reach: tuple[GhostWish, Reach | None] | None = None
        self._thread = Thread(target=self._run, name="looking ahead for a ghost", daemon=True)
        self._thread.start()

    def wish(self, wish: GhostWish) -> None:
        """An earlier wish that has not begun is forgotten."""
        with self._wished:
            self._wish = wish
            self._wished.notify()

    def close(self) -> None:
        with self._wished:
            self._closed = True
            self._wished.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._wished:
                while self._wish is None and not self._closed:
                    self._wished.wait()
                if self._closed or self._wish is None:
                    return
                wish, self._wish = self._wish, None
            foreseen = foresee(wish, self._reach_of(wish))
            with self._wished:
                if not self._closed:
                    self.foreseen.emit(foreseen)

    def _reach_of(self, wish: GhostWish) -> Reach | None:
        """The same for all places of one ship on one table."""
        if self._reach is None or not _same_waters(self._reach[0], wish):
            self._reach = wish, reach_of(wish)
        return self._reach[1]


def _same_waters(one: GhostWish, other: GhostWish) -> bool:
    return (
        one.piece == other.piece
        and one.voyage == other.voyage
        and one.rules is other.rules
        and one.scene.ledger is other.scene.ledger
        and one.scene.pieces == other.scene.pieces
    )

"""Looks ahead for a ghost without making the window wait: the newest wish only."""

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.rules.movement.reach_region import Reach
from tableassist.ui.tools.ghost.place import Foreseen, GhostWish, foresee, reach_of
from tableassist.ui.workers.newest_request import NewestWish


class GhostThread(QObject):
    """Make it in the window's thread; `foreseen` is heard there."""

    foreseen = pyqtSignal(object)
    """Foreseen, or None where she is not on the table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reach: tuple[GhostWish, Reach | None] | None = None
        self._wishes = NewestWish[GhostWish]("looking ahead for a ghost", self._foresee, self.foreseen.emit)

    def wish(self, wish: GhostWish) -> None:
        """An earlier wish that has not begun is forgotten."""
        self._wishes.wish(wish)

    def close(self) -> None:
        self._wishes.close()

    def _foresee(self, wish: GhostWish) -> Foreseen | None:
        return foresee(wish, self._reach_of(wish))

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

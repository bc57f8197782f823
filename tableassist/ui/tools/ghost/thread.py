"""Looks ahead for a ghost without making the window wait: the newest wish only."""

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.rules.movement.reach_region import Reach
from tableassist.ui.tools.ghost.place import Foreseen, GhostRequest, foresee, reach_of
from tableassist.ui.workers.newest_request import NewestRequest


class GhostThread(QObject):
    """Make it in the window's thread; `foreseen` is heard there."""

    foreseen = pyqtSignal(object)
    """Foreseen, or None where she is not on the table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reach: tuple[GhostRequest, Reach | None] | None = None
        self._requests = NewestRequest[GhostRequest]("looking ahead for a ghost", self._foresee, self.foreseen.emit)

    def request(self, request: GhostRequest) -> None:
        """An earlier wish that has not begun is forgotten."""
        self._requests.request(request)

    def close(self) -> None:
        self._requests.close()

    def _foresee(self, request: GhostRequest) -> Foreseen | None:
        return foresee(request, self._reach_of(request))

    def _reach_of(self, request: GhostRequest) -> Reach | None:
        """The same for all places of one ship on one table."""
        if self._reach is None or not _same_forbidden(self._reach[0], request):
            self._reach = request, reach_of(request)
        return self._reach[1]


def _same_forbidden(one: GhostRequest, other: GhostRequest) -> bool:
    return (
        one.piece == other.piece
        and one.voyage == other.voyage
        and one.rules is other.rules
        and one.scene.ledger is other.scene.ledger
        and one.scene.pieces == other.scene.pieces
    )

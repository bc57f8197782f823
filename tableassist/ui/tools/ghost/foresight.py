"""Looks ahead for a ghost, one place after the other."""

from tableassist.rules.movement.reach_region import Reach
from tableassist.rules.movement.reach_shots import ReachShot
from tableassist.ui.tools.ghost.place import Foreseen, GhostRequest, foresee, reach_of, reach_shots_of


class Foresight:
    """Belongs to one thread."""

    def __init__(self) -> None:
        self._reach: tuple[GhostRequest, Reach | None, tuple[ReachShot, ...]] | None = None

    def of(self, request: GhostRequest) -> Foreseen | None:
        """None where she is not on the table."""
        return foresee(request, *self._reach_of(request))

    def _reach_of(self, request: GhostRequest) -> tuple[Reach | None, tuple[ReachShot, ...]]:
        """The same for all places of one ship on one table."""
        if self._reach is None or not _same_forbidden(self._reach[0], request):
            reach = reach_of(request)
            self._reach = request, reach, reach_shots_of(request, reach)
        return self._reach[1:]


def _same_forbidden(one: GhostRequest, other: GhostRequest) -> bool:
    return (
        one.piece == other.piece
        and one.voyage == other.voyage
        and one.rules is other.rules
        and one.scene.ledger is other.scene.ledger
        and one.scene.pieces == other.scene.pieces
    )

"""What no camera sees, as a value: who owns what, which masts stand, whose home an island is."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Ledger:
    """Pieces and players are named by their ids; nothing here knows a shape."""

    players: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    """Piece to player. A piece that is not here belongs to nobody."""
    masts_lost: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """Piece to the masts that are off, 1 foremost."""
    homes: Mapping[str, str] = field(default_factory=dict)
    """Island to the player whose home it is. The other islands are wild."""

    def are_enemies(self, one: str, other: str) -> bool:
        """Two pieces of two different players."""
        first, second = self.owners.get(one), self.owners.get(other)
        return first is not None and second is not None and first != second


@dataclass(frozen=True, slots=True)
class MastLost:
    piece: str
    mast: int


@dataclass(frozen=True, slots=True)
class MastRepaired:
    piece: str
    mast: int


@dataclass(frozen=True, slots=True)
class Captured:
    """A piece changes hands."""

    piece: str
    player: str


@dataclass(frozen=True, slots=True)
class HomeChosen:
    island: str
    player: str


LedgerEvent = MastLost | MastRepaired | Captured | HomeChosen


def apply(ledger: Ledger, event: LedgerEvent) -> Ledger:
    """The ledger after the event."""
    match event:
        case MastLost(piece, mast):
            off = ledger.masts_lost.get(piece, frozenset()) | {mast}
            return replace(ledger, masts_lost={**ledger.masts_lost, piece: off})
        case MastRepaired(piece, mast):
            off = ledger.masts_lost.get(piece, frozenset()) - {mast}
            return replace(ledger, masts_lost={**ledger.masts_lost, piece: off})
        case Captured(piece, player):
            return replace(ledger, owners={**ledger.owners, piece: player})
        case HomeChosen(island, player):
            return replace(ledger, homes={**ledger.homes, island: player})

"""What no camera sees, as a value: who owns what, which masts stand, whose home an island is."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum


class PieceState(StrEnum):
    """What a piece is in, beside its masts. Docked, touching and in range are not here: the camera sees them."""

    DERELICT = "derelict"
    """No mast left, and not a galley: adrift until towed or repaired."""
    SUBMERGED = "submerged"
    GHOSTLY = "ghostly"
    LOST = "lost"
    """In a fog bank or its like, until she finds out."""
    ON_FIRE = "on-fire"
    PINNED = "pinned"
    TANGLED = "tangled"
    """In the weeds of a Sargasso Sea, until a roll frees her."""
    WRECKED = "wrecked"
    """On a reef; a wreck blocks movement and lines of fire."""
    ABANDONED = "abandoned"
    """A fort without flags."""
    CANCELLED = "cancelled"
    """Her card's ability is switched off for now; by the key of a crew aboard, that crew's."""
    SUNK = "sunk"
    """Out of the game, even if the piece still lies about."""


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
    fleets: Mapping[str, str] = field(default_factory=dict)
    """Piece to the player who brought it; a captured piece has another owner."""
    states: Mapping[str, frozenset[PieceState]] = field(default_factory=dict)
    """Piece to what it is in; a piece that is not here is in nothing."""
    crews: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Piece to the catalogue keys of the crew aboard."""
    towed_by: Mapping[str, str] = field(default_factory=dict)
    """Towed piece to the ship that tows her."""
    turn: str | None = None
    """The player whose turn it is; None where nobody keeps count."""

    def are_enemies(self, one: str, other: str) -> bool:
        """Two pieces of two different players."""
        first, second = self.owners.get(one), self.owners.get(other)
        return first is not None and second is not None and first != second

    def is_in(self, piece: str, state: PieceState) -> bool:
        return state in self.states.get(piece, frozenset())

    def tows(self, piece: str) -> frozenset[str]:
        """The pieces that she has in tow."""
        return frozenset(towed for towed, tower in self.towed_by.items() if tower == piece)


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


@dataclass(frozen=True, slots=True)
class HomeGivenUp:
    """The island is wild from now on."""

    island: str


@dataclass(frozen=True, slots=True)
class StateBegun:
    piece: str
    state: PieceState


@dataclass(frozen=True, slots=True)
class StateEnded:
    piece: str
    state: PieceState


@dataclass(frozen=True, slots=True)
class CrewAboard:
    piece: str
    crew: str


@dataclass(frozen=True, slots=True)
class CrewGone:
    piece: str
    crew: str


@dataclass(frozen=True, slots=True)
class TurnBegun:
    player: str


LedgerEvent = (
    MastLost
    | MastRepaired
    | Captured
    | HomeChosen
    | HomeGivenUp
    | StateBegun
    | StateEnded
    | CrewAboard
    | CrewGone
    | TurnBegun
)


def apply(ledger: Ledger, event: LedgerEvent) -> Ledger:
    """The ledger after the event."""
    match event:
        case MastLost() | MastRepaired():
            after = replace(ledger, masts_lost={**ledger.masts_lost, event.piece: _masts_off(ledger, event)})
        case Captured(piece, player):
            after = replace(ledger, owners={**ledger.owners, piece: player})
        case HomeChosen() | HomeGivenUp():
            after = replace(ledger, homes=_homes(ledger, event))
        case StateBegun() | StateEnded():
            after = replace(ledger, states={**ledger.states, event.piece: _states(ledger, event)})
        case CrewAboard() | CrewGone():
            after = replace(ledger, crews={**ledger.crews, event.piece: _crew(ledger, event)})
        case TurnBegun(player):
            after = replace(ledger, turn=player)
    return after


def _homes(ledger: Ledger, event: HomeChosen | HomeGivenUp) -> dict[str, str]:
    if isinstance(event, HomeChosen):
        return {**ledger.homes, event.island: event.player}
    return {island: player for island, player in ledger.homes.items() if island != event.island}


def _masts_off(ledger: Ledger, event: MastLost | MastRepaired) -> frozenset[int]:
    off = ledger.masts_lost.get(event.piece, frozenset())
    return off | {event.mast} if isinstance(event, MastLost) else off - {event.mast}


def _states(ledger: Ledger, event: StateBegun | StateEnded) -> frozenset[PieceState]:
    states = ledger.states.get(event.piece, frozenset())
    return states | {event.state} if isinstance(event, StateBegun) else states - {event.state}


def _crew(ledger: Ledger, event: CrewAboard | CrewGone) -> tuple[str, ...]:
    """Two generic captains are two; one of them goes."""
    crew = ledger.crews.get(event.piece, ())
    if isinstance(event, CrewAboard):
        return (*crew, event.crew)
    if event.crew not in crew:
        return crew
    first = crew.index(event.crew)
    return crew[:first] + crew[first + 1 :]

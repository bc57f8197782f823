"""The table as it is at one moment, as immutable values that any thread may read."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from tableassist.overlay.cards.row_words import RowMark
from tableassist.pipeline.card_game.differences import CardDifference
from tableassist.pipeline.card_game.proposal import CardProposal
from tableassist.pipeline.game.offer_values import Picked
from tableassist.pipeline.game.proposal import Proposal
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import GameState, Overruling, RefereedGame
from tableassist.rulebook.cardgame import CardGame, RefereedCardGame
from tableassist.store.game import CardGameFile, GameFile
from tableassist.table.fair_play import FairPlay


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A player asks the others to agree that one act is undone. It lapses as soon as anything else is logged."""

    player: str
    entry: int
    """The number of the act."""
    records: int
    """Length of the log when it was asked."""


@dataclass(frozen=True, slots=True, eq=False)
class GameSnapshot:
    """The constructible game."""

    refereed: RefereedGame
    proposals: tuple[Proposal, ...] = ()
    armed: Picked | None = None
    free_roll: tuple[int, ...] = ()
    free_until_ns: int | None = None
    """Until when those dice are kept for what is picked; None: for as long as they lie there."""
    undo_request: UndoRequest | None = None
    notes: tuple[Proposal, ...] = ()
    """Proposals that are only told."""
    file: GameFile | None = None
    """Set-up and log; None where they are not needed."""

    @property
    def game(self) -> GameState:
        return self.refereed.game


@dataclass(frozen=True, slots=True, eq=False)
class CardsSnapshot:
    """The card game."""

    refereed: RefereedCardGame
    proposals: tuple[CardProposal, ...] = ()
    marks: tuple[RowMark, ...] = ()
    """Where the camera sees something else."""
    undo_request: UndoRequest | None = None
    notes: tuple[CardProposal, ...] = ()
    differences: tuple[CardDifference, ...] = ()
    file: CardGameFile | None = None

    @property
    def game(self) -> CardGame:
        return self.refereed.game


AnyGameSnapshot = GameSnapshot | CardsSnapshot


@dataclass(frozen=True, slots=True)
class AskedRuling:
    """A ruling that somebody wanted to know; shown until it is closed."""

    ruling: str
    """Its id."""
    by: str
    """The player who asked; empty: the people at the table's screen."""


@dataclass(frozen=True, slots=True, eq=False)
class TableSnapshot:
    """Everything that readers of a table may be shown, subject to fair play."""

    number: int = 0
    name: str = ""
    moment: Moment | None = None
    game: GameSnapshot | None = None
    cards: CardsSnapshot | None = None
    """Of a card table, in the place of `game`."""
    fair_play: FairPlay = FairPlay.OPEN
    is_released: bool = True
    """Whether spectators may see anything, where a referee decides."""
    asked: tuple[AskedRuling, ...] = ()
    question: str = ""
    """The ruling that is shown to everybody, by id."""
    overrulings: tuple[Overruling, ...] = ()
    calls: tuple[str, ...] = field(default_factory=tuple)
    """Players who have called the judge."""

    @property
    def played(self) -> AnyGameSnapshot | None:
        """The game that is played, of either kind."""
        return self.game or self.cards

    def with_played(self, played: AnyGameSnapshot | None) -> "TableSnapshot":
        return replace(self, **game_fields(played))

    @property
    def asked_ids(self) -> frozenset[str]:
        return frozenset(each.ruling for each in self.asked)


def game_fields(played: AnyGameSnapshot | None) -> dict[str, Any]:
    """The fields of a snapshot that hold the game that is played."""
    is_cards = isinstance(played, CardsSnapshot)
    return {"game": None if is_cards else played, "cards": played if is_cards else None}


class SnapshotBoard:
    """Holds the newest snapshot. Posting swaps one reference, from any thread: the table never waits for a reader."""

    def __init__(self, name: str = "") -> None:
        self._lock = Lock()
        self._posted = TableSnapshot(name=name)
        self._listeners: list[Callable[[], None]] = []
        self.is_measuring: Callable[[], bool] = lambda: False
        """Say whether a picture is measured right now. Python runs one thread at a time, so readers in this process
        wait for a moment where they can: a page may be late by 20 ms, a ruling should not be."""
        self.answered: OrderedDict[tuple[str, str], tuple[int, dict[str, Any]]] = OrderedDict()
        """What was answered to whom, by the key that was sent with it: who asks again after a lost connection, or of a
        server that was started anew, does nothing twice. Only servers use it, one after another."""

    @property
    def now(self) -> TableSnapshot:
        return self._posted

    def post(self, **changes: Any) -> None:
        with self._lock:
            self._posted = replace(self._posted, number=self._posted.number + 1, **changes)
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener()

    def listen(self, callback: Callable[[], None]) -> Callable[[], None]:
        """`callback` is called from the thread that posts, and must return at once. Gives what ends it."""
        with self._lock:
            self._listeners.append(callback)

        def end() -> None:
            with self._lock:
                if callback in self._listeners:
                    self._listeners.remove(callback)

        return end

"""The board on which the running table pins what is so now, and from which the pages read it."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from tableassist.overlay.cards.row_words import RowMark
from tableassist.pipeline.card_game.proposal import CardProposal
from tableassist.pipeline.game.offer_values import Picked
from tableassist.pipeline.game.proposal import Proposal
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.cardgame.refereed import RefereedCardGame
from tableassist.rulebook.referee.refereed import RefereedGame
from tableassist.rulebook.ruling.overruling import Overruling
from tableassist.services.fair_play import FairPlay


@dataclass(frozen=True, slots=True, eq=False)
class GamePosted:
    """A game as it stands."""

    refereed: RefereedGame
    proposals: tuple[Proposal, ...] = ()
    armed: Picked | None = None
    free_roll: tuple[int, ...] = ()
    undo_asked_by: str = ""
    """The player who wants the last act taken back, while the others have not answered."""


@dataclass(frozen=True, slots=True, eq=False)
class CardsPosted:
    """A card game as it stands."""

    refereed: RefereedCardGame
    proposals: tuple[CardProposal, ...] = ()
    marks: tuple[RowMark, ...] = ()
    """Where the camera sees something else."""
    undo_asked_by: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Posted:
    """All values: whoever reads it may take its time."""

    number: int = 0
    name: str = ""
    moment: Moment | None = None
    game: GamePosted | None = None
    cards: CardsPosted | None = None
    """Of a card table, in the place of `game`."""
    fair_play: FairPlay = FairPlay.OPEN
    is_released: bool = True
    """Whether spectators may see anything, where a referee decides."""
    asked: frozenset[str] = frozenset()
    """Rulings that somebody has asked for, by id."""
    question: str = ""
    """The ruling that is shown to everybody, by id."""
    overrulings: tuple[Overruling, ...] = ()
    calls: tuple[str, ...] = field(default_factory=tuple)
    """Players who have called the judge."""


class PageBoard:
    """Posting is a swap of one reference, from any thread: the table never waits for a page."""

    def __init__(self, name: str = "") -> None:
        self._lock = Lock()
        self._posted = Posted(name=name)
        self._listeners: list[Callable[[], None]] = []
        self.answered: OrderedDict[tuple[str, str], tuple[int, dict[str, Any]]] = OrderedDict()
        """What was answered to whom, by the key that was sent with it: who asks again after a lost connection, or of a
        server that was started anew, does nothing twice. Only servers use it, one after another."""

    @property
    def now(self) -> Posted:
        return self._posted

    def post(self, **changes: Any) -> None:
        with self._lock:
            self._posted = replace(self._posted, number=self._posted.number + 1, **changes)
            listeners = tuple(self._listeners)
        for each in listeners:
            each()

    def listen(self, callback: Callable[[], None]) -> Callable[[], None]:
        """`callback` is called from the thread that posts, and must return at once. Gives what ends it."""
        with self._lock:
            self._listeners.append(callback)

        def end() -> None:
            with self._lock:
                if callback in self._listeners:
                    self._listeners.remove(callback)

        return end

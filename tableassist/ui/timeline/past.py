"""What can be looked at again, and how it is read without making the window wait."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.pipeline.moment import Moment
from tableassist.rulebook.referee import HappeningKind
from tableassist.ui.workers import Worker
from tableassist.vision.camera.frame import Image


class SignKind(StrEnum):
    MARK = "mark"
    """Set by a person."""
    TURN = "turn"
    MOVE = "move"
    ILLEGAL = "illegal"
    """A move that was not legal."""
    CONTACT = "contact"
    RULING = "ruling"
    """What a ship that has moved could fire at, or may: too close to call."""
    OVERRULING = "overruling"
    EDIT = "edit"
    END = "end"
    """From here on: acts of the game, by the weightiest thing that came of them (`HappeningKind`)."""
    SUNK = "sunk"
    FOUL = "foul"
    UNLOADED = "unloaded"
    RAM = "ram"
    BOARDING = "boarding"
    HIT = "hit"
    SHOT = "shot"


ACT_KINDS: Final = tuple(SignKind(kind.value) for kind in HappeningKind)


@dataclass(frozen=True, slots=True)
class Sign:
    t_ns: int
    kind: SignKind
    words: str


@dataclass(frozen=True, slots=True)
class ToldAct:
    t_ns: int
    turn: int
    """0 is the set-up."""
    player: str
    """Whose turn it was."""
    kind: SignKind | None
    """None: it has no sign on the time line."""
    words: str
    gold: tuple[int, ...]
    """What each player has after it."""


@dataclass(frozen=True, slots=True)
class ToldGame:
    """The game of a record, as the referee judges it."""

    players: tuple[str, ...] = ()
    """In the order of the table, by which fleets have their colours."""
    gold: tuple[int, ...] = ()
    """What each has at the beginning."""
    acts: tuple[ToldAct, ...] = ()
    """In the order of play; times never go back."""
    problem: str = ""
    """Why it cannot be told."""
    is_of_cards: bool = False
    """Then `gold` is fame."""

    def up_to(self, t_ns: int) -> int:
        """How many acts were done by then."""
        return bisect_right(self.acts, t_ns, key=lambda act: act.t_ns)

    def gold_at(self, t_ns: int) -> tuple[int, ...]:
        done = self.up_to(t_ns)
        return self.acts[done - 1].gold if done else self.gold

    def signs(self) -> tuple[Sign, ...]:
        return tuple(Sign(act.t_ns, act.kind, act.words) for act in self.acts if act.kind is not None)


class Past(Protocol):
    """Read from one thread."""

    def span(self) -> tuple[int, int]:
        """First and last time that can be shown; of a live table they go on."""
        ...

    def at(self, t_ns: int) -> Moment | None:
        """The last frame at or before the time."""
        ...

    def beside(self, t_ns: int, frames: int) -> Moment | None:
        """So many frames after (or before, below zero) the frame at a time."""
        ...

    def signs(self) -> tuple[Sign, ...]: ...

    def game(self) -> ToldGame | None:
        """The same object as long as nothing was said since; None where the record keeps no game."""
        ...

    def thumbnail(self, t_ns: int) -> Image | None:
        """A small picture near the time."""
        ...

    def close(self) -> None: ...


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

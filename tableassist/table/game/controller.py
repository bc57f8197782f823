"""The log of a game and its one owner: what people say, second thoughts, and proposals that wait. Of any game."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Generic, TypeVar

import msgspec

from tableassist import __version__
from tableassist.pipeline.game.policy import Policy, policy_for
from tableassist.rulebook import Entry, Log, Source
from tableassist.rulebook.play import Amendment, AmendmentKind, AnyGame, Proposal, Refereed, play_on
from tableassist.store.game import line_of, lines_of, object_of

S = TypeVar("S", bound=msgspec.Struct)
G = TypeVar("G")
A = TypeVar("A", bound=msgspec.Struct)
R = TypeVar("R", bound=Refereed[Any, Any])


@dataclass(frozen=True)
class LoggedGame(Generic[S, G, A, R]):
    """What a log needs of its game: from the set-up `S` and acts `A` to the games `G`, played through as `R`."""

    rules: AnyGame[G, A]
    referee: Callable[[S, Log[A]], R]


class KeptLog(Generic[S, G, A, R]):
    def __init__(self, kind: LoggedGame[S, G, A, R], start: S, log: Log[A] | None, keep: Callable[[str], None]) -> None:
        """`keep`: takes each new line of the game's file."""
        self.start = start
        self.log: Log[A] = Log() if log is None else log
        self._kind = kind
        self.refereed: R = kind.referee(start, self.log)
        self._keep = keep

    def lines(self) -> tuple[str, ...]:
        """The game's file so far, the set-up first."""
        return tuple(lines_of(self.start, self.log).splitlines())

    def append(self, entry: Entry[A]) -> int:
        """The number it got. The referee's view of the moment is kept with it."""
        before = self.refereed.game if entry.after is None else self._game_after(entry.after)
        view = self._kind.rules.judge(before, entry)
        self.log = self.log.append(replace(entry, view=view, version=__version__))
        written = self.log.entries[-1]
        if entry.after is None:
            self.refereed = play_on(self.refereed, written, self._kind.rules)
        else:
            self.refereed = self._kind.referee(self.start, self.log)
        self._write(written)
        return written.number

    def amend(
        self,
        change: AmendmentKind,
        number: int,
        *,
        by: str = "",
        t_ns: int | None = None,
        source: Source = Source.PERSON,
    ) -> None:
        self.use(self.log.amend(Amendment(change, number, source, by, t_ns)))

    def use(self, log: Log[A]) -> bool:
        """The log with one amendment more, or the same; whether it is another."""
        if log is self.log:
            return False
        self.log = log
        self.refereed = self._kind.referee(self.start, log)
        self._write(log.records[-1])
        return True

    def _game_after(self, number: int) -> G:
        """What was struck stays in its place, and changes nothing."""
        order = [each.number for each in self.log.iter_in_order()]
        before = set(order[: order.index(number) + 1]) if number in order else set[int]()
        done = [act for act in self.refereed.acts if act.number in before]
        game: G = done[-1].game if done else self.refereed.start
        return game

    def _write(self, record: Entry[A] | Amendment) -> None:
        self._keep(line_of(object_of(record)).rstrip("\n"))


K = TypeVar("K", bound=StrEnum)
MOST_NOTES = 50


def keep_nothing(_line: str) -> None:
    pass


class GameController(Generic[S, G, A, R, K]):
    """The one owner of a game's state. Not for several threads: the window's thread, or a command's, does it all."""

    def __init__(
        self,
        kind: LoggedGame[S, G, A, R],
        start: S,
        log: Log[A] | None,
        *,
        policies: Mapping[K, Policy],
        keep: Callable[[str], None],
    ) -> None:
        """`keep`: takes each new line of the game's file as it is said. The lines up to now are `lines()`."""
        self._kept = KeptLog(kind, start, log, keep)
        self._listeners: list[Callable[[], None]] = []
        self.policies = dict(policies)
        self.proposals: tuple[Proposal[K, A], ...] = ()
        """Those that wait for an answer, the oldest first."""
        self.notes: tuple[Proposal[K, A], ...] = ()
        """Those that are told only."""
        self._proposed = 0
        self.automatic: set[int] = set()
        """Places in the log's records of what followed by itself: no person's undo takes it back."""

    # What is so now

    @property
    def start(self) -> S:
        return self._kept.start

    @property
    def log(self) -> Log[A]:
        return self._kept.log

    @property
    def refereed(self) -> R:
        return self._kept.refereed

    @property
    def game(self) -> G:
        game: G = self.refereed.game
        return game

    @property
    def can_undo(self) -> bool:
        return self.log.undo() is not self.log

    @property
    def can_redo(self) -> bool:
        return self.log.redo() is not self.log

    def lines(self) -> tuple[str, ...]:
        """The game's file so far, the set-up first."""
        return self._kept.lines()

    def listen(self, callback: Callable[[], None]) -> None:
        """Called after every change."""
        self._listeners.append(callback)

    # What people say

    def say(
        self,
        act: A,
        *,
        by: str = "",
        card: str = "",
        t_ns: int | None = None,
        source: Source = Source.PERSON,
        certainty: float = 1.0,
        after: int | None = None,
    ) -> int:
        """The number of its entry. `after`: put in between, behind that entry."""
        entry = Entry(0, act, source=source, by=by, t_ns=t_ns, certainty=certainty, card=card, after=after)
        number = self._kept.append(entry)
        self._follow_change()
        return number

    def change(self, number: int, act: A, *, by: str = "", t_ns: int | None = None) -> int:
        """Another act in the place of one that was said."""
        self._kept.amend(AmendmentKind.STRIKE, number, by=by, t_ns=t_ns)
        return self.say(act, by=by, t_ns=t_ns, after=number)

    def strike(self, number: int, *, by: str = "", t_ns: int | None = None) -> None:
        self._amend(AmendmentKind.STRIKE, number, by, t_ns)

    def restore(self, number: int, *, by: str = "", t_ns: int | None = None) -> None:
        self._amend(AmendmentKind.RESTORE, number, by, t_ns)

    def let_stand(self, number: int, *, by: str = "", t_ns: int | None = None) -> None:
        self._amend(AmendmentKind.STANDS, number, by, t_ns)

    def let_fall(self, number: int, *, by: str = "", t_ns: int | None = None) -> None:
        """Takes `let_stand` back."""
        self._amend(AmendmentKind.FALLS, number, by, t_ns)

    def undo(self, *, by: str = "", t_ns: int | None = None) -> None:
        if self._kept.use(self.log.undo(by=by, t_ns=t_ns)):
            self._follow_change()

    def redo(self, *, by: str = "", t_ns: int | None = None) -> None:
        if self._kept.use(self.log.redo(by=by, t_ns=t_ns)):
            self._follow_change()

    def _amend(self, change: AmendmentKind, number: int, by: str, t_ns: int | None) -> None:
        self._kept.amend(change, number, by=by, t_ns=t_ns)
        self._follow_change()

    # What becomes of proposals

    def proposal(self, number: int) -> Proposal[K, A] | None:
        """One that waits."""
        return next((each for each in self.proposals if each.number == number), None)

    def _propose(self, proposal: Proposal[K, A]) -> int | None:
        """Its number, if it waits for an answer now."""
        self._proposed += 1
        proposal = replace(proposal, number=self._proposed)
        if policy_for(proposal, self.policies) is Policy.NOTE:
            self.notes = (*self.notes, proposal)[-MOST_NOTES:]
            return None
        self.proposals = (*self.proposals, proposal)
        return proposal.number

    def _forget(self, number: int) -> None:
        self.proposals = tuple(each for each in self.proposals if each.number != number)

    def _work(self) -> None:
        """What follows by itself from what is so now."""

    def _follow_change(self) -> None:
        before = len(self.log.records)
        self._work()
        self.automatic.update(range(before, len(self.log.records)))
        self._tell()

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()

"""A game's log as it grows: each record judged, and written down at once. Of any game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import msgspec

from tableassist import __version__
from tableassist.rulebook import Entry, Log, Source
from tableassist.rulebook.play import Amendment, AmendmentKind, AnyGame, Refereed, play_on
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
        done = [each for each in self.refereed.acts if each.number in before]
        game: G = done[-1].game if done else self.refereed.start
        return game

    def _write(self, record: Entry[A] | Amendment) -> None:
        self._keep(line_of(object_of(record)).rstrip("\n"))

"""A game's log as it grows: each record judged, and written down at once."""

from collections.abc import Callable
from dataclasses import replace

from tableassist import __version__
from tableassist.formats.game.game_file import GameFile
from tableassist.formats.game.json_lines import json_lines, line_of
from tableassist.formats.game.record import object_of
from tableassist.play.log import Amendment, AmendmentKind, Entry, Log, Source, amend, append, in_order
from tableassist.referee.acts.all import AnyAct
from tableassist.referee.referee import PIRATES
from tableassist.referee.refereed import RefereedGame, referee_game, with_entry
from tableassist.referee.state.game import Game
from tableassist.referee.state.start import GameStart


class KeptLog:
    def __init__(self, start: GameStart, log: Log[AnyAct], keep: Callable[[str], None]) -> None:
        """`keep`: takes each new line of the game's file."""
        self.start = start
        self.log = log
        self.refereed: RefereedGame = referee_game(start, log)
        self._keep = keep

    def lines(self) -> tuple[str, ...]:
        """The game's file so far, the set-up first."""
        return tuple(json_lines(GameFile(self.start, self.log)).splitlines())

    def append(self, entry: Entry[AnyAct]) -> int:
        """The number it got. The referee's view of the moment is kept with it."""
        before = self.refereed.game if entry.after is None else self._game_after(entry.after)
        view = PIRATES.judge(before, entry)
        self.log = append(self.log, replace(entry, view=view, version=__version__))
        written = self.log.entries[-1]
        if entry.after is None:
            self.refereed = with_entry(self.refereed, written)
        else:
            self.refereed = referee_game(self.start, self.log)
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
        self.use(amend(self.log, Amendment(change, number, source, by, t_ns)))

    def use(self, log: Log[AnyAct]) -> bool:
        """The log with one amendment more, or the same; whether it is another."""
        if log is self.log:
            return False
        self.log = log
        self.refereed = referee_game(self.start, log)
        self._write(log.records[-1])
        return True

    def _game_after(self, number: int) -> Game:
        """What was struck stays in its place, and changes nothing."""
        order = [each.number for each in in_order(self.log)]
        before = set(order[: order.index(number) + 1]) if number in order else set[int]()
        done = [each for each in self.refereed.acts if each.number in before]
        return done[-1].game if done else self.refereed.start

    def _write(self, record: Entry[AnyAct] | Amendment) -> None:
        self._keep(line_of(object_of(record)).rstrip("\n"))

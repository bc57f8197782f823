"""A finished match: at any time of it the same snapshot that a running table offers, for window and pages alike."""

from functools import lru_cache
from pathlib import Path
from threading import Lock

from tableassist.matches import card_past_of, game_of_match, open_played_match
from tableassist.matches.replay import Replay
from tableassist.rulebook import AnyAct, Log, RefereedGame, referee_game
from tableassist.store.match.chain import additions_to
from tableassist.table.snapshot import AnyGameSnapshot, CardsSnapshot, GameSnapshot, TableSnapshot

MAX_CACHED_STATES = 64
"""States of a game that somebody looked at."""


class GamePast:
    """The game that a match keeps, of either kind, as it stood at any time of the match. Not for several threads."""

    def __init__(self, replay: Replay) -> None:
        """BadFileError if the lines that the match keeps are no game."""
        self._first_ns = replay.first_ns
        self._game = game_of_match(replay)
        self._cards = card_past_of(replay)
        self._refereed = lru_cache(maxsize=MAX_CACHED_STATES)(self._referee)

    def played_at(self, t_ns: int) -> AnyGameSnapshot | None:
        """Show the game at a time of the match; None: it keeps none."""
        if self._cards is not None:
            return CardsSnapshot(self._cards.at(t_ns))
        return None if self._game is None else GameSnapshot(self._refereed(self._count_records(t_ns - self._first_ns)))

    def _count_records(self, since_ns: int) -> int:
        """Count the records of the game's log that had been made by then."""
        assert self._game is not None
        records = self._game.log.records
        later = (n for n, record in enumerate(records) if record.t_ns is not None and record.t_ns > since_ns)
        return next(later, len(records))

    def _referee(self, count: int) -> RefereedGame:
        assert self._game is not None
        log: Log[AnyAct] = Log(self._game.log.records[:count])
        return referee_game(self._game.start, log)


class MatchPast:
    """A match for the pages. Safe from several threads; one looks at a time."""

    def __init__(self, match: Path) -> None:
        self._replay = open_played_match(match)
        self._lock = Lock()
        self.name = self._replay.facts.name
        self.additions = tuple(added.words for added in additions_to(match))
        self._game = GamePast(self._replay)

    @property
    def span_s(self) -> float:
        return self._replay.duration_ns / 1e9

    def snapshot_at(self, t_s: float) -> TableSnapshot:
        """`t_s` since the match began, brought into its span."""
        now_ns = self._replay.first_ns + round(min(max(0.0, t_s), self.span_s) * 1e9)
        with self._lock:
            moment = self._replay.at(now_ns)
            decided = [change.standing for change in self._replay.overrulings if change.t_ns <= now_ns]
            played = self._game.played_at(now_ns)
        overrulings = decided[-1] if decided else ()
        return TableSnapshot(name=self.name, moment=moment, overrulings=overrulings).with_played(played)

    def close(self) -> None:
        self._replay.close()

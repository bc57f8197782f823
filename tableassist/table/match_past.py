"""A finished match for the pages: whatever time somebody asks for, with the game as it stood then."""

from functools import lru_cache
from pathlib import Path
from threading import Lock

from tableassist.matches import card_past_of, game_of_match, open_played_match
from tableassist.rulebook import AnyAct, Log, RefereedGame, referee_game
from tableassist.store.match.chain import additions_to
from tableassist.table.snapshot import CardsSnapshot, GameSnapshot, TableSnapshot

KEPT = 64
"""States of a game that somebody looked at."""


class MatchPast:
    """Safe from several threads; one looks at a time."""

    def __init__(self, match: Path) -> None:
        self._replay = open_played_match(match)
        self._lock = Lock()
        self.name = self._replay.facts.name
        self.additions = tuple(added.words for added in additions_to(match))
        self._game = game_of_match(self._replay)
        self._cards = card_past_of(self._replay)
        self._refereed = lru_cache(maxsize=KEPT)(self._referee)

    @property
    def span_s(self) -> float:
        return self._replay.duration_ns / 1e9

    def snapshot_at(self, t_s: float) -> TableSnapshot:
        """`t_s` since the match began, brought into its span."""
        since_ns = round(min(max(0.0, t_s), self.span_s) * 1e9)
        with self._lock:
            moment = self._replay.at(self._replay.first_ns + since_ns)
            overrulings = next(
                (
                    each.standing
                    for each in reversed(self._replay.overrulings)
                    if each.t_ns <= self._replay.first_ns + since_ns
                ),
                (),
            )
            game = None if self._game is None else GameSnapshot(self._refereed(self._records_until(since_ns)))
            now_ns = self._replay.first_ns + since_ns
            cards = None if self._cards is None else CardsSnapshot(self._cards.at(now_ns))
        return TableSnapshot(name=self.name, moment=moment, game=game, cards=cards, overrulings=overrulings)

    def close(self) -> None:
        self._replay.close()

    def _records_until(self, since_ns: int) -> int:
        """How many records of the game's log had been said by then."""
        assert self._game is not None
        records = self._game.log.records
        return next(
            (n for n, each in enumerate(records) if each.t_ns is not None and each.t_ns > since_ns), len(records)
        )

    def _referee(self, count: int) -> RefereedGame:
        assert self._game is not None
        log: Log[AnyAct] = Log(self._game.log.records[:count])
        return referee_game(self._game.start, log)

"""The card game of a recorded match, as it stood at any time of it."""

from bisect import bisect_right
from functools import lru_cache

from tableassist.matches.recorded_match import any_game_of_match
from tableassist.matches.replay.replay import Replay
from tableassist.rulebook import Entry, Log
from tableassist.rulebook.cardgame import RefereedCardGame, referee_card_game
from tableassist.store.game import CardGameFile

KEPT = 64
"""States of a game that somebody looked at."""


class CardPast:
    def __init__(self, game: CardGameFile, times_ns: tuple[int, ...]) -> None:
        """`times_ns`: of the match, when each record of the log was said; they never go back."""
        self.game = game
        self._times_ns = times_ns
        self._refereed = lru_cache(maxsize=KEPT)(self._referee)

    def at(self, t_ns: int) -> RefereedCardGame:
        """With all that had been said by then."""
        return self._refereed(bisect_right(self._times_ns, t_ns))

    @property
    def times_ns(self) -> dict[int, int]:
        """When each act was said, by its number."""
        said = zip(self.game.log.records, self._times_ns, strict=True)
        return {each.number: t_ns for each, t_ns in said if isinstance(each, Entry)}

    @property
    def whole(self) -> RefereedCardGame:
        return self._refereed(len(self._times_ns))

    def _referee(self, count: int) -> RefereedCardGame:
        return referee_card_game(self.game.start, Log(self.game.log.records[:count]))


def card_past_of(replay: Replay) -> CardPast | None:
    """None where the match keeps no card game. BadFileError where its lines are no game."""
    game = any_game_of_match(replay)
    if not isinstance(game, CardGameFile):
        return None
    times, last = [], replay.first_ns
    for note in replay.acts[1:]:
        last = max(last, note.t_ns)
        times.append(last)
    return CardPast(game, tuple(times[: len(game.log.records)]))

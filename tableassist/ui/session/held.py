"""What is shown while the picture is held: the game and the overrulings as they were at that moment. No widgets."""

from bisect import bisect_right
from collections.abc import Callable

from tableassist.rulebook import Overruling
from tableassist.table import AnyGameSnapshot

MAX_GAMES = 1000
"""Changes of the game that can be looked back at; consecutive snapshots share their acts, so each is small."""
MatchTime = Callable[[int], int]
"""Turns a time of the camera into the record's, which differ once a match was continued on another evening."""


class GameHistory:
    """The game after each of its changes, by the time (ns) of the newest picture then."""

    def __init__(self) -> None:
        self._times: list[int] = []
        self._games: list[AnyGameSnapshot | None] = []

    def note(self, t_ns: int, game: AnyGameSnapshot | None) -> None:
        """Append how the game is from now on; times must not fall, so a camera that counts anew forgets the rest."""
        if self._times and t_ns < self._times[-1]:
            self._times, self._games = [], []
        self._times.append(t_ns)
        self._games.append(game)
        del self._times[:-MAX_GAMES], self._games[:-MAX_GAMES]

    def at(self, t_ns: int, match_time: MatchTime) -> AnyGameSnapshot | None:
        """Find the game at a time of the record; None: no game was played then."""
        place = bisect_right(self._times, t_ns, key=match_time)
        return self._games[place - 1] if place else None


def overrulings_until(overrulings: tuple[Overruling, ...], t_ns: int, match_time: MatchTime) -> tuple[Overruling, ...]:
    """Keep those that were made about moments up to a time of the record."""
    kept = tuple(overruling for overruling in overrulings if match_time(overruling.t_ns) <= t_ns)
    return overrulings if len(kept) == len(overrulings) else kept

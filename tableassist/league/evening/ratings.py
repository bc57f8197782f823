"""How strong players are, by what they have won: Plackett-Luce, for two as for more at a table (openskill)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce

from tableassist.league.evening.results import PairingResult

_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Strength:
    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    games: int = 0

    @property
    def shown(self) -> float:
        """What the player is at least, almost surely: who has played little is not rated high for it."""
        return self.mu - 3.0 * self.sigma


@dataclass(frozen=True, slots=True)
class RatedGame:
    places: tuple[tuple[str, ...], ...]
    """The winner first; who is equal stands together."""


def rated_game(result: PairingResult) -> RatedGame | None:
    """None for what was not played: it says nothing about anybody's strength."""
    if not result.is_played or result.second is None:
        return None
    if result.winner is None:
        return RatedGame((result.players,))
    loser = result.opponent_of(result.winner)
    return None if loser is None else RatedGame(((result.winner,), (loser,)))


def game_by_points(points: Mapping[str, int]) -> RatedGame:
    """Of a table of three or more: by what each had at the end."""
    values = sorted(set(points.values()), reverse=True)
    return RatedGame(tuple(tuple(each for each in sorted(points) if points[each] == value) for value in values))


def rated(strengths: Mapping[str, Strength], games: Iterable[RatedGame]) -> dict[str, Strength]:
    """After these games, in this order."""
    now = dict(strengths)
    for game in games:
        players = [player for equal in game.places for player in equal]
        if len(players) > 1:
            now |= _after(game, players, [now.get(each, Strength()) for each in players])
    return now


def _after(game: RatedGame, players: Sequence[str], before: Sequence[Strength]) -> dict[str, Strength]:
    ranks = [float(place) for place, equal in enumerate(game.places) for _ in equal]
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = _MODEL.rate(teams, ranks=ranks)
    return {
        player: Strength(team[0].mu, team[0].sigma, old.games + 1)
        for player, team, old in zip(players, after, before, strict=True)
    }

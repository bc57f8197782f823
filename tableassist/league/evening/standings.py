"""Rank the players of an evening and of a season, and rate their strength."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from operator import attrgetter

from openskill.models import PlackettLuce

from tableassist.league.evening.round import USUAL_SCORING, Entrant, HowEnded, PairingResult, Scoring
from tableassist.messages import Message


class TieBreak(StrEnum):
    OPPONENTS = "opponents"
    """Buchholz."""
    MEDIAN = "median"
    """Buchholz without the best and the worst opponent."""
    SONNEBORN_BERGER = "sonneborn-berger"
    HEAD_TO_HEAD = "head-to-head"
    GOLD = "gold"
    WINS = "wins"


USUAL = (TieBreak.OPPONENTS, TieBreak.SONNEBORN_BERGER, TieBreak.HEAD_TO_HEAD, TieBreak.GOLD)
TITLES: Mapping[TieBreak, Message] = {
    TieBreak.OPPONENTS: Message("Opponents' points (Buchholz)"),
    TieBreak.MEDIAN: Message("Median Buchholz"),
    TieBreak.SONNEBORN_BERGER: Message("Sonneborn-Berger"),
    TieBreak.HEAD_TO_HEAD: Message("Head to head"),
    TieBreak.GOLD: Message("Gold difference"),
    TieBreak.WINS: Message("Wins"),
}
MEDIAN_FROM = 3
"""Fewer opponents have no middle."""


@dataclass(frozen=True)
class PointsTable:
    """Everything the tie-breaks are worked out of."""

    results: Sequence[PairingResult]
    points: Mapping[str, int]
    scoring: Scoring

    @cached_property
    def _by_player(self) -> dict[str, list[PairingResult]]:
        by_player: dict[str, list[PairingResult]] = {}
        for result in self.results:
            for player in result.players:
                by_player.setdefault(player, []).append(result)
        return by_player

    def of(self, player: str) -> Sequence[PairingResult]:
        return self._by_player.get(player, ())


def compute_tie_break(kind: TieBreak, player: str, tied: Sequence[str], table: PointsTable) -> float | None:
    """`tied`: who is equal so far, the player among them. None: says nothing about these."""
    if kind is TieBreak.HEAD_TO_HEAD:
        return _head_to_head(player, tied, table)
    return _ALONE[kind](player, table)


def _sum_opponents(player: str, table: PointsTable) -> float:
    return sum(_opponents_points(player, table))


def _sum_median_opponents(player: str, table: PointsTable) -> float:
    faced = sorted(_opponents_points(player, table))
    return sum(faced[1:-1] if len(faced) >= MEDIAN_FROM else faced)


def _opponents_points(player: str, table: PointsTable) -> list[float]:
    """Points of the opponents. A round without a game counts as one against somebody like the player: a bye is then
    neither a gift nor a punishment."""
    return [float(_points_of_opponent(player, result, table)) for result in table.of(player)]


def _points_of_opponent(player: str, result: PairingResult, table: PointsTable) -> int:
    opponent = result.opponent_of(player)
    return table.points[opponent if result.is_played and opponent is not None else player]


def _sonneborn_berger(player: str, table: PointsTable) -> float:
    """All the points of those who were beaten, half of those of a draw. Nothing for a round without a game."""
    return sum(
        result.share_of(player) * _points_of_opponent(player, result, table)
        for result in table.of(player)
        if result.is_played
    )


def _head_to_head(player: str, tied: Sequence[str], table: PointsTable) -> float | None:
    """The points of the games among them, where every two of them have met. Nothing for one who is alone."""
    if len(tied) < 2:
        return None
    among = [result for result in table.results if result.is_played and set(result.players) <= set(tied)]
    if len({frozenset(result.players) for result in among}) < len(tied) * (len(tied) - 1) // 2:
        return None
    return float(sum(result.points_of(player, table.scoring) for result in among if player in result.players))


def _sum_gold(player: str, table: PointsTable) -> float:
    total = 0
    for result in table.of(player):
        opponent = result.opponent_of(player)
        if result.is_played and opponent is not None:
            total += result.gold.get(player, 0) - result.gold.get(opponent, 0)
    return float(total)


def _count_wins(player: str, table: PointsTable) -> float:
    return float(sum(result.winner == player for result in table.of(player)))


_ALONE: Mapping[TieBreak, Callable[[str, PointsTable], float]] = {
    TieBreak.OPPONENTS: _sum_opponents,
    TieBreak.MEDIAN: _sum_median_opponents,
    TieBreak.SONNEBORN_BERGER: _sonneborn_berger,
    TieBreak.GOLD: _sum_gold,
    TieBreak.WINS: _count_wins,
}


@dataclass(frozen=True, slots=True)
class StandingRow:
    place: int
    player: str
    points: int
    wins: int
    draws: int
    losses: int
    tie_breaks: tuple[float | None, ...] = ()
    """In the order of the setting; None where one says nothing."""


def rank_players(
    entrants: Sequence[Entrant],
    results: Sequence[PairingResult],
    *,
    scoring: Scoring = USUAL_SCORING,
    order: Sequence[TieBreak] = USUAL,
) -> tuple[StandingRow, ...]:
    points: Counter[str] = Counter()
    for result in results:
        for player in result.players:
            points[player] += result.points_of(player, scoring)
    table = PointsTable(results, points, scoring)
    names = {entrant.id: entrant.name for entrant in entrants}
    groups = _split_by_value([[*names]], {player: float(points[player]) for player in names})
    shown: dict[str, list[float | None]] = {player: [] for player in names}
    for kind in order:
        values = {player: compute_tie_break(kind, player, group, table) for group in groups for player in group}
        for player, value in values.items():
            shown[player].append(value)
        groups = _split_by_value(groups, {player: value or 0.0 for player, value in values.items()})
    return tuple(_standing_rows(groups, names, table, shown))


def _split_by_value(groups: Sequence[Sequence[str]], values: Mapping[str, float]) -> list[list[str]]:
    """Each group into those of equal value, the highest first."""
    parted = []
    for group in groups:
        for _, equal in groupby(sorted(group, key=lambda player: -values[player]), key=lambda player: values[player]):
            parted.append([*equal])
    return parted


def _standing_rows(
    groups: Sequence[Sequence[str]],
    names: Mapping[str, str],
    table: PointsTable,
    shown: Mapping[str, list[float | None]],
) -> Iterator[StandingRow]:
    place = 1
    for group in groups:
        for player in sorted(group, key=lambda rival: (names[rival].casefold(), rival)):
            shares = Counter(result.share_of(player) for result in table.of(player) if result.ended is not HowEnded.BYE)
            won, drawn, lost = (shares[share] for share in (1.0, 0.5, 0.0))
            yield StandingRow(place, player, table.points[player], won, drawn, lost, tuple(shown[player]))
        place += len(group)


@dataclass(frozen=True, slots=True)
class SeasonRules:
    best: int | None = None
    """Of how many evenings the best count; None: of all."""
    for_places: tuple[int, ...] = ()
    """Points for the first place, the second ...; none: the match points of the evening count. Players who share a
    place share the points of the places that they take, rounded down."""


ALL_COUNT = SeasonRules()


@dataclass(frozen=True, slots=True)
class SeasonRow:
    place: int
    player: str
    points: int
    evenings: int
    """At which the player was."""
    counted: tuple[int, ...]
    """What counts, the best first."""


def rank_season(
    evenings: Sequence[Sequence[StandingRow]],
    rules: SeasonRules = ALL_COUNT,
) -> tuple[SeasonRow, ...]:
    gained: dict[str, list[int]] = {}
    for evening in evenings:
        for player, points in _season_points(evening, rules).items():
            gained.setdefault(player, []).append(points)
    best = {player: tuple(sorted(points, reverse=True)[: rules.best]) for player, points in gained.items()}
    totals = {player: sum(points) for player, points in best.items()}
    rows = []
    for player, counted in best.items():
        place = 1 + sum(total > totals[player] for total in totals.values())
        rows.append(SeasonRow(place, player, totals[player], len(gained[player]), counted))
    return tuple(sorted(rows, key=attrgetter("place", "player")))


def _season_points(evening: Sequence[StandingRow], rules: SeasonRules) -> Mapping[str, int]:
    if not rules.for_places:
        return {row.player: row.points for row in evening}
    gained = {}
    for row in evening:
        sharing = sum(rival.place == row.place for rival in evening)
        places = range(row.place - 1, row.place - 1 + sharing)
        points = sum(rules.for_places[place] for place in places if place < len(rules.for_places))
        gained[row.player] = points // sharing
    return gained


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


def game_from_result(result: PairingResult) -> RatedGame | None:
    """None for what was not played: it says nothing about anybody's strength."""
    if not result.is_played or result.second is None:
        return None
    if result.winner is None:
        return RatedGame((result.players,))
    loser = result.opponent_of(result.winner)
    return None if loser is None else RatedGame(((result.winner,), (loser,)))


def game_from_points(points: Mapping[str, int]) -> RatedGame:
    """Of a table of three or more: by what each had at the end."""
    values = sorted(set(points.values()), reverse=True)
    return RatedGame(tuple(tuple(player for player in sorted(points) if points[player] == value) for value in values))


def rate_games(strengths: Mapping[str, Strength], games: Iterable[RatedGame]) -> dict[str, Strength]:
    """After these games, in this order."""
    now = dict(strengths)
    for game in games:
        players = [player for equal in game.places for player in equal]
        if len(players) > 1:
            now |= _rate_game(game, players, [now.get(player, Strength()) for player in players])
    return now


def _rate_game(game: RatedGame, players: Sequence[str], before: Sequence[Strength]) -> dict[str, Strength]:
    ranks = [float(place) for place, equal in enumerate(game.places) for _ in equal]
    teams = [[_MODEL.rating(mu=strength.mu, sigma=strength.sigma)] for strength in before]
    after = _MODEL.rate(teams, ranks=ranks)
    return {
        player: Strength(team[0].mu, team[0].sigma, old.games + 1)
        for player, team, old in zip(players, after, before, strict=True)
    }

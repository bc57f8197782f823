"""What parts players of equal match points. Each is a number for a player; more is better."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from tableassist.league.evening.results import PairingResult, Scoring
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
        found: dict[str, list[PairingResult]] = {}
        for each in self.results:
            for player in each.players:
                found.setdefault(player, []).append(each)
        return found

    def of(self, player: str) -> Sequence[PairingResult]:
        return self._by_player.get(player, ())


def value_of(kind: TieBreak, player: str, tied: Sequence[str], table: PointsTable) -> float | None:
    """`tied`: who is equal so far, the player among them. None: says nothing about these."""
    if kind is TieBreak.HEAD_TO_HEAD:
        return _head_to_head(player, tied, table)
    return _ALONE[kind](player, table)


def _opponents(player: str, table: PointsTable) -> float:
    return sum(_opposed(player, table))


def _median(player: str, table: PointsTable) -> float:
    faced = sorted(_opposed(player, table))
    return sum(faced[1:-1] if len(faced) >= MEDIAN_FROM else faced)


def _opposed(player: str, table: PointsTable) -> list[float]:
    """Points of the opponents. A round without a game counts as one against somebody like the player: a bye is then
    neither a gift nor a punishment."""
    return [float(_faced(player, each, table)) for each in table.of(player)]


def _faced(player: str, result: PairingResult, table: PointsTable) -> int:
    opponent = result.opponent_of(player)
    return table.points[opponent if result.is_played and opponent is not None else player]


def _sonneborn_berger(player: str, table: PointsTable) -> float:
    """All the points of those who were beaten, half of those of a draw. Nothing for a round without a game."""
    return sum(each.share_of(player) * _faced(player, each, table) for each in table.of(player) if each.is_played)


def _head_to_head(player: str, tied: Sequence[str], table: PointsTable) -> float | None:
    """The points of the games among them, where every two of them have met. Nothing for one who is alone."""
    if len(tied) < 2:
        return None
    among = [each for each in table.results if each.is_played and set(each.players) <= set(tied)]
    if len({frozenset(each.players) for each in among}) < len(tied) * (len(tied) - 1) // 2:
        return None
    return float(sum(each.points_of(player, table.scoring) for each in among if player in each.players))


def _gold(player: str, table: PointsTable) -> float:
    total = 0
    for each in table.of(player):
        opponent = each.opponent_of(player)
        if each.is_played and opponent is not None:
            total += each.gold.get(player, 0) - each.gold.get(opponent, 0)
    return float(total)


def _wins(player: str, table: PointsTable) -> float:
    return float(sum(each.winner == player for each in table.of(player)))


_ALONE: Mapping[TieBreak, Callable[[str, PointsTable], float]] = {
    TieBreak.OPPONENTS: _opponents,
    TieBreak.MEDIAN: _median,
    TieBreak.SONNEBORN_BERGER: _sonneborn_berger,
    TieBreak.GOLD: _gold,
    TieBreak.WINS: _wins,
}

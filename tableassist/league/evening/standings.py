"""Who stands where: by match points, then by the tie-breaks in the order that was set. Whoever nothing parts shares a
place."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from tableassist.league.evening.players import Entrant
from tableassist.league.evening.results import USUAL_SCORING, HowEnded, PairingResult, Scoring
from tableassist.league.evening.tie_breaks import USUAL, PointsTable, TieBreak, value_of


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


def standings(
    entrants: Sequence[Entrant],
    results: Sequence[PairingResult],
    *,
    scoring: Scoring = USUAL_SCORING,
    order: Sequence[TieBreak] = USUAL,
) -> tuple[StandingRow, ...]:
    points: Counter[str] = Counter()
    for each in results:
        for player in each.players:
            points[player] += each.points_of(player, scoring)
    table = PointsTable(results, points, scoring)
    names = {each.id: each.name for each in entrants}
    groups = _parted([[*names]], {player: float(points[player]) for player in names})
    shown: dict[str, list[float | None]] = {player: [] for player in names}
    for kind in order:
        values = {player: value_of(kind, player, group, table) for group in groups for player in group}
        for player, value in values.items():
            shown[player].append(value)
        groups = _parted(groups, {player: value or 0.0 for player, value in values.items()})
    return tuple(_rows(groups, names, table, shown))


def _parted(groups: Sequence[Sequence[str]], values: Mapping[str, float]) -> list[list[str]]:
    """Each group into those of equal value, the highest first."""
    parted = []
    for group in groups:
        for _, equal in groupby(sorted(group, key=lambda each: -values[each]), key=lambda each: values[each]):
            parted.append([*equal])
    return parted


def _rows(
    groups: Sequence[Sequence[str]],
    names: Mapping[str, str],
    table: PointsTable,
    shown: Mapping[str, list[float | None]],
) -> Iterator[StandingRow]:
    place = 1
    for group in groups:
        for player in sorted(group, key=lambda each: (names[each].casefold(), each)):
            shares = Counter(each.share_of(player) for each in table.of(player) if each.ended is not HowEnded.BYE)
            won, drawn, lost = (shares[each] for each in (1.0, 0.5, 0.0))
            yield StandingRow(place, player, table.points[player], won, drawn, lost, tuple(shown[player]))
        place += len(group)

"""The table of a season: what every evening gave, and of those as many as count."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

from tableassist.league.evening.standings import StandingRow


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


def season_table(
    evenings: Sequence[Sequence[StandingRow]],
    rules: SeasonRules = ALL_COUNT,
) -> tuple[SeasonRow, ...]:
    gained: dict[str, list[int]] = {}
    for evening in evenings:
        for player, points in _gained(evening, rules).items():
            gained.setdefault(player, []).append(points)
    best = {player: tuple(sorted(each, reverse=True)[: rules.best]) for player, each in gained.items()}
    totals = {player: sum(each) for player, each in best.items()}
    rows = []
    for player, counted in best.items():
        place = 1 + sum(other > totals[player] for other in totals.values())
        rows.append(SeasonRow(place, player, totals[player], len(gained[player]), counted))
    return tuple(sorted(rows, key=attrgetter("place", "player")))


def _gained(evening: Sequence[StandingRow], rules: SeasonRules) -> Mapping[str, int]:
    if not rules.for_places:
        return {row.player: row.points for row in evening}
    gained = {}
    for row in evening:
        sharing = sum(other.place == row.place for other in evening)
        places = range(row.place - 1, row.place - 1 + sharing)
        points = sum(rules.for_places[place] for place in places if place < len(rules.for_places))
        gained[row.player] = points // sharing
    return gained

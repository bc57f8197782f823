"""What a player brings along from the rounds before, as far as the next pairing asks for it."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from operator import mul
from typing import TypeAlias

import networkx

from tableassist.errors import BadRequestError
from tableassist.league.evening.round import (
    USUAL_SCORING,
    Entrant,
    HowEnded,
    Paired,
    PairingResult,
    Scoring,
    present,
)


@dataclass(frozen=True, slots=True)
class History:
    points: Counter[str] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    """How often each two were paired."""
    byes: Counter[str] = field(default_factory=Counter)
    """Also walkovers that were won: another round without a game."""
    firsts: Counter[str] = field(default_factory=Counter)
    """How much oftener a player went first than second."""
    last_first: dict[str, bool] = field(default_factory=dict)
    """Whether a player went first in the last game played."""
    floats: Counter[str] = field(default_factory=Counter)
    """How often a player met one of fewer points."""


def history_of(results: Sequence[PairingResult], scoring: Scoring) -> History:
    history = History()
    for number in sorted({each.round for each in results}):
        of_round = [each for each in results if each.round == number]
        for each in of_round:
            _note_pairing(history, each)
        for each in of_round:
            for player in each.players:
                history.points[player] += each.points_of(player, scoring)
    return history


def _note_pairing(history: History, result: PairingResult) -> None:
    first, second = result.first, result.second
    if second is None:
        history.byes[first] += 1
        return
    history.met[frozenset((first, second))] += 1
    if result.ended is HowEnded.WALKOVER and result.winner is not None:
        history.byes[result.winner] += 1
    if result.is_played:
        history.firsts[first] += 1
        history.firsts[second] -= 1
        history.last_first[first], history.last_first[second] = True, False
    if history.points[first] != history.points[second]:
        history.floats[max(first, second, key=lambda each: history.points[each])] += 1


def in_fair_order(one: str, other: str, history: History) -> Paired:
    """Whoever went first less often goes first; then who did not in the last game; then the one named first."""
    due = sorted((one, other), key=lambda each: (history.firsts[each], history.last_first.get(each, False)))
    return Paired(due[0], due[1])


def rounds_of(count: int) -> int:
    """In which everybody meets everybody once."""
    return max(0, count - 1 + count % 2)


def circle_round(ids: Sequence[str | None], round_number: int) -> list[tuple[str | None, str | None]]:
    """`ids`: an even number of them; None is the empty place, and whoever meets it has a bye."""
    size = len(ids)
    turn = (round_number - 1) % (size - 1)
    turned = [ids[0], *ids[1 + turn :], *ids[1 : 1 + turn]]
    return [(turned[place], turned[size - 1 - place]) for place in range(size // 2)]


def round_robin_round(
    entrants: Sequence[Entrant], results: Sequence[PairingResult], round_number: int
) -> tuple[Paired, ...]:
    """Whose opponent has left has a bye. One who comes late takes the empty place of an odd number; there is no other,
    as the rounds already played would have been others."""
    seats: list[str | None] = [each.id for each in entrants if each.from_round == 1]
    late = [each.id for each in entrants if each.from_round > 1]
    if len(seats) % 2:
        seats.append(late.pop(0) if late else None)
    if late:
        raise BadRequestError("round robin: got {count} who came late, expected one at most", count=len(late) + 1)
    here = {each.id for each in entrants if each.plays_in(round_number)}
    history = history_of(results, USUAL_SCORING)
    paired, free = [], []
    for pair in circle_round(seats, round_number) if len(seats) > 1 else ():
        there = [each for each in pair if each in here and each is not None]
        if len(there) == 2:
            paired.append(in_fair_order(there[0], there[1], history))
        else:
            free += [Paired(each) for each in there]
    return (*paired, *free)


BYE = ""
"""The node that an odd player is matched with."""
MANY, NEAR = 100, 12
"""Of so many players only those near each other are looked at first: the whole would take a minute for 400."""
Costs: TypeAlias = tuple[int, ...]
"""Met before (for a bye: had one before); same club; points between the two, squared, so that two small floats are
better than a large one; floated down before; both are due to go first, or second; off the middle of their group."""


@dataclass(frozen=True, slots=True)
class SwissRules:
    scoring: Scoring = USUAL_SCORING
    keep_clubs_apart: bool = False
    seed: int = 0
    """Of the order among players of equal points; the same seed gives the same pairing."""


USUAL_RULES = SwissRules()


def swiss_round(
    entrants: Sequence[Entrant],
    results: Sequence[PairingResult],
    round_number: int,
    rules: SwissRules = USUAL_RULES,
) -> tuple[Paired, ...]:
    """The table of the highest points first; the bye last."""
    history = history_of(results, rules.scoring)
    ranked = _ranked(present(entrants, round_number), history, rules.seed + round_number)
    place = {each.id: number for number, each in enumerate(ranked)} | {BYE: len(ranked)}
    to_pair = _Round(ranked, history, rules)
    matched = to_pair.matched(NEAR if len(ranked) > MANY else len(ranked))
    if len(ranked) > MANY and not to_pair.is_complete(matched):
        matched = to_pair.matched(len(ranked))
    pairs = sorted(sorted((place[one], one) for one in pair) for pair in matched)
    pairs.sort(key=lambda pair: pair[1][1] == BYE)
    return tuple(Paired(one) if other == BYE else in_fair_order(one, other, history) for (_, one), (_, other) in pairs)


def _ranked(players: Sequence[Entrant], history: History, seed: int) -> list[Entrant]:
    """By points; those who have equally many in an order of chance, which the seed fixes."""
    mixed = sorted(players, key=lambda each: each.id)
    random.Random(seed).shuffle(mixed)
    return sorted(mixed, key=lambda each: -history.points[each.id])


@dataclass(frozen=True, slots=True)
class _Round:
    """Those who are to be paired, the highest points first."""

    ranked: Sequence[Entrant]
    history: History
    rules: SwissRules

    def matched(self, near: int) -> set[tuple[str, str]]:
        """`near`: how far apart in the ranking two may be, from each other or from the middle of their group."""
        costs = dict(self._costs(near))
        unit = _units(list(costs.values()), (len(self.ranked) + 1) // 2)
        whole = {pair: sum(map(mul, cost, unit)) for pair, cost in costs.items()}
        most = max(whole.values(), default=0) + 1
        graph = networkx.Graph()
        graph.add_weighted_edges_from((*pair, most - cost) for pair, cost in whole.items())
        found: set[tuple[str, str]] = networkx.max_weight_matching(graph, maxcardinality=True)
        return found

    def is_complete(self, matched: set[tuple[str, str]]) -> bool:
        """And without a rematch: nothing that was left out could be better in that."""
        met, byes = self.history.met, self.history.byes
        again = any(byes[max(pair)] if BYE in pair else met[frozenset(pair)] for pair in matched)
        return len(matched) == (len(self.ranked) + 1) // 2 and not again

    def _costs(self, near: int) -> Iterator[tuple[tuple[str, str], Costs]]:
        points = self.history.points
        halves = {each: size // 2 for each, size in Counter(points[each.id] for each in self.ranked).items()}
        for (high, one), (low, other) in combinations(enumerate(self.ranked), 2):
            apart = points[one.id] - points[other.id]
            off = 0 if apart else abs(low - high - halves[points[one.id]])
            if low - high <= near or (not apart and off <= near):
                yield (one.id, other.id), self._pair_costs(one, other, off)
        if len(self.ranked) % 2:
            yield from (((each.id, BYE), self._bye_costs(place)) for place, each in enumerate(self.ranked))

    def _pair_costs(self, high: Entrant, low: Entrant, off: int) -> Costs:
        history = self.history
        apart = history.points[high.id] - history.points[low.id]
        is_kin = self.rules.keep_clubs_apart and bool(high.club) and high.club.casefold() == low.club.casefold()
        one, other = history.firsts[high.id], history.firsts[low.id]
        both_due = min(abs(one), abs(other)) if one * other > 0 else 0
        floated = history.floats[high.id] if apart else 0
        return history.met[frozenset((high.id, low.id))], int(is_kin), apart * apart, floated, both_due, off

    def _bye_costs(self, place: int) -> Costs:
        """To one who had none yet, and of those to one of the fewest points."""
        points, player = self.history.points, self.ranked[place].id
        above = points[player] - points[self.ranked[-1].id]
        return self.history.byes[player], 0, above * above, 0, 0, len(self.ranked) - 1 - place


def _units(costs: Sequence[Costs], pairs: int) -> list[int]:
    """What one of each kind of cost weighs: more than all of the kinds after it in a whole round."""
    units = [1]
    for kind in reversed(range(1, len(costs[0]) if costs else 1)):
        units.append(units[-1] * (max(cost[kind] for cost in costs) * pairs + 1))
    return units[::-1]

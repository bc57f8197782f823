"""Pair the next round: Swiss system or round robin, from what the players have played so far."""

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
    entrants_in_round,
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


def build_history(results: Sequence[PairingResult], scoring: Scoring) -> History:
    history = History()
    for number in sorted({result.round for result in results}):
        of_round = [result for result in results if result.round == number]
        for result in of_round:
            _note_pairing(history, result)
        for result in of_round:
            for player in result.players:
                history.points[player] += result.points_of(player, scoring)
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
        history.floats[max(first, second, key=lambda player: history.points[player])] += 1


def pair_in_fair_order(first_player: str, second_player: str, history: History) -> Paired:
    """Whoever went first less often goes first; then who did not in the last game; then the one named first."""
    due = sorted(
        (first_player, second_player),
        key=lambda player: (history.firsts[player], history.last_first.get(player, False)),
    )
    return Paired(due[0], due[1])


def count_robin_rounds(count: int) -> int:
    """In which everybody meets everybody once."""
    return max(0, count - 1 + count % 2)


def pair_circle(ids: Sequence[str | None], round_number: int) -> list[tuple[str | None, str | None]]:
    """`ids`: an even number of them; None is the empty place, and whoever meets it has a bye."""
    size = len(ids)
    turn = (round_number - 1) % (size - 1)
    turned = [ids[0], *ids[1 + turn :], *ids[1 : 1 + turn]]
    return [(turned[place], turned[size - 1 - place]) for place in range(size // 2)]


def pair_round_robin(
    entrants: Sequence[Entrant], results: Sequence[PairingResult], round_number: int
) -> tuple[Paired, ...]:
    """Whose opponent has left has a bye. One who comes late takes the empty place of an odd number; there is no other,
    as the rounds already played would have been others."""
    seats: list[str | None] = [entrant.id for entrant in entrants if entrant.from_round == 1]
    late = [entrant.id for entrant in entrants if entrant.from_round > 1]
    if len(seats) % 2:
        seats.append(late.pop(0) if late else None)
    if late:
        raise BadRequestError("round robin: got {count} who came late, expected one at most", count=len(late) + 1)
    here = {entrant.id for entrant in entrants if entrant.plays_in(round_number)}
    history = build_history(results, USUAL_SCORING)
    paired, free = [], []
    for pair in pair_circle(seats, round_number) if len(seats) > 1 else ():
        there = [player for player in pair if player in here and player is not None]
        if len(there) == 2:
            paired.append(pair_in_fair_order(there[0], there[1], history))
        else:
            free += [Paired(player) for player in there]
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


def pair_swiss(
    entrants: Sequence[Entrant],
    results: Sequence[PairingResult],
    round_number: int,
    rules: SwissRules = USUAL_RULES,
) -> tuple[Paired, ...]:
    """The table of the highest points first; the bye last."""
    history = build_history(results, rules.scoring)
    ranked = _rank_for_pairing(entrants_in_round(entrants, round_number), history, rules.seed + round_number)
    place = {entrant.id: number for number, entrant in enumerate(ranked)} | {BYE: len(ranked)}
    to_pair = _Round(ranked, history, rules)
    matched = to_pair.matched(NEAR if len(ranked) > MANY else len(ranked))
    if len(ranked) > MANY and not to_pair.is_complete(matched):
        matched = to_pair.matched(len(ranked))
    pairs = sorted(sorted((place[player], player) for player in pair) for pair in matched)
    pairs.sort(key=lambda pair: pair[1][1] == BYE)
    return tuple(
        Paired(player) if opponent == BYE else pair_in_fair_order(player, opponent, history)
        for (_, player), (_, opponent) in pairs
    )


def _rank_for_pairing(players: Sequence[Entrant], history: History, seed: int) -> list[Entrant]:
    """By points; those who have equally many in an order of chance, which the seed fixes."""
    mixed = sorted(players, key=lambda player: player.id)
    random.Random(seed).shuffle(mixed)
    return sorted(mixed, key=lambda player: -history.points[player.id])


@dataclass(frozen=True, slots=True)
class _Round:
    """Those who are to be paired, the highest points first."""

    ranked: Sequence[Entrant]
    history: History
    rules: SwissRules

    def matched(self, near: int) -> set[tuple[str, str]]:
        """`near`: how far apart in the ranking two may be, from each other or from the middle of their group."""
        costs = dict(self._costs(near))
        unit = _cost_weights(list(costs.values()), (len(self.ranked) + 1) // 2)
        whole = {pair: sum(map(mul, cost, unit)) for pair, cost in costs.items()}
        most = max(whole.values(), default=0) + 1
        graph = networkx.Graph()
        graph.add_weighted_edges_from((*pair, most - cost) for pair, cost in whole.items())
        matched: set[tuple[str, str]] = networkx.max_weight_matching(graph, maxcardinality=True)
        return matched

    def is_complete(self, matched: set[tuple[str, str]]) -> bool:
        """And without a rematch: nothing that was left out could be better in that."""
        met, byes = self.history.met, self.history.byes
        again = any(byes[max(pair)] if BYE in pair else met[frozenset(pair)] for pair in matched)
        return len(matched) == (len(self.ranked) + 1) // 2 and not again

    def _costs(self, near: int) -> Iterator[tuple[tuple[str, str], Costs]]:
        points = self.history.points
        halves = {score: size // 2 for score, size in Counter(points[entrant.id] for entrant in self.ranked).items()}
        for (high, upper), (low, lower) in combinations(enumerate(self.ranked), 2):
            apart = points[upper.id] - points[lower.id]
            off = 0 if apart else abs(low - high - halves[points[upper.id]])
            if low - high <= near or (not apart and off <= near):
                yield (upper.id, lower.id), self._pair_costs(upper, lower, off)
        if len(self.ranked) % 2:
            yield from (((entrant.id, BYE), self._bye_costs(place)) for place, entrant in enumerate(self.ranked))

    def _pair_costs(self, high: Entrant, low: Entrant, off: int) -> Costs:
        history = self.history
        apart = history.points[high.id] - history.points[low.id]
        is_kin = self.rules.keep_clubs_apart and bool(high.club) and high.club.casefold() == low.club.casefold()
        high_firsts, low_firsts = history.firsts[high.id], history.firsts[low.id]
        both_due = min(abs(high_firsts), abs(low_firsts)) if high_firsts * low_firsts > 0 else 0
        floated = history.floats[high.id] if apart else 0
        return history.met[frozenset((high.id, low.id))], int(is_kin), apart * apart, floated, both_due, off

    def _bye_costs(self, place: int) -> Costs:
        """To one who had none yet, and of those to one of the fewest points."""
        points, player = self.history.points, self.ranked[place].id
        above = points[player] - points[self.ranked[-1].id]
        return self.history.byes[player], 0, above * above, 0, 0, len(self.ranked) - 1 - place


def _cost_weights(costs: Sequence[Costs], pairs: int) -> list[int]:
    """What one of each kind of cost weighs: more than all of the kinds after it in a whole round."""
    units = [1]
    for kind in reversed(range(1, len(costs[0]) if costs else 1)):
        units.append(units[-1] * (max(cost[kind] for cost in costs) * pairs + 1))
    return units[::-1]

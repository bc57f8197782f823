"""What a player brings along from the rounds before, as far as the next pairing asks for it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tableassist.league.evening.results import HowEnded, PairingResult, Scoring


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

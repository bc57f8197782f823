"""Everybody against everybody, by the circle method: one stays, the others move on by one place a round."""

from collections.abc import Sequence

from tableassist.errors import BadRequestError
from tableassist.league.evening.history import history_of
from tableassist.league.evening.pairing import Paired, in_fair_order
from tableassist.league.evening.players import Entrant
from tableassist.league.evening.results import USUAL_SCORING, PairingResult


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

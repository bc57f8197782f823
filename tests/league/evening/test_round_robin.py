"""Everybody against everybody."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableassist.errors import BadRequestError
from tableassist.league.evening.pairings import count_robin_rounds, pair_round_robin
from tableassist.league.evening.round import Entrant, PairingResult, make_bye


def all_rounds(people, count):
    results = []
    for number in range(1, count + 1):
        paired = pair_round_robin(people, results, number)
        results += [make_bye(number, each.first) for each in paired if each.second is None]
        results += [PairingResult(number, *each.players) for each in paired if each.second is not None]
    return results


@given(st.integers(2, 15))
def test_every_two_meet_once_and_nobody_plays_twice_in_a_round(count):
    people = [Entrant(f"p{number:02}", "") for number in range(count)]
    results = all_rounds(people, count_robin_rounds(count))
    met = Counter(frozenset(each.players) for each in results if each.second is not None)
    assert met == Counter(frozenset(pair) for pair in combinations((each.id for each in people), 2))
    for number in range(1, count_robin_rounds(count) + 1):
        there = [player for each in results if each.round == number for player in each.players]
        assert sorted(there) == [each.id for each in people]
    byes = Counter(each.first for each in results if each.second is None)
    assert sorted(byes.values()) == [1] * (count if count % 2 else 0)


def test_four_players_by_hand():
    """One stays, the others go round: 1-4 2-3, 1-2 3-4, 1-3 4-2."""
    people = [Entrant(name, name) for name in "1234"]
    met = [{"".join(sorted(each.players)) for each in pair_round_robin(people, [], number)} for number in (1, 2, 3)]
    assert met == [{"14", "23"}, {"12", "34"}, {"13", "24"}]


@pytest.mark.parametrize(("count", "rounds"), [(0, 0), (1, 1), (2, 1), (3, 3), (4, 3), (7, 7), (8, 7)])
def test_how_many_rounds(count, rounds):
    assert count_robin_rounds(count) == rounds


def test_whose_opponent_has_left_has_a_bye():
    people = [Entrant(name, name, until_round=1 if name == "2" else None) for name in "1234"]
    second = pair_round_robin(people, [], 2)
    assert {each.players for each in second if each.second is None} == {("1",)}
    assert "2" not in {player for each in second for player in each.players}


def test_one_who_comes_late_takes_the_empty_place_and_a_second_has_none():
    people = [*(Entrant(name, name) for name in "123"), Entrant("4", "4", from_round=2)]
    assert [each.players for each in pair_round_robin(people, [], 1) if each.second is None] == [("1",)]
    assert all(each.second is not None for each in pair_round_robin(people, [], 2))
    with pytest.raises(BadRequestError, match="got 2 latecomers"):
        pair_round_robin([*people, Entrant("5", "5", from_round=2)], [], 2)

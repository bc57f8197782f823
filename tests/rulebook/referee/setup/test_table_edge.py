"""The edge of the playing area (000 Setup): a wall, a flat earth or a round one. The older texts have none."""

import pytest

from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import GameStart, PlayerStart
from tests.rulebook.referee.setup.tables import code, ship

OVER = Move("a", over_edge=True)


def game(edition="complete", **house):
    players, ships = (PlayerStart("Anne"), PlayerStart("Mary")), (ship("a"), ship("b"), ship("m", "Mary"))
    return new_game(GameStart(edition=edition, players=players, ships=ships, house=house, starting_gold=30))


def test_complete_it_is_a_wall():
    assert code(judge_act(game(), OVER)) == "illegal-move"


def test_flat_earth_she_leaves_the_game():
    before = game(**{"table-edge": "flat-earth"})
    assert code(judge_act(before, OVER)) == ""
    assert fold(before, OVER).units["a"].gone
    assert not fold(before, Move("a")).units["a"].gone


def test_round_earth_she_goes_on():
    before = game(**{"table-edge": "round-earth"})
    assert code(judge_act(before, OVER)) == ""
    assert not fold(before, OVER).units["a"].gone


@pytest.mark.parametrize("edition", ["spanish-main", "revolution"])
def test_the_older_texts_do_not_say(edition):
    assert judge_act(game(edition), OVER).opinion == "not-known"

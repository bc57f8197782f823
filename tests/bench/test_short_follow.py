"""The short form of `python -m bench follow`: the games themselves, and the first turns of one by the camera."""

from collections import Counter

import pytest

from bench import follow
from bench.game_stage import faults_of_truth, frame_times
from bench.game_table import game_start
from bench.whole_game import How, whole_game
from tableassist.rulebook.referee.acts.boarding import Board
from tableassist.rulebook.referee.acts.cargo import Explore
from tableassist.rulebook.referee.acts.fighting import LoseMast
from tableassist.rulebook.referee.acts.sailing import Move
from tableassist.rulebook.referee.acts.shooting import Shoot

ROW = {"right": 1.0, "missed": [], "wrong": [], "ended": True, "gold": {}}


@pytest.fixture(scope="module")
def game():
    return whole_game(1)


def test_a_whole_game_has_thirty_acts_and_more_of_every_kind(game):
    kinds = Counter(type(each.act) for each in game.acts)
    assert len(game.acts) >= 30
    assert all(kinds[each] for each in (Move, Shoot, LoseMast, Board, Explore))
    assert sum(each.how is How.TOLD for each in game.acts) < len(game.acts) / 2
    assert [each.t_s for each in game.acts] == sorted(each.t_s for each in game.acts)


def test_the_referee_finds_no_foul_in_it_and_the_same_winner(game, tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(game.table.text, encoding="utf-8")
    assert faults_of_truth(game, game_start(game.table, path)) == []


def test_the_same_seed_is_the_same_game_and_another_is_another(game):
    assert whole_game(1).acts == game.acts
    assert whole_game(2).acts != game.acts


def test_pictures_are_taken_while_hands_are_on_the_table(game):
    times = frame_times(game)
    for sailed in game.sailed:
        assert sum(sailed.from_s <= t_s <= sailed.to_s for t_s in times) >= 3


@pytest.mark.long
def test_the_first_turns_are_followed_by_the_camera_alone():
    row = follow.follow_game(1, turns=2)
    assert row["alone"] >= 4
    assert (row["missed"], row["wrong"], row["wrongly_asked"], row["fouls"]) == ([], [], [], [])


def test_what_falls_short_is_told():
    assert list(follow.misses({"games": {"seed 1": ROW}})) == []
    poor = ROW | {"right": 0.9, "missed": ["a move"], "wrong": ["a ram"], "ended": False}
    assert len(list(follow.misses({"games": {"seed 1": poor}}))) == 3

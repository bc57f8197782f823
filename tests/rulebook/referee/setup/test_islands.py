"""Placing islands: in turn, how many, how far apart (000, 001, 003 Placing Islands; 002 Setup)."""

import msgspec.structs
import pytest

from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.referee.setup.homes import ChooseHome
from tableassist.rulebook.referee.setup.layout import PlaceIsland
from tableassist.rulebook.ruling import Verdict
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import IslandStart
from tests.rulebook.referee.setup.tables import THREE, advised, after, code, homes_chosen, islands_placed, rolled, table

EDITIONS = ("spanish-main", "revolution", "complete")


@pytest.mark.parametrize("edition", EDITIONS)
def test_players_take_turns_beginning_with_the_first(edition):
    game = rolled(table(edition))
    assert code(judge_act(game, PlaceIsland("Mary", "i1"))) == "not-your-placement"
    game = after(game, PlaceIsland("Anne", "i3"))
    assert code(judge_act(game, PlaceIsland("Anne", "i1"))) == "not-your-placement"
    game = after(game, PlaceIsland("Mary", "i1"), PlaceIsland("Anne", "i2"))
    assert game.set_up.islands == ("i3", "i1", "i2")
    assert code(judge_act(game, PlaceIsland("Mary", "i3"))) == "already-placed"


def test_multiplayer_to_the_left_one_island_each():
    game = rolled(table("complete", THREE, islands=9, multiplayer=True))
    game = after(game, PlaceIsland("Anne", "i1"), PlaceIsland("Mary", "i2"))
    assert code(judge_act(game, PlaceIsland("Anne", "i3"))) == "not-your-placement"
    assert not judge_act(game, PlaceIsland("Jack", "i3")).is_foul


def placed(game, count):
    for number in range(1, count + 1):
        game = after(game, PlaceIsland(("Anne", "Mary")[(number - 1) % 2], f"i{number}"))
    return game


def test_revolution_must_use_six():
    seven = placed(rolled(table("revolution", islands=7)), 6)
    assert code(judge_act(seven, PlaceIsland("Anne", "i7"))) == "island-count"
    five = islands_placed(table("revolution", islands=5))
    assert code(judge_act(five, ChooseHome("Mary", "i1", "Anne"))) == "island-count"


def test_revolution_says_so_for_a_game_of_40_points():
    five = islands_placed(table("revolution", islands=5, build_total=60))
    call = judge_act(five, ChooseHome("Mary", "i1", "Anne"))
    assert not call.is_foul
    assert advised(call) == ["6 islands are recommended, but there are 5"]


@pytest.mark.parametrize("edition", ["spanish-main", "complete"])
def test_six_are_only_recommended_elsewhere(edition):
    seven = placed(rolled(table(edition, islands=7)), 6)
    call = judge_act(seven, PlaceIsland("Anne", "i7"))
    assert not call.is_foul
    assert advised(call) == ["6 islands are recommended, but there are more"]
    five = islands_placed(table(edition, islands=5))
    assert advised(judge_act(five, ChooseHome("Mary", "i1", "Anne"))) == ["6 islands are recommended, but there are 5"]


def test_complete_recommends_three_a_player():
    game = islands_placed(table("complete", THREE, islands=9))
    assert advised(judge_act(game, ChooseHome("Jack", "i1", "Anne"))) == []
    game = islands_placed(table("complete", THREE, islands=8))
    assert "9 islands are recommended, but there are 8" in advised(judge_act(game, ChooseHome("Jack", "i1", "Anne")))


def test_multiplayer_three_a_player_is_a_must():
    game = islands_placed(table("spanish-main", THREE, islands=8, multiplayer=True))
    assert code(judge_act(game, ChooseHome("Mary", "i1", "Mary"))) == "island-count"


@pytest.mark.parametrize("edition", ["spanish-main", "revolution"])
def test_two_to_four_l_is_a_must(edition):
    game = after(rolled(table(edition)), PlaceIsland("Anne", "i1", Verdict.NO))  # the first has no other to lie near
    assert code(judge_act(game, PlaceIsland("Mary", "i2", Verdict.NO))) == "spacing"
    assert judge_act(game, PlaceIsland("Mary", "i2", Verdict.TOO_CLOSE)).opinion == "too-close"
    assert judge_act(game, PlaceIsland("Mary", "i2", Verdict.YES)).opinion == "fine"
    assert judge_act(game, PlaceIsland("Mary", "i2")).opinion == "fine"


def test_complete_only_recommends_one_to_six_l():
    game = after(rolled(table("complete")), PlaceIsland("Anne", "i1"))
    call = judge_act(game, PlaceIsland("Mary", "i2", Verdict.NO))
    assert not call.is_foul
    assert advised(call) == ["i2 is nearer than 1 L to the others or farther than 6 L from them"]
    assert judge_act(game, PlaceIsland("Mary", "i2", Verdict.TOO_CLOSE)).opinion == "fine"


def test_a_house_may_make_the_distance_a_must():
    game = after(rolled(table("complete", house={"islands-at-least-L": 2.0})), PlaceIsland("Anne", "i1"))
    assert code(judge_act(game, PlaceIsland("Mary", "i2", Verdict.NO))) == "spacing"


def test_no_island_is_placed_once_homes_are_chosen():
    game = homes_chosen(table("complete"))
    assert code(judge_act(game, PlaceIsland("Anne", "i3"))) == "too-late"


def test_a_mysterious_island_is_placed_like_any_other_with_its_symbol_up():
    start = msgspec.structs.replace(table("complete").start, islands=(IslandStart("m", mysterious=True),))
    call = judge_act(rolled(new_game(start)), PlaceIsland("Anne", "m"))
    assert not call.is_foul
    assert advised(call) == ["m is mysterious: its symbol is face up"]

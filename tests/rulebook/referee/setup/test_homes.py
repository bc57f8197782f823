"""Choosing home islands (001 Placing Islands, 003 and 000 Choosing Home Islands, 002 Setup)."""

import msgspec.structs
import pytest

from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.referee.setup.homes import ChooseHome
from tableassist.rulebook.referee.setup.layout import PlaceIsland, RollForFirst
from tableassist.rulebook.state.new_game import new_game
from tableassist.rulebook.state.start import IslandStart
from tests.rulebook.referee.setup.tables import THREE, advised, after, code, homes_chosen, islands_placed, rolled, table

EDITIONS = ("spanish-main", "revolution", "complete")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_second_chooses_the_firsts_then_the_first_the_seconds(edition):
    game = islands_placed(table(edition))
    assert code(judge_act(game, ChooseHome("Anne", "i1", "Anne"))) == "not-the-chooser"
    assert code(judge_act(game, ChooseHome("Anne", "i1", "Mary"))) == "not-the-chooser"
    game = after(game, ChooseHome("Mary", "i1", "Anne"))
    assert code(judge_act(game, ChooseHome("Mary", "i2", "Mary"))) == "not-the-chooser"
    assert code(judge_act(game, ChooseHome("Anne", "i1", "Mary"))) == "home-taken"
    game = after(game, ChooseHome("Anne", "i4", "Mary"))
    assert {each.id: each.home for each in game.islands.values() if each.home} == {"i1": "Anne", "i4": "Mary"}
    assert code(judge_act(game, ChooseHome("Anne", "i5", "Mary"))) == "not-the-chooser"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_others_are_wild(edition):
    game = homes_chosen(table(edition))
    assert [each.id for each in game.islands.values() if each.is_wild] == ["i3", "i4", "i5", "i6"]


def test_complete_the_last_chooses_the_firsts_and_on_in_order():
    game = islands_placed(table("complete", THREE, islands=9))
    assert code(judge_act(game, ChooseHome("Mary", "i1", "Anne"))) == "not-the-chooser"
    after(game, ChooseHome("Jack", "i1", "Anne"), ChooseHome("Anne", "i2", "Mary"), ChooseHome("Mary", "i3", "Jack"))


def test_complete_or_the_last_chooses_the_own_first():
    game = islands_placed(table("complete", THREE, islands=9, house={"homes-chosen": "own"}))
    assert code(judge_act(game, ChooseHome("Jack", "i1", "Anne"))) == "not-the-chooser"
    assert code(judge_act(game, ChooseHome("Anne", "i1", "Anne"))) == "not-the-chooser"
    after(game, ChooseHome("Jack", "i1", "Jack"), ChooseHome("Mary", "i2", "Mary"), ChooseHome("Anne", "i3", "Anne"))


@pytest.mark.parametrize("edition", ["spanish-main", "revolution"])
def test_the_other_way_is_open_only_in_complete(edition):
    game = islands_placed(table(edition, house={"homes-chosen": "own"}))
    assert code(judge_act(game, ChooseHome("Mary", "i1", "Mary"))) == "not-the-chooser"


@pytest.mark.parametrize("edition", EDITIONS)
def test_multiplayer_the_last_to_place_picks_the_own_then_to_the_right(edition):
    """Jack rolled best: he, Anne and Mary place; Mary places the ninth and picks; to her right sits Anne, then Jack."""
    game = after(
        table(edition, THREE, islands=9, multiplayer=True),
        RollForFirst("Anne", 1),
        RollForFirst("Mary", 2),
        RollForFirst("Jack", 3),
    )
    for number in range(9):
        game = after(game, PlaceIsland(("Jack", "Anne", "Mary")[number % 3], f"i{number + 1}"))
    assert code(judge_act(game, ChooseHome("Jack", "i1", "Jack"))) == "not-the-chooser"
    assert code(judge_act(game, ChooseHome("Mary", "i1", "Jack"))) == "not-the-chooser"
    game = after(game, ChooseHome("Mary", "i1", "Mary"))
    assert code(judge_act(game, ChooseHome("Jack", "i2", "Jack"))) == "not-the-chooser"
    assert code(judge_act(game, ChooseHome("Anne", "i1", "Anne"))) == "home-taken"
    after(game, ChooseHome("Anne", "i2", "Anne"), ChooseHome("Jack", "i3", "Jack"))


def test_homes_are_chosen_once_all_islands_lie_there():
    game = after(rolled(table("complete")), PlaceIsland("Anne", "i1"))
    assert code(judge_act(game, ChooseHome("Mary", "i1", "Anne"))) == "not-ready"


def test_ships_come_before_the_next_home_but_nobody_gains_by_it():
    game = after(islands_placed(table("revolution")), ChooseHome("Mary", "i1", "Anne"))
    call = judge_act(game, ChooseHome("Anne", "i2", "Mary"))
    assert not call.is_foul
    assert advised(call) == ["Anne places ships first, and ship-Anne is not placed yet"]


def test_a_mysterious_island_may_be_a_home_and_the_players_choose_about_its_effects():
    islands = tuple(IslandStart(f"i{number}", mysterious=number == 1) for number in range(1, 7))
    game = islands_placed(new_game(msgspec.structs.replace(table("complete").start, islands=islands)))
    call = judge_act(game, ChooseHome("Mary", "i1", "Anne"))
    assert not call.is_foul
    assert "mysterious-homes" in advised(call)[0]

"""Who is first: every player rolls, the highest is first, ties roll again (all texts, Setup)."""

import pytest

from tableassist.pieces import PieceKind
from tableassist.rulebook.referee.referee import judge_act
from tableassist.rulebook.referee.setup.layout import PlaceIsland, PlaceTerrain, RollForFirst
from tableassist.rulebook.state.start import TerrainStart
from tests.rulebook.referee.setup.tables import THREE, after, code, table

EDITIONS = ("spanish-main", "revolution", "complete")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_highest_roll_is_first(edition):
    game = after(table(edition), RollForFirst("Anne", 2), RollForFirst("Mary", 5))
    assert (game.set_up.first, game.player, game.order) == ("Mary", "Mary", ("Mary", "Anne"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_ties_are_rolled_again_by_those_who_tied(edition):
    game = after(table(edition), RollForFirst("Mary", 4), RollForFirst("Anne", 4))
    assert game.set_up.first == ""
    game = after(game, RollForFirst("Anne", 3), RollForFirst("Mary", 3))
    assert game.set_up.first == ""
    assert after(game, RollForFirst("Anne", 1), RollForFirst("Mary", 6)).set_up.first == "Mary"


def test_nobody_rolls_twice_without_a_tie_or_after_it_is_decided():
    game = after(table("complete"), RollForFirst("Anne", 2))
    assert code(judge_act(game, RollForFirst("Anne", 6))) == "not-owed"
    game = after(game, RollForFirst("Mary", 5))
    assert code(judge_act(game, RollForFirst("Anne", 6))) == "not-owed"


def test_a_die_has_six_sides():
    assert code(judge_act(table("complete"), RollForFirst("Anne", 7))) == "unknown"


def test_complete_ranks_the_others_by_their_rolls():
    game = after(table("complete", THREE), RollForFirst("Anne", 5), RollForFirst("Mary", 2), RollForFirst("Jack", 4))
    assert game.order == ("Anne", "Jack", "Mary")


def test_complete_or_to_the_left_of_the_first_player():
    house = {"order-of-others": "to-the-left"}
    rolls = RollForFirst("Anne", 2), RollForFirst("Mary", 5), RollForFirst("Jack", 2)
    assert after(table("complete", THREE, house=house), *rolls).order == ("Mary", "Jack", "Anne")


def test_by_roll_a_tie_for_second_place_is_rolled_again():
    game = after(table("complete", THREE), RollForFirst("Anne", 2), RollForFirst("Mary", 5), RollForFirst("Jack", 2))
    assert game.set_up.first == ""
    assert code(judge_act(game, RollForFirst("Mary", 6))) == "not-owed"
    assert after(game, RollForFirst("Jack", 6), RollForFirst("Anne", 1)).order == ("Mary", "Jack", "Anne")


@pytest.mark.parametrize("edition", EDITIONS)
def test_multiplayer_goes_on_to_the_left(edition):
    rolls = RollForFirst("Anne", 3), RollForFirst("Mary", 1), RollForFirst("Jack", 6)
    game = after(table(edition, THREE, islands=9, multiplayer=True), *rolls)
    assert game.order == ("Jack", "Anne", "Mary")


def test_nothing_is_placed_before_it_is_decided():
    game = table("revolution", terrain=(TerrainStart("r", PieceKind.REEF),))
    assert code(judge_act(game, PlaceIsland("Anne", "i1"))) == "not-ready"
    assert code(judge_act(game, PlaceTerrain("Anne", "r"))) == "not-ready"

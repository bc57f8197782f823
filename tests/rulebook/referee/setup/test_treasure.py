"""Treasure contributed and dealt (000, 001, 003 Placing Treasure; 002 Preparation and Setup)."""

import pytest

from tableassist.rulebook.referee.acts.islands import Reveal
from tableassist.rulebook.referee.referee import fold, judge_act
from tableassist.rulebook.referee.setup.homes import ChooseHome
from tableassist.rulebook.referee.setup.treasure import Contribute, DealTreasure
from tests.rulebook.referee.setup.tables import (
    EIGHT_COINS,
    SIX_COINS,
    THREE,
    advised,
    after,
    code,
    contributed,
    homes_chosen,
    islands_placed,
    ships_placed,
    table,
)

MUST = {"treasure-contribution": "must"}


@pytest.mark.parametrize(
    ("edition", "values", "number", "gold"),
    [("spanish-main", SIX_COINS, 6, 12), ("revolution", EIGHT_COINS, 8, 15)],
)
def test_each_player_should_bring_so_many_coins_of_so_much_gold(edition, values, number, gold):
    """ "Should" is advice, unless the table takes it for a must."""
    game = table(edition)
    assert judge_act(game, Contribute("Anne", values)).reasons == ()
    fewer = Contribute("Anne", (*values[:-2], values[-1] + values[-2]))
    assert advised(judge_act(game, fewer)) == [f"Anne brings {number - 1} coins instead of {number}"]
    richer = Contribute("Anne", (*values[:-1], values[-1] + 1))
    assert advised(judge_act(game, richer)) == [f"Anne brings {gold + 1} gold instead of {gold}"]
    strict = table(edition, house=MUST)
    assert code(judge_act(strict, fewer)) == "treasure-count"
    assert code(judge_act(strict, richer)) == "treasure-gold"


def test_a_game_of_another_build_total_has_its_own_numbers():
    game = table("revolution", build_total=100, house=MUST)
    assert code(judge_act(game, Contribute("Anne", (3, 3, 3)))) == ""


def test_complete_an_equal_number_of_any_value():
    game = after(table("complete"), Contribute("Anne", (1, 7, 7)))
    assert advised(judge_act(game, Contribute("Mary", (1, 1, 1)))) == []
    assert advised(judge_act(game, Contribute("Mary", (1, 1)))) == ["Mary brings 2 coins instead of 3"]
    strict = after(table("complete", house=MUST), Contribute("Anne", (1, 7, 7)))
    assert code(judge_act(strict, Contribute("Mary", (1, 1)))) == "treasure-count"


def test_multiplayer_six_tokens_of_any_value_or_type():
    game = table("revolution", THREE, islands=9, multiplayer=True)
    assert code(judge_act(game, Contribute("Anne", (7,) * 6))) == ""
    assert code(judge_act(game, Contribute("Anne", (7,) * 5, ("Runes of Odin",)))) == ""
    assert code(judge_act(game, Contribute("Anne", (7,) * 6, ("Runes of Odin",)))) == "treasure-count"
    assert code(judge_act(game, Contribute("Anne", (7,) * 5))) == "treasure-count"


def test_revolution_unique_treasure_comes_beside_15_gold():
    game = table("revolution")
    assert code(judge_act(game, Contribute("Anne", EIGHT_COINS, ("Maps",)))) == ""
    seven = (1, 1, 2, 2, 2, 3, 4)
    assert sum(seven) == 15
    assert code(judge_act(game, Contribute("Anne", seven, ("Maps",)))) == ""
    assert code(judge_act(game, Contribute("Anne", seven[:-1], ("Maps", "Runes")))) == "treasure-gold"


@pytest.mark.parametrize(("edition", "expected"), [("spanish-main", ""), ("revolution", ""), ("complete", "duplicate")])
def test_one_unique_treasure_of_a_name_a_player(edition, expected):
    values = {"spanish-main": SIX_COINS, "revolution": EIGHT_COINS, "complete": ()}[edition]
    game = table(edition)
    assert code(judge_act(game, Contribute("Anne", values, ("Maps", "maps")))) == expected
    game = after(game, Contribute("Anne", values, ("Maps",)))
    assert code(judge_act(game, Contribute("Mary", values, ("Maps",)))) == ""


def test_coins_get_names_and_unique_treasure_is_worth_nothing_at_first():
    game = after(table("complete"), Contribute("Anne", (3, 5), ("Maps",)), Contribute("Mary", (2, 2, 2)))
    assert {key: each.value for key, each in game.coins.items()} == {
        "c1": 3, "c2": 5, "c3": 0, "c4": 2, "c5": 2, "c6": 2,
    }  # fmt: skip
    assert game.coins["c3"].card.unique == "Maps"
    assert game.starting_gold == 14
    assert code(judge_act(game, Contribute("Anne", (3, 5)))) == "already-placed"
    assert code(judge_act(table("complete"), Contribute("Anne", (-1,)))) == "unknown"


@pytest.mark.parametrize(
    ("edition", "values", "each"),
    [("spanish-main", SIX_COINS, 3), ("revolution", EIGHT_COINS, 4), ("complete", (1, 2, 3, 4), 2)],
)
def test_an_equal_number_to_each_wild_island(edition, values, each):
    """Two players, four wild islands: 12 coins are 3 each, 16 are 4, 8 are 2."""
    game = contributed(table(edition), values)
    coins = tuple(game.coins)
    assert code(judge_act(game, DealTreasure("i3", coins[: each - 1]))) == "treasure-count"
    assert code(judge_act(game, DealTreasure("i3", coins[: each + 1]))) == "treasure-count"
    assert judge_act(game, DealTreasure("i3", coins[:each])).reasons == ()
    assert code(judge_act(game, DealTreasure("i1", coins[:each]))) == "not-wild"
    game = after(game, DealTreasure("i3", coins[:each]))
    assert code(judge_act(game, DealTreasure("i4", coins[:each]))) == "not-there"
    assert code(judge_act(game, DealTreasure("i4", (coins[-1],) * each))) == "not-there"
    assert all(game.coins[key].at == "i3" and not game.coins[key].face_up for key in coins[:each])


def test_multiplayer_three_on_each_island():
    """Three players, nine islands, six of them wild, 18 tokens."""
    game = table("complete", THREE, islands=9, multiplayer=True)
    game = multiplayer_ready(game)
    assert code(judge_act(game, DealTreasure("i4", ("c1", "c2")))) == "treasure-count"
    assert judge_act(game, DealTreasure("i4", ("c1", "c2", "c3"))).reasons == ()


def multiplayer_ready(game):
    game = after(islands_placed(game), *(ChooseHome(name, home, name) for name, home in MULTIPLAYER_HOMES))
    return after(game, *(Contribute(name, (2,) * 6) for name in THREE))


MULTIPLAYER_HOMES = (("Jack", "i1"), ("Mary", "i2"), ("Anne", "i3"))


def test_coins_that_do_not_divide_go_as_evenly_as_they_can():
    """Unique treasure on top: 13 coins on four islands are 3 or 4 each."""
    game = after(
        ships_placed(table("spanish-main")), Contribute("Anne", SIX_COINS, ("Maps",)), Contribute("Mary", SIX_COINS)
    )
    coins = tuple(game.coins)
    assert len(coins) == 13
    assert code(judge_act(game, DealTreasure("i3", coins[:3]))) == ""
    assert code(judge_act(game, DealTreasure("i3", coins[:4]))) == ""
    assert code(judge_act(game, DealTreasure("i3", coins[:5]))) == "treasure-count"


def test_it_waits_for_the_homes_and_for_everybodys_coins():
    game = after(table("complete"), Contribute("Anne", (1, 2)))
    assert code(judge_act(game, DealTreasure("i3", ("c1",)))) == "not-ready"
    game = after(homes_chosen(table("complete")), Contribute("Anne", (1, 2)))
    assert code(judge_act(game, DealTreasure("i3", ("c1",)))) == "not-ready"


def test_a_table_may_say_that_nobody_knows_which_coin_is_which():
    game = contributed(table("spanish-main", house={"coins-dealt": "unseen"}), SIX_COINS)
    game = after(game, DealTreasure("i3", ("c1", "c2", "c3")))
    assert game.coins["c1"].value is None
    assert game.starting_gold == 24
    assert (
        after(contributed(table("spanish-main"), SIX_COINS), DealTreasure("i3", ("c1", "c2", "c6"))).coins["c6"].value
        == 5
    )


def test_a_unique_treasures_value_may_change_later():
    """Its ability text says so, and a player turns it over; an ordinary coin keeps its number."""
    game = after(table("complete"), Contribute("Anne", (3,), ("Maps",)), Contribute("Mary", (3, 3)))
    assert code(judge_act(game, Reveal("c2", 5))) == ""
    assert fold(game, Reveal("c2", 5)).coins["c2"].value == 5
    assert code(judge_act(game, Reveal("c1", 5))) == "not-there"

"""Where fame comes from (Card Game, How to Award Fame)."""

import pytest

from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.referee import public_state
from tableassist.rulebook.cardgame.state import Fame
from tests.rulebook.cardgame.tables import cards_of_ships, fame_of, passed, said, table

ALL_BUT_E1 = ("s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")


def short(game, count):
    """So many cards are left in the draw pile."""
    return said(game, CorrectCards(CardCorrection.PILE, (str(count),)))


def test_a_single_fame_is_the_active_card_itself():
    """004-59, 004-60: nothing but the next adventure leaves the pile."""
    game = passed(table("treasure-map-1", damaged=ALL_BUT_E1))
    assert fame_of(game) == {"e1": 1}
    assert (game.adventure_pile.count, game.adventure_discards) == (56, 0)


def test_more_fame_comes_from_the_pile_and_the_active_card_is_the_last():
    """004-59, 004-61: three fame are two cards of the pile and the active one; the third card of the pile is next."""
    game = passed(table("treasure-map-1", "kraken-1", "kraken-2", "volcano-1"))
    assert game.active == "volcano-1"
    assert (game.adventure_pile.count, game.adventure_discards) == (54, 0)
    assert cards_of_ships(game) == 3


def test_an_adventure_without_fame_goes_to_the_discards():
    """004-61"""
    game = passed(table("kraken-1"))
    assert (game.adventure_pile.count, game.adventure_discards) == (56, 1)


@pytest.mark.parametrize(
    ("extended", "order", "pile", "discards"),
    [(False, "pile-first", 49, 5), (True, "pile-first", 49, 5), (True, "discards-first", 51, 3)],
)
def test_in_the_extended_game_discards_are_fame_too_in_the_order_the_table_picks(extended, order, pile, discards):
    """004-62: five adventures without fame, then a Treasure Map: two cards beside the active one, and the next."""
    cards = ("kraken-1", "kraken-2", "volcano-1", "volcano-2", "maelstrom-1", "treasure-map-1")
    game = passed(table(*cards, extended=extended, readings={"extended-order": order}), 5)
    assert (game.active, game.adventure_pile.count, game.adventure_discards) == ("treasure-map-1", 52, 5)
    game = passed(game)
    assert (game.adventure_pile.count, game.adventure_discards) == (pile, discards)


def test_in_the_extended_game_a_short_pile_is_filled_up_by_the_discards():
    """004-62: one card in the pile, one in the discards; the pile is empty then and the game over."""
    game = short(passed(table("kraken-1", "island-discovery-1", extended=True)), 1)
    game = passed(game)
    assert game.ended
    assert (game.adventure_pile.count, game.adventure_discards) == (0, 0)
    assert {ship: game.fame[ship] for ship in ("e1", "s1", "d1")} == {
        "e1": Fame(1), "s1": Fame(1), "d1": Fame(1),
    }  # fmt: skip


def test_fame_of_the_final_adventure_counts_though_there_are_no_cards_left():
    """004-63: four fame, one card in the pile and the active one."""
    game = passed(short(table("island-discovery-1"), 1))
    assert game.ended
    assert fame_of(game) == {"e1": 1, "s1": 1, "d1": 1, "e2": 1}
    assert [game.fame[ship] for ship in ("e1", "s1", "d1", "e2")] == [Fame(1), Fame(0, 1), Fame(0, 1), Fame(1)]
    assert game.ending.score == {"Anne": 3, "Mary": 1}


def test_fame_under_any_ship_is_open():
    """004-64"""
    assert public_state(table(fame={"e2": 3, "d3": 1}))["fame"]["e2"] == 3


def test_cards_go_before_fame_that_has_none():
    assert Fame(2, 3).part(1) == Fame(1)
    assert Fame(2, 3).part(4) == Fame(2, 2)
    assert Fame(0, 1).part(1) == Fame(0, 1)
    assert Fame(1, 0).part(3) == Fame(1)


@pytest.mark.parametrize(
    ("reading", "row", "cards", "owed"),
    [("owed", ("kraken-1", "volcano-1"), 1, 2), ("from-row", (), 3, 0)],
)
def test_a_pile_that_runs_short_before_the_last_upcoming_adventure(reading, row, cards, owed):
    """004-63, 004-72: three players, three adventures left in the row, none in the pile: a Treasure Map for three."""
    cards_out = ("treasure-map-1", "kraken-1", "volcano-1")
    game = passed(short(table(*cards_out, players=3, upcoming=True, readings={"short-pile": reading}), 0))
    assert game.adventures == row
    assert cards_of_ships(game) == cards
    assert sum(each.owed for each in game.fame.values()) == owed
    assert game.ended == (reading == "from-row")

"""The advanced rules (Card Game, Upcoming Adventures and Hand of Movement Cards)."""

import pytest

from tableassist.rulebook.cardgame.actions.corrections import CardCorrection, CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn
from tableassist.rulebook.cardgame.cards import MOVEMENTS
from tests.rulebook.cardgame.tables import accuse, foul_of, passed, play, said, table, with_rest

HAND = "Card Game, Hand of Movement Cards"
DEALT = (
    "fog-1", "sabotage-1", "sabotage-2", "sabotage-3", "sabotage-4", "sabotage-5", "lost-at-sea-1", "lost-at-sea-2",
)  # fmt: skip
"""The first eight cards: Anne and Mary get every other one."""


@pytest.mark.parametrize(("players", "count"), [(2, 2), (3, 3), (4, 4)])
def test_as_many_adventures_lie_open_as_there_are_players(players, count):
    """004-72: the left-most is active."""
    cards = ("kraken-1", "volcano-1", "maelstrom-1", "storm-ahead-1")
    game = table(*cards, players=players, upcoming=True)
    assert game.adventures == cards[:count]
    assert game.active == "kraken-1"
    assert game.adventure_pile.count == 58 - count


def test_each_turn_one_is_added_and_the_others_move_up():
    """004-73"""
    game = passed(table("kraken-1", "volcano-1", "maelstrom-1", upcoming=True))
    assert game.damaged == {"e2", "d2", "s3"}
    assert game.adventures == ("volcano-1", "maelstrom-1")


def test_near_the_end_there_are_fewer_and_the_row_is_played_to_its_end():
    """004-73, 004-65"""
    game = table("kraken-1", "volcano-1", upcoming=True)
    game = passed(said(game, CorrectCards(CardCorrection.PILE, ("0",))))
    assert (game.adventures, game.ended) == (("volcano-1",), False)
    assert passed(game).ended


def hands(**fields):
    return table(hand=True, movements=with_rest(DEALT, MOVEMENTS), **fields)


def test_cards_are_dealt_one_at_a_time_and_none_lies_open():
    """004-74: four each with two players, from the first player on."""
    game = hands()
    assert game.open == ()
    assert game.hands["Anne"].known == ("fog-1", "sabotage-2", "sabotage-4", "lost-at-sea-1")
    assert game.hands["Mary"].known == ("sabotage-1", "sabotage-3", "sabotage-5", "lost-at-sea-2")
    assert hands(first="Mary").hands["Mary"].known == game.hands["Anne"].known
    assert game.movement_pile.count == 16


@pytest.mark.parametrize("players", [3, 4])
def test_more_players_have_three_cards(players):
    """004-74"""
    game = hands(players=players)
    assert {hand.size for hand in game.hands.values()} == {3}
    assert game.movement_pile.count == 24 - 3 * players


def test_a_card_is_played_from_the_hand_and_another_drawn():
    """004-75: the first card of the pile is full-speed-ahead-1."""
    game = said(hands(), play("sabotage-2", "e1"))
    assert game.hands["Anne"].known == ("fog-1", "sabotage-4", "lost-at-sea-1", "full-speed-ahead-1")
    assert (game.hands["Anne"].size, game.movement_discards) == (4, ("sabotage-2",))
    assert foul_of(hands(), play("sabotage-1", "e1")) == ("not-in-hand", HAND)


@pytest.mark.parametrize("pirate", ["e2", "e3"])
def test_an_accusation_costs_a_card_for_good_right_or_wrong(pirate):
    """004-76: e2 is Mary's, e3 nobody's."""
    game = said(hands(), accuse("Mary", pirate, "fog-1"))
    assert game.hands["Anne"].known == ("sabotage-2", "sabotage-4", "lost-at-sea-1")
    assert (game.hands["Anne"].size, game.movement_discards) == (3, ("fog-1",))
    game = said(passed(game), play("sabotage-2", "e1"))
    assert game.hands["Anne"].size == 3
    assert foul_of(hands(), accuse("Mary", pirate)) == ("no-discard", HAND)
    assert foul_of(hands(), accuse("Mary", pirate, "sabotage-1")) == ("not-in-hand", HAND)


def test_nobody_accuses_with_a_hand_of_one_card():
    """004-77"""
    game = hands()
    for card in ("fog-1", "sabotage-2", "sabotage-4"):
        game = passed(said(game, accuse("Mary", "e3", card)))
    assert game.hands["Anne"].size == 1
    assert foul_of(game, accuse("Mary", "e3", "lost-at-sea-1")) == ("hand-of-one", HAND)


def test_the_discards_are_shuffled_when_the_pile_is_used_up():
    """004-78: 16 cards lie in the pile; the 17th draw needs new ones."""
    game = hands()
    for number in range(1, 18):
        game = said(game, PassTurn(game.player, game.hands[game.player].known[0]))
        assert game.shuffled == (number == 17)
    assert game.movement_pile.count + len(game.movement_discards) + 8 == 24


def test_who_passes_may_exchange_one_card_of_the_hand():
    """004-79"""
    game = said(hands(), PassTurn("Anne", "fog-1"))
    assert game.hands["Anne"].known == ("sabotage-2", "sabotage-4", "lost-at-sea-1", "full-speed-ahead-1")
    assert said(hands(), PassTurn("Anne")).hands["Anne"] == hands().hands["Anne"]
    assert foul_of(hands(), PassTurn("Anne", "sabotage-1")) == ("not-in-hand", HAND)


def test_hands_may_be_given_in_place_of_the_dealing():
    """004-74"""
    given = {"Anne": DEALT[:4], "Mary": DEALT[4:]}
    rest = tuple(each for each in MOVEMENTS if each not in DEALT)
    game = table(hand=True, hands=given, movements=rest)
    assert game.hands["Anne"].known == DEALT[:4]
    assert game.movement_pile.known == rest

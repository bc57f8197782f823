"""The cards and the set-up (Card Game, Contents and Setup)."""

from collections import Counter

import pytest

from tableassist.rulebook.cardgame.actions.movement import PassTurn
from tableassist.rulebook.cardgame.cards import ADVENTURE_KINDS, ADVENTURES, MOVEMENT_KINDS, MOVEMENTS, SHIPS, kind_name
from tableassist.rulebook.cardgame.referee import public_state, whole_state
from tableassist.rulebook.cardgame.state import new_card_game
from tests.rulebook.cardgame.tables import ROW, said, started, table


def test_there_are_as_many_cards_as_the_box_holds():
    """004-1, 004-2: nine ships on nine cargo holds, nine pirates, 58 adventures, 24 movement cards."""
    assert (len(ADVENTURES), len(MOVEMENTS), len(SHIPS)) == (58, 24, 9)
    assert Counter(each[0] for each in SHIPS) == {"e": 3, "s": 3, "d": 3}
    assert len(set(ADVENTURES)) == 58
    assert len(set(MOVEMENTS)) == 24


def test_each_adventure_is_there_as_often_as_the_text_says():
    """004-1"""
    counted = Counter(map(kind_name, ADVENTURES))
    assert counted == {
        "ancient-relics": 2, "native-alliance": 2, "island-discovery": 2, "parley": 2, "neptunes-favor": 4,
        "treasure-map": 6, "legendary-treasure": 2, "mermaids": 4, "secret-charts": 3, "cursed-treasure": 2,
        "storm-ahead": 2, "maelstrom": 5, "ghost-ship": 2, "volcano": 2, "kraken": 2, "cursed-waters": 2,
        "cursed-ship": 1, "mutiny": 1, "english-attack": 2, "spanish-attack": 2, "dutch-attack": 2,
        "english-loot": 2, "spanish-loot": 2, "dutch-loot": 2,
    }  # fmt: skip
    assert set(counted) == set(ADVENTURE_KINDS)


def test_each_movement_card_is_there_as_often_as_the_text_says():
    """004-1"""
    counted = Counter(map(kind_name, MOVEMENTS))
    assert counted == {
        "full-speed-ahead": 2, "lost-at-sea": 3, "temporary-alliance": 4, "caught-in-a-rip": 3, "english-advance": 1,
        "spanish-advance": 1, "dutch-advance": 1, "english-retreat": 1, "spanish-retreat": 1, "dutch-retreat": 1,
        "sabotage": 5, "fog": 1,
    }  # fmt: skip
    assert set(counted) == set(MOVEMENT_KINDS)


def test_a_game_begins_with_undamaged_ships_one_adventure_and_three_movement_cards():
    """004-3, 004-4, 004-7: the row front first, one adventure face up, three movement cards, the rest in piles."""
    state = whole_state(new_card_game(started("kraken-1", open_=("fog-1", "sabotage-1", "sabotage-2"))))
    assert state == {
        "turn": "Anne",
        "row": list(ROW),
        "damaged": [],
        "fame": dict.fromkeys(SHIPS, 0),
        "taken": {"Anne": 0, "Mary": 0},
        "active": "kraken-1",
        "upcoming": [],
        "open": ["fog-1", "sabotage-1", "sabotage-2"],
        "hands": {},
        "hand_size": {},
        "adventure_pile": 57,
        "adventure_discards": 0,
        "movement_pile": 21,
        "movement_discards": 0,
        "revealed": {"Anne": [], "Mary": []},
        "over": False,
        "winners": [],
    }


@pytest.mark.parametrize(("players", "each"), [(2, 3), (3, 2), (4, 2)])
def test_two_players_have_three_pirates_and_more_have_two(players, each):
    """004-5"""
    assert started(players=players).pirates_each == each


def test_pirates_stay_secret_and_those_left_over_are_nowhere():
    """004-5, 004-6"""
    state = public_state(new_card_game(started()))
    assert state["revealed"] == {"Anne": [], "Mary": []}
    assert "pirates" not in state
    assert "hands" not in state


def test_whoever_is_drawn_by_lot_begins():
    """004-8"""
    game = table(players=3, first="Mary")
    assert game.player == "Mary"
    assert said(game, PassTurn("Mary")).player == "Jack"

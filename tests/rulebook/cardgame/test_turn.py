"""A turn: one action, the adventure, the next player (Card Game, Playing the Game)."""

import pytest

from tableassist.rulebook.cardgame.actions.answers import TurnUp
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.referee import fold_card_act, judge_card_act
from tests.rulebook.cardgame.tables import accuse, foul_of, passed, play, repair, said, table


@pytest.mark.parametrize("act", [play("fog-1"), repair(), accuse("Mary", "e2"), PassTurn("Anne")])
def test_each_of_the_four_actions_ends_the_turn(act):
    """004-9, 004-11: exactly one action, then the next player clockwise."""
    game = said(table(), act)
    assert game.player == "Mary"
    assert foul_of(game, act) == ("not-your-turn", "Card Game, Playing the Game")


def test_play_goes_clockwise_round_the_table():
    """004-11"""
    game = table(players=4)
    order = [game.player]
    for _ in range(4):
        game = passed(game)
        order.append(game.player)
    assert order == ["Anne", "Mary", "Jack", "Grace", "Anne"]


def test_after_the_action_the_active_adventure_is_carried_out_and_the_next_one_turned_up():
    """004-10"""
    game = passed(table("kraken-1", "volcano-1"))
    assert game.damaged == {"e2", "d2", "s3"}
    assert game.active == "volcano-1"
    assert game.adventure_discards == 1
    assert game.adventure_pile.count == 56


def test_a_foul_names_who_and_what_is_not_in_the_game():
    game = table()
    assert foul_of(game, PassTurn("Jack")) == ("unknown", "Card Game, Playing the Game")
    assert foul_of(game, play("fog-2"))[0] == "unknown"
    assert foul_of(game, play("lost-at-sea-1", "x1"))[0] == "unknown"
    assert foul_of(game, TurnUp("fog"))[0] == "unknown"


def test_an_act_that_nobody_can_make_sense_of_changes_nothing():
    game = table()
    for act in (PassTurn("Jack"), play("lost-at-sea-1", "x1"), PlayMovement("Anne", "kraken-1"), TurnUp("kraken-1")):
        assert judge_card_act(game, act).is_foul
        assert fold_card_act(game, act) is game


def test_a_foul_that_people_let_stand_is_done_by_the_one_who_did_it():
    """Mary plays in Anne's turn: it counts as her turn, and Anne is next after her."""
    game = fold_card_act(table(), RepairShips("Mary"))
    assert game.player == "Anne"
    assert game.turn == 2

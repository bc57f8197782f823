"""Repairing, accusing and passing (Card Game, Repair Ships, Accuse a Player, Pass)."""

import pytest

from tableassist.rulebook.cardgame.actions.movement import PassTurn
from tests.rulebook.cardgame.tables import accuse, fame_of, foul_of, passed, repair, said, table


def test_a_repair_turns_all_ships_over():
    """004-26"""
    assert said(table(damaged=("e1", "s2", "d3")), repair()).damaged == frozenset()


def test_repairing_when_nothing_is_damaged_is_fine_or_foul_as_the_table_reads_it():
    """004-26"""
    assert foul_of(table(), repair()) is None
    strict = table(readings={"repair-none": "foul"})
    assert foul_of(strict, repair()) == ("nothing-damaged", "Card Game, Repair Ships")
    assert foul_of(table(damaged=("e1",), readings={"repair-none": "foul"}), repair()) is None


@pytest.mark.parametrize(("fame", "taken"), [(0, 0), (1, 1), (2, 1), (4, 2), (5, 3)])
def test_a_right_accusation_reveals_the_pirate_and_takes_half_of_the_fame_rounded_up(fame, taken):
    """004-27, 004-28, 004-29: five fame are split into three and two."""
    game = said(table(fame={"e2": fame}), accuse("Mary", "e2"))
    assert game.revealed["Mary"] == {"e2"}
    assert game.taken["Anne"].total == taken
    assert game.fame["e2"].total == fame - taken


def test_fame_that_was_taken_cannot_be_lost():
    """004-30: a Mutiny on Anne's first ship, and then Mary's right accusation, take nothing of it."""
    game = passed(said(table("dutch-loot-1", "mutiny-1", "dutch-loot-2", fame={"e2": 5}), accuse("Mary", "e2")))
    assert game.revealed["Anne"] == {"e1"}
    game = said(passed(game), accuse("Anne", "s1", by="Mary"))
    assert game.revealed["Anne"] == {"e1", "s1"}
    assert game.taken["Anne"].total == 3


def test_a_wrong_accusation_does_nothing_and_is_the_whole_turn():
    """004-31"""
    game = said(table(fame={"e3": 4}), accuse("Mary", "e3"))
    assert game.revealed == {"Anne": frozenset(), "Mary": frozenset()}
    assert fame_of(game) == {"e3": 4}
    assert game.player == "Mary"


def test_nobody_is_accused_of_a_pirate_that_is_face_up():
    """004-33: of whichever player."""
    game = passed(said(table(players=3), accuse("Mary", "e2")), 2)
    for other in ("Mary", "Jack"):
        assert foul_of(game, accuse(other, "e2")) == ("face-up", "Card Game, Accuse a Player")


def test_one_may_accuse_of_a_pirate_that_one_is_oneself_but_not_accuse_oneself():
    """004-34: e1 is Anne's."""
    game = table(fame={"e1": 4})
    assert fame_of(said(game, accuse("Mary", "e1"))) == {"e1": 4}
    assert foul_of(game, accuse("Anne", "e1")) == ("oneself", "Card Game, Accuse a Player")


def test_without_the_hand_rule_an_accusation_costs_no_card():
    assert foul_of(table(), accuse("Mary", "e2", discard="fog-1"))[0] == "needless-discard"


def test_a_player_may_pass():
    """004-35"""
    game = said(table(), PassTurn("Anne"))
    assert game.open == ("fog-1", "sabotage-1", "lost-at-sea-1")
    assert game.player == "Mary"


def test_who_passes_may_have_an_open_card_replaced():
    """004-36"""
    game = said(table(), PassTurn("Anne", "sabotage-1"))
    assert game.open == ("fog-1", "full-speed-ahead-1", "lost-at-sea-1")
    assert game.movement_discards == ("sabotage-1",)
    assert foul_of(table(), PassTurn("Anne", "sabotage-2")) == ("not-open", "Card Game, Pass")

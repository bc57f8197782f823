"""Mutiny, whose text contradicts itself: the table picks (Card Game, Executing the Active Adventure Card)."""

import pytest

from tests.rulebook.cardgame.tables import accuse, fame_of, passed, said, table


def test_the_owner_of_the_first_unrevealed_ship_is_revealed_and_discards_half_rounded_up():
    """004-52: e1 in space 1 is Anne's; damaged or not makes no difference."""
    game = passed(table("mutiny-1", fame={"e1": 5, "s1": 5}, damaged=("e1",)))
    assert game.revealed == {"Anne": {"e1"}, "Mary": frozenset()}
    assert fame_of(game) == {"e1": 2, "s1": 5}
    assert game.adventure_discards == 4


def test_a_ship_whose_pirate_is_face_up_is_passed_over():
    """004-52"""
    game = passed(said(table("english-loot-1", "mutiny-1"), accuse("Mary", "e2")))
    assert game.revealed["Anne"] == {"e1"}
    later = table("english-loot-1", "mutiny-1", row=("e2", "s1", "d1", "e1", "s2", "d2", "e3", "s3", "d3"))
    game = passed(said(later, accuse("Mary", "e2")))
    assert game.revealed == {"Anne": {"s1"}, "Mary": {"e2"}}


def test_nothing_happens_when_nobody_owns_the_ship():
    """004-52: e3 is nobody's."""
    game = passed(table("mutiny-1", row=("e3", "s1", "d1", "e1", "s2", "d2", "e2", "s3", "d3"), fame={"e3": 4}))
    assert game.revealed == {"Anne": frozenset(), "Mary": frozenset()}
    assert fame_of(game) == {"e3": 4}


def test_read_as_undamaged_it_strikes_the_first_undamaged_ship():
    """004-52: e1 is damaged, s1 is Anne's too."""
    game = passed(table("mutiny-1", damaged=("e1",), fame={"s1": 3}, readings={"mutiny": "undamaged"}))
    assert game.revealed["Anne"] == {"s1"}
    assert fame_of(game) == {"s1": 1}


@pytest.mark.parametrize(("reading", "left"), [("up", 2), ("down", 3)])
def test_how_the_half_is_rounded_is_a_reading(reading, left):
    """004-52"""
    game = passed(table("mutiny-1", fame={"e1": 5}, readings={"mutiny-half": reading}))
    assert fame_of(game) == {"e1": left}


@pytest.mark.parametrize(("reading", "left"), [("nothing", 4), ("discards", 2)])
def test_what_a_pirate_that_is_face_up_suffers_is_a_reading(reading, left):
    """004-52: the fame of e2 is 8, half was taken, and she leads the row undamaged."""
    row = ("e2", "e1", "s1", "d1", "s2", "d2", "e3", "s3", "d3")
    readings = {"mutiny": "undamaged", "mutiny-again": reading}
    game = table("dutch-loot-1", "mutiny-1", row=row, fame={"e2": 8}, readings=readings)
    game = passed(said(game, accuse("Mary", "e2")))
    assert game.revealed == {"Anne": frozenset(), "Mary": {"e2"}}
    assert fame_of(game) == {"e2": left}


def test_read_as_undamaged_nothing_happens_when_every_ship_is_damaged():
    """004-52"""
    every = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
    game = passed(table("mutiny-1", damaged=every, fame={"e1": 2}, readings={"mutiny": "undamaged"}))
    assert (game.revealed["Anne"], fame_of(game)) == (frozenset(), {"e1": 2})

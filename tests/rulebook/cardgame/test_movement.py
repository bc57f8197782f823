"""Movement cards (Card Game, Play a Movement Card). Rows are written front first."""

import pytest

from tableassist.rulebook.cardgame.actions.movement import PassTurn
from tableassist.rulebook.cardgame.changes import move_nation, move_ships
from tests.rulebook.cardgame.tables import foul_of, play, said, table

SECTION = "Card Game, Play a Movement Card"


def row(text):
    return tuple(text.split())


@pytest.mark.parametrize(
    ("ship", "after"),
    [
        ("d3", "e1 s1 d3 d1 e2 s2 d2 e3 s3"),  # from space 9 to space 3
        ("e3", "e3 e1 s1 d1 e2 s2 d2 s3 d3"),  # from space 7 to space 1
        ("d1", "d1 e1 s1 e2 s2 d2 e3 s3 d3"),  # too near the front: 2 spaces
        ("e1", "e1 s1 d1 e2 s2 d2 e3 s3 d3"),  # at the front already
    ],
)
def test_full_speed_ahead_moves_one_ship_six_spaces_forward(ship, after):
    """004-13, 004-22"""
    game = said(table(open_=("full-speed-ahead-1", "fog-1", "sabotage-1")), play("full-speed-ahead-1", ship))
    assert game.row == row(after)


@pytest.mark.parametrize(
    ("ship", "after"),
    [
        ("e1", "s1 d1 e2 s2 d2 e3 e1 s3 d3"),  # from space 1 to space 7
        ("e2", "e1 s1 d1 s2 d2 e3 s3 d3 e2"),  # 5 spaces, to the row's end
    ],
)
def test_lost_at_sea_moves_one_ship_six_spaces_backward(ship, after):
    """004-14, 004-22"""
    assert said(table(), play("lost-at-sea-1", ship)).row == row(after)


@pytest.mark.parametrize(
    ("ships", "after"),
    [
        (("d2", "e3"), "e1 s1 d2 e3 d1 e2 s2 s3 d3"),  # spaces 6 and 7 to 3 and 4
        (("e3", "d2"), "e1 s1 d2 e3 d1 e2 s2 s3 d3"),  # named the other way round
        (("s1", "d1"), "s1 d1 e1 e2 s2 d2 e3 s3 d3"),  # 1 space: the first of them is at the front then
        (("e1", "s1"), "e1 s1 d1 e2 s2 d2 e3 s3 d3"),
    ],
)
def test_a_temporary_alliance_moves_two_neighbours_as_a_group(ships, after):
    """004-15"""
    game = said(table(open_=("temporary-alliance-1", "fog-1", "sabotage-1")), play("temporary-alliance-1", *ships))
    assert game.row == row(after)


@pytest.mark.parametrize(
    ("ships", "after"),
    [
        (("e1", "s1"), "d1 e2 s2 e1 s1 d2 e3 s3 d3"),
        (("e3", "s3"), "e1 s1 d1 e2 s2 d2 d3 e3 s3"),  # 1 space: the last of them is at the end then
    ],
)
def test_caught_in_a_rip_moves_two_neighbours_back_as_a_group(ships, after):
    """004-16"""
    game = said(table(open_=("caught-in-a-rip-1", "fog-1", "sabotage-1")), play("caught-in-a-rip-1", *ships))
    assert game.row == row(after)


def test_an_advance_moves_the_nations_ships_one_at_a_time_the_foremost_first():
    """004-17: s1 from 2 to 1, then s2 from 5 to 3, then s3 from 8 to 6."""
    game = said(table(open_=("spanish-advance-1", "fog-1", "sabotage-1")), play("spanish-advance-1"))
    assert game.row == row("s1 e1 s2 d1 e2 s3 d2 e3 d3")


def test_a_retreat_moves_the_nations_ships_one_at_a_time_the_rearmost_first():
    """004-18: s3 from 8 to 9, then s2 from 5 to 7, then s1 from 2 to 4."""
    game = said(table(open_=("spanish-retreat-1", "fog-1", "sabotage-1")), play("spanish-retreat-1"))
    assert game.row == row("e1 d1 e2 s1 d2 e3 s2 d3 s3")


@pytest.mark.parametrize(
    ("before", "passes", "after"),
    [
        # e1 stays at 1; e2 goes as far as she can and passes her; e3 goes 2 spaces, to the front.
        ("e1 e2 e3 s1 s2 s3 d1 d2 d3", True, "e3 e2 e1 s1 s2 s3 d1 d2 d3"),
        ("e1 e2 e3 s1 s2 s3 d1 d2 d3", False, "e1 e2 e3 s1 s2 s3 d1 d2 d3"),
        # e1 goes 1 space to the front; e2 would go 2, and passes her or stops behind her; e3 goes 2 either way.
        ("s1 e1 e2 s2 s3 e3 d1 d2 d3", True, "e2 e1 s1 e3 s2 s3 d1 d2 d3"),
        ("s1 e1 e2 s2 s3 e3 d1 d2 d3", False, "e1 e2 s1 e3 s2 s3 d1 d2 d3"),
    ],
)
def test_whether_ships_of_a_nation_pass_each_other_at_the_end_is_a_reading(before, passes, after):
    """004-17, 004-22"""
    assert move_nation(row(before), "e", 2, passes=passes) == row(after)
    assert move_nation(row(before)[::-1], "e", -2, passes=passes) == row(after)[::-1]
    reading = {"readings": {"nation-passes": "yes" if passes else "no"}}
    game = table(row=row(before), open_=("english-advance-1", "fog-1", "sabotage-1"), **reading)
    assert said(game, play("english-advance-1")).row == row(after)


def test_sabotage_damages_one_undamaged_ship():
    """004-19"""
    game = table(damaged=("s1",))
    assert said(game, play("sabotage-1", "d3")).damaged == {"s1", "d3"}
    assert foul_of(game, play("sabotage-1", "s1")) == ("already-damaged", SECTION)


def test_sabotage_with_every_ship_damaged_is_void_or_foul_as_the_table_reads_it():
    """004-19"""
    every = ("e1", "e2", "e3", "s1", "s2", "s3", "d1", "d2", "d3")
    game = table(damaged=every)
    assert said(game, play("sabotage-1")).player == "Mary"
    assert foul_of(game, play("sabotage-1", "e1"))[0] == "wrong-ships"
    strict = table(damaged=every, readings={"sabotage-none": "foul"})
    assert foul_of(strict, play("sabotage-1")) == ("all-damaged", SECTION)
    assert foul_of(table(), play("sabotage-1"))[0] == "wrong-ships"


def test_in_fog_the_adventure_is_discarded_unexecuted():
    """004-20"""
    game = said(table("kraken-1", "volcano-1"), play("fog-1"))
    assert game.damaged == frozenset()
    assert (game.active, game.adventure_discards, game.player) == ("volcano-1", 1, "Mary")


def test_any_ship_may_be_moved_whoever_owns_her_and_damaged_or_not():
    """004-21: e2 is Mary's and damaged."""
    assert said(table(damaged=("e2",)), play("lost-at-sea-1", "e2")).row[-1] == "e2"


def test_fame_goes_with_its_ship():
    """004-23"""
    game = said(table(fame={"e2": 3}), play("lost-at-sea-1", "e2"))
    assert game.fame["e2"].total == 3


def test_only_a_card_that_lies_face_up_may_be_played():
    """004-12"""
    assert foul_of(table(), play("sabotage-2", "e1")) == ("not-open", SECTION)


def test_a_played_card_is_discarded_and_the_next_one_takes_its_place():
    """004-24: the first card of the pile is full-speed-ahead-1."""
    game = said(table(), play("sabotage-1", "e1"))
    assert game.open == ("fog-1", "full-speed-ahead-1", "lost-at-sea-1")
    assert game.movement_discards == ("sabotage-1",)
    assert game.movement_pile.count == 20


def test_the_number_of_ships_must_be_the_cards():
    """004-15, 004-16: two neighbours."""
    game = table(open_=("temporary-alliance-1", "lost-at-sea-1", "fog-1"))
    assert foul_of(game, play("lost-at-sea-1"))[0] == "wrong-ships"
    assert foul_of(game, play("lost-at-sea-1", "e1", "s1"))[0] == "wrong-ships"
    assert foul_of(game, play("temporary-alliance-1", "e1", "e1"))[0] == "wrong-ships"
    assert foul_of(game, play("temporary-alliance-1", "e1", "d1")) == ("not-neighbours", SECTION)
    assert foul_of(game, play("fog-1", "e1"))[0] == "wrong-ships"


@pytest.mark.parametrize(("reading", "draws"), [("when-needed", 22), ("when-empty", 21)])
def test_the_discards_are_shuffled_when_the_pile_is_used_up(reading, draws):
    """004-25: 21 cards lie in the pile; the 22nd draw needs new ones, or the 21st leaves none."""
    game = table(players=2, readings={"shuffle": reading})
    for number in range(1, draws + 1):
        game = said(game, PassTurn(game.player, game.open[0]))
        assert game.shuffled == (number == draws), number
    assert (game.movement_pile.count, len(game.movement_discards)) == (21, 0)


def test_moved_never_loses_a_ship():
    ships = row("e1 s1 d1 e2 s2 d2 e3 s3 d3")
    for ship in ships:
        for spaces in (-6, -3, -1, 0, 1, 3, 6):
            assert sorted(move_ships(ships, (ship,), spaces)) == sorted(ships)


def test_the_order_after_a_shuffle_is_the_one_given():
    """004-25: of that order only the discards count, and sabotage-1 lies open."""
    game = table(shuffles=(("sabotage-1", "sabotage-3", "fog-1"),))
    for _ in range(22):
        game = said(game, PassTurn(game.player, game.open[0]))
    assert game.open == ("sabotage-3", "sabotage-1", "lost-at-sea-1")
    assert game.movement_pile.known == ("fog-1",)
    assert game.movement_pile.count == 21

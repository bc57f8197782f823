"""Each adventure, carried out on one row: space 1 e1, 2 s1, 3 d1, 4 e2, 5 s2, 6 d2, 7 e3, 8 s3, 9 d3."""

import pytest

from tests.rulebook.cardgame.tables import fame_of, passed, table


def ones(*ships):
    return dict.fromkeys(ships, 1)


@pytest.mark.parametrize(
    ("card", "fame"),
    [
        ("ancient-relics-1", ones("e1", "s1", "d1")),
        ("native-alliance-1", ones("e1", "s1", "d1")),
        ("island-discovery-1", ones("e1", "s1", "d1", "e2")),
        ("parley-1", ones("e1", "s1", "d1", "e2")),
        ("neptunes-favor-1", ones("e1", "d1", "s2")),
        ("treasure-map-1", ones("e1", "s1", "d1")),
        ("legendary-treasure-1", {"e1": 2, "s1": 2}),
        ("mermaids-1", ones("s1", "e2", "d2")),
        ("secret-charts-1", ones("e1", "s1")),
        ("cursed-treasure-1", {"e1": 2}),
    ],
)
def test_what_each_adventure_awards(card, fame):
    """004-37, 004-38, 004-39, 004-40, 004-41, 004-42, 004-43, 004-44"""
    assert fame_of(passed(table(card))) == fame


@pytest.mark.parametrize(
    ("card", "fame"),
    [
        ("ancient-relics-1", ones("s1")),
        ("native-alliance-1", ones("s1")),
        ("island-discovery-1", ones("s1", "e2")),
        ("parley-1", ones("s1", "e2")),
        ("neptunes-favor-1", ones("s2")),
        ("treasure-map-1", ones("s1", "e2", "s2")),
        ("legendary-treasure-1", {"s1": 2, "e2": 2}),
        ("mermaids-1", ones("s1", "e2", "d2")),
        ("secret-charts-1", ones("s1", "e2")),
        ("cursed-treasure-1", {"s1": 2}),
    ],
)
def test_a_damaged_ship_gains_nothing_fixed_spaces_lose_it_and_the_first_skip_her(card, fame):
    """004-55, 004-56, 004-57: the ships in spaces 1 and 3 are damaged."""
    assert fame_of(passed(table(card, damaged=("e1", "d1")))) == fame


@pytest.mark.parametrize(
    ("card", "damaged"),
    [
        ("cursed-treasure-1", {"e1"}),
        ("storm-ahead-1", {"s3", "d3"}),
        ("maelstrom-1", {"d3"}),
        ("volcano-1", {"e1"}),
        ("kraken-1", {"s3", "d2", "e2"}),
        ("cursed-waters-1", {"d3", "e3", "s2"}),
    ],
)
def test_what_each_adventure_damages(card, damaged):
    """004-44, 004-45, 004-46, 004-48, 004-49, 004-50"""
    assert passed(table(card)).damaged == damaged


@pytest.mark.parametrize(
    ("card", "damaged"),
    [
        ("cursed-treasure-1", {"e1", "s1", "d3"}),
        ("storm-ahead-1", {"e1", "d3", "s3", "e3"}),
        ("maelstrom-1", {"e1", "d3", "s3"}),
        ("volcano-1", {"e1", "s1", "d3"}),
        ("kraken-1", {"e1", "d3", "s3", "d2", "e2"}),
        ("cursed-waters-1", {"e1", "d3", "e3", "s2"}),
    ],
)
def test_the_damaged_are_skipped_by_first_and_last_and_stay_damaged_in_fixed_spaces(card, damaged):
    """004-56, 004-58: the ships in spaces 1 and 9 are damaged."""
    assert passed(table(card, damaged=("e1", "d3"))).damaged == damaged


@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("ghost-ship-1", {"e1": 1, "s1": 2, "d1": 3, "s3": 1}),
        ("cursed-ship-1", {"s1": 1, "d1": 3, "e3": 1, "s3": 2}),
    ],
)
def test_what_each_adventure_takes_from_ships_damaged_or_not(card, left):
    """004-47, 004-51, 004-55: it goes to the discards with the card itself; a ship without fame loses none."""
    game = passed(table(card, fame={"e1": 1, "s1": 2, "d1": 3, "e3": 1, "s3": 2}, damaged=("s1", "s3")))
    assert fame_of(game) == left
    assert game.adventure_discards == 3


def test_with_one_ship_left_undamaged_she_alone_is_the_first_and_the_last():
    """004-56"""
    others = ("e1", "s1", "d1", "e2", "d2", "e3", "s3", "d3")
    assert fame_of(passed(table("treasure-map-1", damaged=others))) == {"s2": 1}
    assert len(passed(table("storm-ahead-1", damaged=others)).damaged) == 9


def test_with_none_left_nothing_happens_and_the_card_is_discarded():
    """004-56, 004-58"""
    every = ("e1", "s1", "d1", "e2", "s2", "d2", "e3", "s3", "d3")
    for card in ("treasure-map-1", "cursed-treasure-1", "maelstrom-1", "english-attack-1"):
        game = passed(table(card, damaged=every))
        assert (fame_of(game), len(game.damaged), game.adventure_discards) == ({}, 9, 1)


@pytest.mark.parametrize(
    ("card", "before", "damaged"),
    [
        # In front of e2 lies d1, in front of e3 lies d2; e1 leads the row.
        ("english-attack-1", (), {"d1", "d2"}),
        ("spanish-attack-1", (), {"e1", "e2", "e3"}),
        ("dutch-attack-1", (), {"s1", "s2", "s3"}),
        # A damaged ship does not attack.
        ("english-attack-1", ("e2",), {"e2", "d2"}),
        ("dutch-attack-1", ("d3", "s1"), {"d3", "s1", "s2"}),
    ],
)
def test_an_attack_damages_the_ship_in_front_of_each_undamaged_one_of_the_nation(card, before, damaged):
    """004-53"""
    assert passed(table(card, damaged=before)).damaged == damaged


def test_no_ship_attacks_her_own_nation():
    """004-53: e2 lies behind e1, e3 behind s1."""
    row = ("e1", "e2", "s1", "e3", "s2", "s3", "d1", "d2", "d3")
    assert passed(table("english-attack-1", row=row)).damaged == {"s1"}


@pytest.mark.parametrize(
    ("damaged", "after"),
    [
        # s1 behind e1, s2 behind e2, s3 behind e3; e3 has none to take.
        ((), {"e1": 2, "s1": 1, "e2": 0, "s2": 1, "s3": 0}),
        # A damaged ship takes nothing; a damaged one can be looted.
        (("s1", "e2"), {"e1": 3, "s1": 0, "e2": 0, "s2": 1, "s3": 0}),
    ],
)
def test_ships_behind_the_looted_nation_take_one_fame(damaged, after):
    """004-54, 004-55"""
    game = passed(table("english-loot-1", fame={"e1": 3, "e2": 1}, damaged=damaged))
    assert {ship: game.fame[ship].total for ship in after} == after
    assert game.adventure_discards == 1


def test_no_ship_loots_her_own_nation():
    """004-54"""
    row = ("e1", "e2", "s1", "e3", "s2", "s3", "d1", "d2", "d3")
    game = passed(table("english-loot-1", row=row, fame={"e1": 2, "e2": 2}))
    assert fame_of(game) == {"e1": 2, "e2": 1, "s1": 1}

"""A fleet list as players share it, read line by line and looked up.

The first is as PSMList's fleet builder copies a fleet (PSM-Fleet-Builder, "Copy as text"): a heading with a link, a
description, each ship with crew and equipment indented two spaces below her, then a harbor.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tableassist.pieces.lookup import ListedCard, index_cards, list_card_names, match_card, parse_fleet_text
from tableassist.pieces.lookup.fleet_lists import find_nation, split_set_and_number
from tableassist.store.models import packaged_catalogue

INDEX = index_cards(packaged_catalogue())
NAMES = list_card_names(packaged_catalogue())
COPIED = """[Black hearts](https://psmlist.com/public/fleet/display/black-hearts)

Fast, and (mostly) armed.

(15p) Revenant #SM001 - Pirates
  (5p) Captain Blackheart #SM002 - Pirates
  (2p) Helmsman #SM012 - Pirates
  (3p) Exploding Shot #RtSS011

(17p) HMS Titan #SM001 - England


Harbor:
  Runes of Magic #SS043
"""


def read(text):
    return parse_fleet_text(text, NAMES)


def keys(text):
    return [match.card.key if match.card else None for match in (match_card(each, INDEX) for each in read(text).cards)]


def test_as_the_fleet_builder_copies_it():
    found = read(COPIED)
    assert found.name == "Black hearts"
    assert found.left_out == ("Fast, and (mostly) armed.",)
    assert [(each.points, each.name, each.number, each.nation, each.aboard) for each in found.cards] == [
        (15, "Revenant", "SM001", "Pirates", False),
        (5, "Captain Blackheart", "SM002", "Pirates", True),
        (2, "Helmsman", "SM012", "Pirates", True),
        (3, "Exploding Shot", "RtSS011", "", True),
        (17, "HMS Titan", "SM001", "England", False),
    ]
    assert [each.name for each in found.harbor] == ["Runes of Magic"]
    assert [each.place for each in found.cards][:2] == ["line 5", "line 6"]
    assert keys(COPIED) == ["SM/PS-001", "SM/PC-002", "SM/T-012", None, "SM/ES-001"]


def test_what_is_aboard_without_a_nation_and_unknown_is_equipment():
    matches = [match_card(each, INDEX) for each in read(COPIED).cards]
    assert [match.listed.name for match in matches if match.is_equipment] == ["Exploding Shot"]


@pytest.mark.parametrize(
    "line",
    [
        "(15p) Revenant #SM001 - Pirates",
        "(15) Revenant",
        "Revenant (15)",
        "Revenant (15 points)",
        "- Revenant",
        "* revenant #SM/PS-001",
        "REVENANT",
        "(15p) Revenant - Pirate",
        "(15p) Revenent #SM001 - Pirates",
        "(15 pts) Revnant",
    ],
)
def test_typed_by_hand_and_with_slips(line):
    assert keys(line) == ["SM/PS-001"]


def test_the_nation_and_the_set_tell_cards_of_one_name_apart():
    """A Captain of each nation; Countess Diana Doone is in SM and, for 0 points, in BC; Revenant in SM and SMU."""
    assert keys("Ship X (9)\n  (3p) Captain - England\n  (3p) Captain - Spain")[1:] == ["SM/T-007", "SM/T-010"]
    assert keys("  (0p) Countess Diana Doone #BC208 - England") == ["BC/208"]
    assert keys("  Countess Diana Doone #SM006") == ["SM/EC-006"]
    assert keys("(15p) Revenant #SMU001 - Pirates") == ["SMU/1"]


def test_crew_is_not_taken_for_a_ship():
    assert keys("  (15p) Revenant") == [None]


def test_what_nobody_knows_is_told_with_the_nearest_names():
    match = match_card(ListedCard("Revenent", "line 1"), INDEX)
    assert match.card is None  # nothing else agrees
    assert "Revenant (SM/PS-001)" in match.near
    assert match_card(ListedCard("Zzyzx", "line 1"), INDEX).near == ()
    assert match_card(ListedCard("Revenent", "line 1"), INDEX, hints=False).near == ()


def test_totals_are_no_cards():
    found = read("Revenant (15)\nTotal: 15 points\n")
    assert (len(found.cards), found.total) == (1, 15)
    assert read("Revenant (15)\n40 pts").total == 40
    assert read("Revenant (15)\nTotal 32").total == 32


def test_prose_is_left_out():
    found = read("We won with this fleet.\nRevenant (15)\nShe sails well!\n")
    assert [each.name for each in found.cards] == ["Revenant"]
    assert found.left_out == ("We won with this fleet.", "She sails well!")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SM001", ("SM", "1")),
        ("smu1", ("SMU", "1")),
        ("RVUL060", ("RVU", "60")),
        ("OE169b", ("OE", "169b")),
        ("42", ("", "42")),
    ],
)
def test_set_and_number(text, expected):
    assert split_set_and_number(text) == expected


def test_nations_by_their_names():
    named = ("Pirates", "england", "Spanish", "Vikings", "Barbary Corsairs", "Jade Rebellion", "Prussia")
    assert [each and each.value for each in map(find_nation, named)] == [
        "Pirate", "English", "Spanish", "Viking", "Barbary Corsair", "Jade Rebellion", None,
    ]  # fmt: skip


@given(st.text(max_size=400))
def test_any_text_is_read(text):
    found = read(text)
    assert len(found.cards) + len(found.harbor) + len(found.left_out) <= len(text.splitlines())


def test_long_lines_take_no_time():
    assert read("(1p) " + "a " * 100_000).cards == ()
    assert len(read("Revenant (15)\n" * 5000).cards) == 1000

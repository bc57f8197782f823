"""The short form of `python -m bench cards_seen`: a picture or two of each row, and what counts as wrong."""

from dataclasses import replace

import pytest

from bench import cards_seen
from tests.pipeline.cards.seen_table import TABLE, laid, seen

FINE = seen(laid())


def counted(read, held=""):
    count = cards_seen.Count()
    cards_seen.count_picture(read, TABLE, held, count)
    return count


def with_space(space, **changed):
    spaces = tuple(replace(at, **changed) if at.space == space else at for at in FINE.spaces)
    return replace(FINE, spaces=spaces)


def test_what_lies_there_is_not_wrong_and_nothing_is_not_sure():
    count = counted(FINE)
    assert (count.wrong, count.unsure, count.places_wrong, count.whole_rows) == (0, 0, 0, 1)


@pytest.mark.parametrize("changed", [{"ship": "d3"}, {"damaged": True}])
def test_another_ship_or_face_is_wrong(changed):
    assert counted(with_space(4, **changed)).wrong == 1


def test_a_space_that_is_not_told_is_not_sure():
    count = counted(with_space(4, ship=None, damaged=None))
    assert (count.wrong, count.unsure, count.whole_rows) == (0, 1, 0)


def test_a_ship_that_a_hand_holds_may_not_be_told_in_her_space():
    assert counted(FINE, held="e2").wrong == 1


def test_another_card_at_a_place_is_wrong_and_fame_that_is_not_there_is_made_up():
    assert counted(replace(FINE, active=replace(FINE.active, card="parley-1"))).places_wrong == 1
    assert counted(replace(FINE, fame=(("e1", 2),))).fame_made_up == 2


def test_what_falls_short_is_named():
    row = cards_seen.Count().row()
    assert list(cards_seen.misses({"crooked": row})) == []
    assert len(list(cards_seen.misses({"crooked": {**row, "wrong": 1}}))) == 1
    assert len(list(cards_seen.misses({"crooked": {**row, "not_sure_share": 0.5}}))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["laid with care", "crooked", "a ship in a hand", "fanned fame", "720p"])
def test_a_picture_of_each_row_has_nothing_wrong(name):
    (row,) = (row for row in cards_seen.ROWS if row.name == name)
    figures = cards_seen.run_row(row, 1, 1, seed=31)
    assert (figures["wrong"], figures["places_wrong"], figures["fame_made_up"]) == (0, 0, 0)
    assert row.held or figures["not_sure_share"] == 0.0

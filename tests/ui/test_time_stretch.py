"""The part of a match that its time line shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tableassist.ui.timeline.timeline import SHORTEST_NS, whole_stretch

S = 1_000_000_000
HOURS_2 = (5 * S, 7205 * S)


def test_all_is_shown_first_and_grows_with_the_record():
    all_of_it = whole_stretch(HOURS_2)
    assert all_of_it.share_of(HOURS_2[0]) == 0.0
    assert all_of_it.time_at(0.5) == 3605 * S
    assert all_of_it.of((5 * S, 8000 * S)).shown == (5 * S, 8000 * S)


@given(some.floats(0, 1), some.floats(1.01, 50))
def test_what_is_under_the_pointer_stays_there(share, factor):
    near = whole_stretch(HOURS_2).zoomed(share, factor)
    assert near.share_of(whole_stretch(HOURS_2).time_at(share)) == pytest.approx(share, abs=1e-6)
    assert near.shown[1] - near.shown[0] == pytest.approx(7200 * S / factor, rel=1e-6)


@given(some.lists(some.tuples(some.floats(-0.5, 1.5), some.floats(0.01, 100)), max_size=8), some.floats(-3, 3))
def test_nothing_leads_out_of_the_match(zooms, by):
    stretch = whole_stretch(HOURS_2)
    for share, factor in zooms:
        stretch = stretch.zoomed(share, factor)
    stretch = stretch.moved(by)
    assert HOURS_2[0] <= stretch.shown[0] < stretch.shown[1] <= HOURS_2[1]
    assert stretch.shown[1] - stretch.shown[0] >= SHORTEST_NS


def test_zoomed_out_it_is_whole_again():
    near = whole_stretch(HOURS_2).zoomed(0.3, 20)
    assert not near.is_whole
    assert near.zoomed(0.9, 1 / 50).is_whole


def test_a_short_match_cannot_be_zoomed_beyond_itself():
    assert whole_stretch((0, S)).zoomed(0.5, 10).is_whole


def test_a_stretch_stays_while_the_record_grows_and_follows_a_memory_that_forgets():
    near = whole_stretch(HOURS_2).zoomed(0.5, 10)
    assert near.of((5 * S, 9000 * S)).shown == near.shown
    forgot = near.of((7000 * S, 9000 * S))
    assert forgot.shown[0] == 7000 * S


def test_it_follows_the_time_that_plays():
    near = whole_stretch(HOURS_2).zoomed(0.5, 10)
    assert near.following(near.shown[1] - S) is near
    on = near.following(near.shown[1] + S)
    assert on.holds(near.shown[1] + S)
    assert on.share_of(near.shown[1] + S) == pytest.approx(0.1, abs=0.01)
    back = near.following(near.shown[0] - S)
    assert back.share_of(near.shown[0] - S) == pytest.approx(0.9, abs=0.01)


def test_ticks_are_round_times_since_the_beginning():
    every = whole_stretch(HOURS_2).ticks(12)
    assert [(each - HOURS_2[0]) // S for each in every] == list(range(0, 7201, 600))
    near = whole_stretch(HOURS_2).zoomed(0.5, 100)
    assert all((each - HOURS_2[0]) % (10 * S) == 0 for each in near.ticks(8))
    assert 4 <= len(near.ticks(8)) <= 9
    assert all(near.holds(each) for each in near.ticks(8))

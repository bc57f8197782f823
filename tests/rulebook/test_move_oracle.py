"""Moves against a search on a grid that shares no code with the engine, and what must hold for every move."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tableassist.rulebook.ruling import Verdict
from tests.rulebook.move_scenes import (
    ISLAND,
    allowed,
    judged,
    land,
    oracle,
    placed_ring,
    pose,
    random_move,
    turned_about,
)

CONTACT_MM, TABLE_MM = 1.0, 1.5
"""What counts as contact, and how far the oracle's tables and steps may be off."""


def disagreement(made):
    """None, or what the oracle found against the call."""
    call = judged(made).ruling
    grain = 3.0 if made.move.count("+") < 2 else 6.0
    if call.verdict is Verdict.YES:
        found = oracle(made, spare_mm=3.0, spare_deg=7.0, grain=grain)
        return f"{made}: called legal, best clearance {found}" if found < -grain else None
    if call.verdict is Verdict.NO:
        found = oracle(made, spare_mm=0.0, spare_deg=4.5, grain=grain)
        return f"{made}: {call.reason}, clearance {found}" if found > CONTACT_MM + TABLE_MM else None
    return None


@pytest.mark.parametrize("seed", range(4))
def test_no_call_on_50_random_moves_disagrees_with_the_grid(seed):
    rng = np.random.default_rng((41, seed))
    assert [text for _ in range(50) if (text := disagreement(random_move(rng)))] == []


def test_no_call_on_12_random_moves_of_three_segments_disagrees_with_the_grid():
    rng = np.random.default_rng(43)
    assert [text for _ in range(12) if (text := disagreement(random_move(rng, ("L+S+S", "S+S+S"))))] == []


def test_the_random_moves_are_called_both_ways_and_seldom_left_open():
    rng = np.random.default_rng(44)
    calls = [judged(random_move(rng)).ruling for _ in range(120)]
    past = [call for call in calls if call.verdict is Verdict.NO and "no way round" in str(call.reason)]
    assert sum(call.verdict is Verdict.YES for call in calls) >= 30
    assert len(past) >= 5
    assert sum(call.verdict is Verdict.TOO_CLOSE for call in calls) <= 12


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.floats(-500, 500), st.floats(-500, 500), st.floats(-180, 180))
def test_a_call_does_not_change_when_the_table_is_turned_and_shifted(seed, x, y, heading):
    made = random_move(np.random.default_rng((45, seed)), ("S", "L", "S+L"))
    one, two = judged(made).ruling, judged(turned_about(made, x, y, heading)).ruling
    assert two.measured_mm == pytest.approx(one.measured_mm, abs=1e-6)
    # A route is searched on a grid that does not turn with the table: it may be missed, but no call turns round.
    assert {one.verdict, two.verdict} != {Verdict.YES, Verdict.NO}


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.floats(1.0, 60.0))
def test_more_doubt_turns_calls_only_into_too_close(seed, times):
    """Of the mover and of all others."""
    made = random_move(np.random.default_rng((46, seed)), ("S", "L", "S+L"))
    more = replace(made, others=[(piece, _blurred(at, times)) for piece, at in made.others])
    sure, unsure = judged(made).ruling.verdict, judged(more, sigma_mm=0.05 * times).ruling.verdict
    assert sure is Verdict.TOO_CLOSE or unsure in (sure, Verdict.TOO_CLOSE)


def _blurred(at, times):
    return pose(at.pose.x_mm, at.pose.y_mm, math.degrees(at.pose.heading_rad), sigma_mm=0.05 * times)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.floats(-60, 60), st.floats(-60, 60))
def test_a_new_island_never_opens_a_way(seed, x, y):
    made = random_move(np.random.default_rng((47, seed)), ("S", "L", "S+L"))
    middle = [(a + b) / 2 for a, b in zip(made.start[:2], made.end[:2], strict=True)]
    at = (middle[0] + x, middle[1] + y, 0.0)
    fuller = replace(made, others=[*made.others, land("new", *at)], rings=[*made.rings, placed_ring(ISLAND, *at)])
    if judged(made).ruling.verdict is Verdict.NO:
        assert judged(fuller).ruling.verdict is not Verdict.YES


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_a_longer_move_never_loses_a_place(seed):
    made = random_move(np.random.default_rng((48, seed)), ("S", "L"))
    if judged(made).ruling.verdict is Verdict.YES:
        assert allowed(made.move + "+S") != allowed(made.move)
        assert judged(replace(made, move=made.move + "+S")).ruling.verdict is not Verdict.NO

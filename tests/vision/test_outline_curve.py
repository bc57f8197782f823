"""Curves, placements and hand edits of an outline."""

import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.vision.outline.curve import bridged, even_steps, outward, signed_area, simplified, stretches
from tableassist.vision.outline.edit import (
    OutlineHistory,
    added,
    is_simple,
    moved,
    nearest_edge,
    nearest_point,
    removed,
)
from tableassist.vision.outline.placements import Placements

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
TURNS = np.linspace(0.0, 2 * np.pi, 400, endpoint=False)
CIRCLE = 20.0 * np.column_stack([np.cos(TURNS), np.sin(TURNS)])


def test_even_steps_run_counter_clockwise_whichever_way_the_points_came():
    for ring in (CIRCLE, CIRCLE[::-1]):
        steps = even_steps(ring, 0.5)
        assert signed_area(steps) == pytest.approx(np.pi * 400.0, rel=1e-3)
        gaps = np.linalg.norm(steps - np.roll(steps, 1, axis=0), axis=1)
        assert gaps == pytest.approx(0.5, abs=0.01)


def test_outward_points_away_from_the_middle():
    out = outward(CIRCLE, 2.0)
    assert (out * CIRCLE / 20.0).sum(axis=1) == pytest.approx(1.0, abs=1e-6)


def test_a_hidden_stretch_of_a_circle_goes_on_as_a_circle():
    known = np.ones(400, dtype=bool)
    known[390:] = known[:40] = False
    broken = CIRCLE.copy()
    broken[~known] = 0.0
    mended = bridged(broken, known)
    assert np.linalg.norm(mended, axis=1) == pytest.approx(20.0, abs=0.4)
    assert stretches(known) == ((390, 50),)


def test_fewer_points_stay_within_the_tolerance():
    few = simplified(CIRCLE, 0.1, 400)
    assert len(few) < 60
    # The chord of a circle of 20 mm leaves it by at most the tolerance.
    middles = (few + np.roll(few, 1, axis=0)) / 2
    assert np.linalg.norm(middles, axis=1).min() > 20.0 - 0.11
    assert len(simplified(CIRCLE, 0.001, 20)) <= 20


def test_a_frame_is_taken_once_a_piece_has_lain_still_in_a_new_place():
    placements, taken = Placements(), []
    for k in range(40):
        x = 100.0 if k < 15 else 100.0 + 10.0 * (k - 14) if k < 25 else 210.0
        placements, take = placements.seen(PlanarPose(x, 50.0, 0.0), k * 100_000_000)
        if take:
            taken.append(k)
    assert taken == [4, 29]


def test_points_are_moved_added_and_removed():
    assert nearest_point(SQUARE, (9.5, 0.4), 1.0) == 1
    assert nearest_point(SQUARE, (5.0, 5.0), 1.0) is None
    assert nearest_edge(SQUARE, (0.3, 6.0), 1.0) == (4, (0.0, 6.0))
    assert nearest_edge(SQUARE, (5.0, 5.0), 1.0) is None
    assert added(SQUARE, 4, (0.0, 6.0))[-1] == (0.0, 6.0)
    assert moved(SQUARE, 2, (12.0, 11.0))[2] == (12.0, 11.0)
    assert removed(SQUARE, 0) == SQUARE[1:]
    assert removed(SQUARE[:3], 0) == SQUARE[:3]


def test_an_outline_that_crosses_itself_is_not_simple():
    assert is_simple(SQUARE)
    assert not is_simple(moved(SQUARE, 0, (20.0, 5.0)))


def test_undo_and_redo_step_through_what_was_done():
    history = OutlineHistory(SQUARE).done(SQUARE[1:]).done(SQUARE[:3])
    assert history.undone().now == SQUARE[1:]
    assert history.undone().undone().undone().now == SQUARE
    assert history.undone().redone().now == SQUARE[:3]
    assert history.undone().done(SQUARE).redone().now == SQUARE
    assert history.done(SQUARE[:3]) is history

import numpy as np
import pytest

from tableassist.geometry.clearance import clearance


def of(edges, direction=(1.0, 0.0), length=100.0):
    return float(clearance((0.0, 0.0), np.array([direction]), np.array([length]), np.array(edges, dtype=float))[0])


SQUARE = [[[40, 5], [50, 5]], [[50, 5], [50, 15]], [[50, 15], [40, 15]], [[40, 15], [40, 5]]]


def moved(edges, dx, dy):
    return np.add(edges, (dx, dy))


def test_past_the_side_is_the_gap():
    assert of(SQUARE) == pytest.approx(5.0)


def test_through_it_is_the_shift_that_frees_the_line():
    assert of(moved(SQUARE, 0, -8)) == pytest.approx(-3.0)


def test_a_thin_sail_hit_in_the_middle_is_well_hit():
    assert of([[[40, -12], [40, 10]]]) == pytest.approx(-10.0)


def test_what_lies_beyond_the_end_is_measured_from_the_end():
    assert of(moved(SQUARE, 70, -10)) == pytest.approx(10.0)


def test_only_the_part_beside_the_line_counts_for_the_shift():
    wedge = [[[90, -2], [200, 300]], [[200, 300], [200, -2]], [[200, -2], [90, -2]]]
    assert of(wedge) == pytest.approx(-2.0)


def test_a_line_along_a_wall_has_no_room():
    assert of([[[10, 0], [60, 0]]]) == pytest.approx(0.0)

"""How far a line passes a solid; the lines run from (0, 0) to (100, 0) unless said."""

import numpy as np
import pytest

from tableassist.geometry.sightline import Solids, compute_sides, measure_clearance

SQUARE = np.array([(40.0, 5.0), (50.0, 5.0), (50.0, 15.0), (40.0, 15.0)])


def past(corners, end=(100.0, 0.0)):
    corners = np.asarray(corners, dtype=float)
    normals, out = compute_sides(corners)
    solids = Solids(corners, np.array([len(corners)]), normals, out, np.array([len(normals)]))
    mm, met = measure_clearance(np.array([end]), solids)
    return float(mm[0]), float(met[0])


def test_past_the_side_is_the_gap():
    assert past(SQUARE) == (pytest.approx(5.0), np.inf)


def test_through_it_is_the_push_that_frees_the_line():
    mm, met = past(SQUARE - (0, 8))
    assert mm == pytest.approx(-3.0)
    assert met == pytest.approx(0.4)


def test_a_thin_sail_hit_in_the_middle_is_well_hit():
    mm, met = past([(50, -10), (50, 12)])
    assert mm == pytest.approx(-10.0)
    assert met == pytest.approx(0.5)


def test_a_sail_edge_on_beside_the_line_is_as_far_as_it_is_aside():
    assert past([(40, 3), (60, 3)])[0] == pytest.approx(3.0)


def test_what_just_reaches_over_the_end_is_pushed_back_along_the_line():
    assert past([(98, -10), (120, -10), (120, 10), (98, 10)])[0] == pytest.approx(-2.0)


@pytest.mark.parametrize("at", [(110.0, 0.0), (-7.0, 0.0)])
def test_beyond_an_end_of_the_line_it_is_the_distance_from_that_end(at):
    corners = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) + at
    assert past(corners)[0] == pytest.approx(9.0 if at[0] > 0 else 6.0)

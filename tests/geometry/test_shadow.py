"""Stretches of an edge that a blocker hides from (0, 0). The edge runs along x = 100, from y = -100 to 100, so that the
place t is at y = 200 t - 100."""

import math

import numpy as np
import pytest

from tableassist.geometry.sightline import (
    AS_IS,
    GROWN,
    SHRUNK,
    Blockers,
    Edges,
    Sides,
    Targets,
    compute_sides,
    find_gaps,
    find_sights,
)


def hidden(corners, doubt=0.0, edge=((100.0, -100.0), (100.0, 100.0)), reach=1e3):
    """By size: the y from and to which the edge is hidden by one convex blocker."""
    corners, edge = np.asarray(corners, dtype=float), np.asarray(edge)
    normals, out = compute_sides(corners)
    one, count = np.array([1]), np.array([len(corners)])
    faces = Sides(normals, out, np.array([0]), np.array([len(normals)]), np.zeros((1, 2)))
    blockers = Blockers(
        np.array([0]), np.array([doubt]), corners.mean(axis=0)[None], corners, count, one, corners, count, faces
    )
    edges = Edges(edge[:1], (edge[1] - edge[0])[None])
    sights = find_sights(Targets(np.array([0]), edges, np.full((3, 1), reach)), blockers, 1)
    places = []
    for size in (GROWN, AS_IS, SHRUNK):
        low, high = sights.shadows.stretch.low[size], sights.shadows.stretch.high[size]
        real = low < high
        places.append([(edge[0] + t * (edge[1] - edge[0]))[1] for t in (low[real], high[real]) if real.any()])
    return places, sights


def box(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def test_a_wall_halfway_hides_twice_its_width():
    (_, as_is, _), _ = hidden([(50.0, -10.0), (50.0, 10.0)])
    assert np.ravel(as_is) == pytest.approx([-20.0, 20.0])


def test_its_doubt_moves_both_tangents_of_a_thin_wall_out_and_in():
    """From the corner (50, 10) the tangent to a circle of radius 1 leans by asin(1 / |(50, 10)|)."""
    (grown, _, shrunk), _ = hidden([(50.0, -10.0), (50.0, 10.0)], doubt=1.0)
    corner, lean = math.atan2(10, 50), math.asin(1 / math.hypot(50, 10))
    assert np.ravel(grown)[1] == pytest.approx(100 * math.tan(corner + lean))
    assert np.ravel(shrunk)[1] == pytest.approx(100 * math.tan(corner - lean))
    assert np.ravel(shrunk)[0] == pytest.approx(-np.ravel(shrunk)[1])


def test_a_wall_behind_the_edge_hides_nothing():
    _, sights = hidden(box(120.0, -10.0, 130.0, 10.0))
    assert sights.shares[0] == pytest.approx(1.0)


def test_where_the_edge_runs_into_the_blocker_it_is_hidden_from_there_on():
    """A slanting edge from (60, -40) to (140, 40) meets the box's near side x = 90 at y = -10."""
    (_, as_is, _), _ = hidden(box(90.0, -30.0, 150.0, 60.0), edge=((60.0, -40.0), (140.0, 40.0)))
    assert np.ravel(as_is) == pytest.approx([-10.0, 40.0])


def test_a_blocker_that_may_lie_behind_the_edge_is_not_sure_to_hide_it():
    """1 mm before the edge with a doubt of 2: pushed back it would be behind."""
    (grown, as_is, shrunk), _ = hidden(box(99.0, -10.0, 120.0, 10.0), doubt=2.0)
    assert len(grown) == len(as_is) == 2
    assert shrunk == []


def test_an_origin_within_the_blocker_sees_nothing():
    _, sights = hidden(box(-5.0, -5.0, 5.0, 5.0))
    assert sights.shares[0] == 0.0


def test_a_slit_of_a_thousandth_of_a_millimetre_is_found():
    left = find_gaps(np.zeros(1), np.ones(1), np.array([0, 0]), np.array([0.0, 0.500005]), np.array([0.5, 1.0]))
    assert (left.low, left.high) == (pytest.approx([0.5]), pytest.approx([0.500005]))


def test_shadows_that_overlap_leave_what_neither_covers():
    low, high = np.array([0.1, 0.3, 0.8, 0.9]), np.array([0.4, 0.35, 0.85, 0.2])
    left = find_gaps(np.array([0.0]), np.array([1.0]), np.zeros(4, dtype=int), low, high)
    assert left.low == pytest.approx([0.0, 0.4, 0.85])
    assert left.high == pytest.approx([0.1, 0.8, 1.0])


def test_only_what_is_in_reach_counts():
    """Of the edge x = 100 a circle of 125 takes in y from -75 to 75."""
    _, sights = hidden([(50.0, -37.5), (50.0, 0.0)], reach=125.0)
    assert sights.shares[0] == pytest.approx(0.5)

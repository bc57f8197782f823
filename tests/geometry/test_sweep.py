"""What an outline sweeps that is carried straight on and keeps its heading."""

import math

import numpy as np
import pytest
import shapely
import shapely.affinity

from tableassist.geometry.contact import make_slider, sweep_straight


@pytest.mark.parametrize("heading_deg", [0.0, 37.0, 90.0, -160.0])
def test_a_carried_outline_sweeps_the_convex_hull_of_where_it_was_and_where_it_is(heading_deg):
    rng = np.random.default_rng(5)
    points = rng.normal(0.0, (30.0, 12.0), (40, 2))
    start, end = rng.uniform(-100.0, 100.0, (2, 60, 2))
    end[:3] = start[:3]
    end[3:6, 0] = start[3:6, 0]
    made = sweep_straight(make_slider(points), math.radians(heading_deg), start, end)
    turned = shapely.affinity.rotate(shapely.MultiPoint(points), heading_deg, origin=(0.0, 0.0))
    for one, (x, y), (to_x, to_y) in zip(made, start, end, strict=True):
        both = [shapely.affinity.translate(turned, *place) for place in ((x, y), (to_x, to_y))]
        hull = shapely.union_all(both).convex_hull
        assert one.is_valid
        assert one.symmetric_difference(hull).area < 1e-6

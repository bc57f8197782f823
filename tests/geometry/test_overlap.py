"""Depth of an overlap."""

import pytest
from shapely import affinity, box

from tableassist.geometry.contact import measure_overlap


@pytest.mark.parametrize("turn_deg", [0.0, 2.5, 17.0, 89.0])
def test_a_sliver_is_as_thin_as_it_is_at_any_heading(turn_deg):
    one, other = box(0, 0, 40, 10), box(0, 9.95, 40, 20)
    turned = [affinity.rotate(each, turn_deg, origin=(0, 0)) for each in (one, other)]
    depth, across = measure_overlap(*turned)
    assert depth == pytest.approx(0.05)
    up = affinity.rotate(affinity.translate(box(-1, -1, 1, 1), 0, 1), turn_deg, origin=(0, 0)).centroid
    assert abs(across[0] * up.x + across[1] * up.y) == pytest.approx(1.0)


def test_what_only_touches_has_no_depth():
    assert measure_overlap(box(0, 0, 1, 1), box(1, 0, 2, 1)) is None
    assert measure_overlap(box(0, 0, 1, 1), box(3, 0, 4, 1)) is None


def test_a_corner_reaches_in_by_its_depth_across_the_side():
    # A square on its corner, 1 mm into a side: the common triangle is 2 mm wide and 1 mm high.
    corner = affinity.rotate(box(-5, -5, 5, 5), 45)
    side = affinity.translate(box(-20, 0, 20, 20), 0, 50**0.5 - 1)
    assert measure_overlap(corner, side)[0] == pytest.approx(1.0)

"""Outlines that slide straight."""

import math

import pytest
from shapely import MultiPolygon, Polygon, box

from tableassist.geometry.contact import measure_first_contact_mm, sweep_area

UNIT = box(0, 0, 1, 1)
DIAGONAL = (math.sqrt(0.5), math.sqrt(0.5))


@pytest.mark.parametrize(("fixed", "direction", "expected"), [
    (box(5, 0.5, 6, 3), (1.0, 0.0), 4.0),
    (box(5, 1.5, 6, 3), (1.0, 0.0), None),
    (box(5, 0.5, 6, 3), (-1.0, 0.0), None),
    (Polygon([(5, 0.5), (7, 2), (7, -2)]), (1.0, 0.0), 4.0),
    (Polygon([(5, 2), (8, -4), (8, 2)]), (1.0, 0.0), 4.5),
    (box(4, 4, 6, 6), DIAGONAL, 3 * math.sqrt(2)),
    (box(-3, 5, 4, 6), (0.0, 1.0), 4.0),
    (MultiPolygon([box(9, 0, 10, 1), box(3, 0, 4, 1)]), (1.0, 0.0), 2.0),
])  # fmt: skip
def test_a_square_meets_what_is_in_its_way(fixed, direction, expected):
    # The slope of the second triangle runs from (5, 2) to (8, -4): at y = 1, the square's upper edge, x is 5.5.
    assert measure_first_contact_mm(UNIT, fixed, direction) == (None if expected is None else pytest.approx(expected))


def test_what_touches_already_is_met_only_if_it_is_pressed():
    assert measure_first_contact_mm(UNIT, box(1, 0, 2, 1), (1.0, 0.0)) == 0.0
    assert measure_first_contact_mm(UNIT, box(1, 0, 2, 1), (-1.0, 0.0)) is None
    assert measure_first_contact_mm(UNIT, box(1, 0, 2, 1), (0.0, 1.0)) is None


def test_a_swept_square_covers_both_ends_and_the_way():
    # 1 for the square, and its width across the way, (3 + 4) / 5, times the way, 5.
    area = sweep_area(UNIT, 3.0, 4.0)
    assert area.area == pytest.approx(1.0 + 7.0)
    assert area.covers(box(3, 4, 4, 5))
    assert sweep_area(UNIT, 0.0, 0.0).area == pytest.approx(1.0)


def test_what_an_outline_wraps_round_is_not_filled():
    cove = box(0, 0, 10, 10).difference(box(2, 5, 8, 10))
    # Over 1 mm upwards: 10 x 11 mm less the opening, which keeps its 6 x 5.
    assert sweep_area(cove, 0.0, 1.0).area == pytest.approx(110.0 - 30.0)

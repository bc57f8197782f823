"""One side of a hull by the other."""

import numpy as np
import pytest
import shapely

from tableassist.vision.outline.curve import even_steps, outward
from tableassist.vision.outline.mirror import filled, is_even, keel_of
from tests.vision import outline_scenes as scenes

HULL = np.array(scenes.PIECES["oxley"].model.hull)
TURN, OFF = 0.03, 0.8


def lying():
    """The hull by a tag that sits 0.8 mm to one side and 1.7 degrees askew."""
    c, s = np.cos(TURN), np.sin(TURN)
    points = even_steps(HULL @ np.array([[c, s], [-s, c]]) + (0.0, OFF), 0.5)
    return points, outward(points, 3.0)


def test_the_keel_is_found_where_the_tag_was_put_on_askew():
    points, normals = lying()
    keel = keel_of(points, normals, np.ones(len(points), dtype=bool))
    assert (keel.off_mm, keel.turn_rad) == pytest.approx((OFF, TURN), abs=0.01)


def test_a_hidden_stretch_is_told_by_the_other_side():
    points, normals = lying()
    hidden = (np.abs(points[:, 0] - 2.0) < 5.0) & (points[:, 1] > 0.0)
    dented = points - np.where(hidden, 1.5, 0.0)[:, None] * normals
    keel = keel_of(dented, normals, ~hidden)
    mended, told = filled(dented, normals, ~hidden, keel)
    assert (told == hidden).all()
    assert shapely.distance(shapely.points(mended[hidden]), shapely.LinearRing(points)).max() < 0.1


def test_sides_that_differ_say_nothing_of_each_other():
    points, normals = lying()
    bulge = np.where((points[:, 1] > 1.0) & (np.arange(len(points)) % 40 < 20), 1.9, 0.0)
    assert keel_of(points + bulge[:, None] * normals, normals, np.ones(len(points), dtype=bool)) is None


def test_ships_are_even_and_a_cove_is_not():
    assert is_even(scenes.PIECES["titan"].model)
    assert not is_even(scenes.PIECES["pirate-home"].model)

"""What stays and what moves when a model gets a scanned hull."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.pieces import Grade, PieceKind
from tableassist.vision.outline.model import bound_mounts, centred, scanned_model
from tests.vision import outline_scenes as scenes

SHIP = scenes.PIECES["oxley"]


def test_a_longer_bow_takes_bow_zone_and_bowsprit_along_and_leaves_the_masts():
    hull = np.array(SHIP.model.hull)
    hull[hull[:, 0] > 23.0, 0] += 1.5
    model = scanned_model(SHIP.model, hull, 0.21, name="my-oxley", kind=PieceKind.SHIP)
    assert model.bow_zone_from_x_mm == pytest.approx(SHIP.model.bow_zone_from_x_mm + 1.5)
    assert model.bowsprit[0][0] == pytest.approx(SHIP.model.bowsprit[0][0] + 1.5)
    assert model.masts == SHIP.model.masts
    assert (model.name, model.grade, model.sigma_mm) == ("my-oxley", Grade.SCANNED, 0.21)


def test_a_new_piece_has_its_origin_in_the_middle_of_its_hull():
    mount = replace(SHIP.mounts[0], x_mm=0.0, y_mm=0.0)
    points, (moved,) = centred(np.array([[10.0, 0.0], [30.0, 0.0], [30.0, 10.0], [10.0, 10.0]]), (mount,))
    assert points.mean(axis=0) == pytest.approx((0.0, 0.0))
    assert (moved.x_mm, moved.y_mm) == (-20.0, -5.0)


def test_a_tag_that_was_scanned_with_its_outline_is_where_it_is():
    loose = replace(SHIP.mounts[0], sigma_xy_mm=1.0, sigma_yaw_rad=0.05)
    (bound,) = bound_mounts((loose,))
    assert bound.sigma_xy_mm == 0.05
    assert bound.sigma_yaw_rad < 0.01
    assert bound.sigma_z_mm == loose.sigma_z_mm

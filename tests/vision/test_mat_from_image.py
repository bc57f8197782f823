"""From the picture back to the mat, lens and pose included."""

import math

import numpy as np
import pytest

from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose, rotation_by
from tableassist.vision.registration.registration import Registration
from tableassist.vision.registration.registration_health import Health

BENT = (-0.32, 0.14, 0.0006, -0.0004, -0.03, 0.0, 0.0, 0.0)


def registration_of(off_vertical_deg, distortion=BENT):
    """A camera one metre from the mat's middle, looking away over it."""
    down = np.diag([1.0, -1.0, -1.0])
    rotation = rotation_by(np.array([-math.radians(off_vertical_deg), 0.0, 0.0])) @ down
    middle = np.array([457.5, 457.5, 0.0])
    pose = CameraPose(rotation, np.array([0.0, 0.0, 1000.0]) - rotation @ middle)
    lens = Lens(1920, 1080, 1150.0, 1148.0, 962.0, 537.0, distortion, np.zeros((12, 12)))
    none = np.zeros((6, 1))
    return Registration(pose, lens, none, np.zeros((12, 1)), 0.1, 0.1, (), (), Health.GOOD, "")


@pytest.mark.parametrize("z_mm", [0.0, 35.0])
@pytest.mark.parametrize("off_vertical_deg", [0, 25, 45])
def test_way_back_undoes_the_way_there(off_vertical_deg, z_mm):
    registration = registration_of(off_vertical_deg)
    across = np.linspace(150, 760, 7)
    places = np.array([(x, y) for x in across for y in across])
    pixels = registration.image_from_mat(places, z_mm)
    np.testing.assert_allclose(registration.mat_from_image(pixels, z_mm), places, atol=1e-6)


def test_straight_down_without_distortion_is_a_plain_scale():
    """1000 mm above the mat 1150 px are 1000 mm: a pixel right of the centre is 1 / 1.15 mm further on."""
    registration = registration_of(0, (0.0,) * 8)
    ((x, y),) = registration.mat_from_image(np.array([[962.0 + 115.0, 537.0]]))
    assert (x, y) == pytest.approx((457.5 + 100.0, 457.5))


def test_pixels_above_the_horizon_are_no_place():
    registration = registration_of(75, (0.0,) * 8)
    sky, table = registration.mat_from_image(np.array([[962.0, 10.0], [962.0, 1000.0]]))
    assert np.isnan(sky).all()
    assert np.isfinite(table).all()


def test_pixels_that_the_lens_cannot_make_are_no_place():
    """A barrel lens of -0.32 folds the picture back beyond 1.02 focal lengths: nothing is seen so far out."""
    strong = (-0.32, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    (far,) = registration_of(0, strong).mat_from_image(np.array([[962.0 + 1150.0 * 1.4, 537.0]]))
    assert np.isnan(far).all()

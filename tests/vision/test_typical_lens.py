"""Lenses for cameras that nobody calibrated, and lenses at other sizes."""

import struct

import numpy as np
import pytest

from tableassist.errors import BadRequestError
from tableassist.vision.camera.exif_focal import film_focal_mm
from tableassist.vision.camera.lens import scaled_lens
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.camera.typical_lens import typical_lens
from tests.vision.calibration_scenes import TRUTH


def test_a_typical_lens_sees_69_degrees_and_says_how_little_it_knows():
    lens = typical_lens(1920, 1080)
    edge = lens.normalise(np.array([[-0.5, 539.5], [1919.5, 539.5]]))
    assert np.degrees(np.arctan(edge[:, 0])) == pytest.approx([-34.5, 34.5], abs=0.01)
    assert np.sqrt(lens.covariance[0, 0]) == pytest.approx(0.13 * lens.fx, rel=0.01)
    assert lens.covariance[0, 1] == pytest.approx(lens.covariance[0, 0], rel=0.01)


def test_a_stated_field_of_view_is_believed_more():
    assert typical_lens(1920, 1080, view_deg=90.0).fx == pytest.approx(960.0)
    assert typical_lens(4000, 3000, film_mm=26.0).fx == pytest.approx(26.0 * 5000 / 43.27)
    assert typical_lens(1920, 1080, view_deg=69.0).covariance[0, 0] < typical_lens(1920, 1080).covariance[0, 0] / 3


def test_the_35_mm_focal_length_is_read_from_exif():
    sub = struct.pack("<HHHIHHI", 1, 0xA405, 3, 1, 26, 0, 0)
    head = b"II*\x00" + struct.pack("<I", 8) + struct.pack("<HHHII", 1, 0x8769, 4, 1, 26) + struct.pack("<I", 0)
    jpeg = b"\xff\xd8\xff\xe1\x00\x40Exif\x00\x00" + head + sub
    assert film_focal_mm(jpeg) == 26.0
    assert film_focal_mm(jpeg[:40]) is None
    assert film_focal_mm(b"\xff\xd8 no exif") is None


def test_a_scaled_lens_sees_the_same_rays_at_the_same_share_of_the_picture():
    half = scaled_lens(TRUTH, 640, 360)
    px = np.array([[100.0, 50.0], [900.0, 600.0]])
    assert half.normalise((px + 0.5) / 2 - 0.5) == pytest.approx(TRUTH.normalise(px), abs=1e-12)


def test_the_covariance_scales_along():
    lens = typical_lens(1920, 1080)
    half = scaled_lens(lens, 960, 540)
    assert half.covariance[0, 0] == pytest.approx(lens.covariance[0, 0] / 4)
    assert half.covariance[4, 4] == lens.covariance[4, 4]


def test_another_aspect_is_refused_and_a_scaled_one_is_said():
    camera = CameraProfile("x", TRUTH)
    with pytest.raises(BadRequestError, match="made for 1280x720, got pictures of 640x480"):
        camera.lens_for(640, 480)
    assert "scaled to 1920x1080" in str(camera.notes_for(1920, 1080)[0])
    assert camera.notes_for(1280, 720) == ()


def test_a_camera_without_a_lens_fits_every_picture():
    camera = CameraProfile("x", None)
    assert camera.lens_for(640, 480).width_px == 640
    assert "not calibrated" in str(camera.notes_for(640, 480)[0])

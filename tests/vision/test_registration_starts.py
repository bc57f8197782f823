"""Where the camera stands, from photographs of cameras that nobody calibrated: no start leads astray."""

import struct

import cv2
import numpy as np
import pytest

from tableassist.capture.picture import PictureSource
from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.camera.typical_lens import typical_lens
from tableassist.vision.registration.registration import register
from tests.vision import mat_scenes as mats
from tests.vision.taped_mat import eye, sighting

PHONE = (4032, 3024)


def phone_lens(width, height, view_deg):
    focal = width / 2 / np.tan(np.radians(view_deg) / 2)
    return Lens(
        width, height, focal, focal, (width - 1) / 2, (height - 1) / 2, (0.06, -0.02, *[0.0] * 6), np.zeros((12, 12))
    )


@pytest.mark.parametrize("view_deg", [60.0, 73.0, 82.0])
@pytest.mark.parametrize("tilt_deg", [0.0, 2.0, 25.0])
def test_a_phone_photo_is_registered_alike_at_any_size(view_deg, tilt_deg):
    one = eye(tilt_deg, 40.0, 17.0, distance=1500.0 * 69 / view_deg)
    places = mats.border(8)
    heights = []
    for share in (1.0, 0.75, 0.5, 0.25):
        size = (round(PHONE[0] * share), round(PHONE[1] * share))
        lens = phone_lens(*size, view_deg)
        sightings = mats.seen(places, one, np.random.default_rng(1), lens=lens)
        found = register(sightings, mats.layout(places, 0.3), typical_lens(*size))
        assert found.residual_px < 1.0
        error, sigmas = mats.errors_in_sigmas(found, one, lens=lens)
        assert np.abs(sigmas).max() < 3.5
        assert np.abs(error).max() < 8.0
        heights.append(found.camera_height_mm)
    assert max(heights) < 1.1 * min(heights)


def test_a_camera_below_the_mat_is_never_the_answer():
    rng = np.random.default_rng(2)
    places = mats.border(4)
    for _ in range(20):
        # Corners that no camera sees: a start may be anywhere.
        corners = rng.uniform(0, 1000, (4, 2))[:, None] + rng.uniform(-40, 40, (4, 4, 2))
        found = register(tuple(sighting(10 + k, c) for k, c in enumerate(corners)), mats.layout(places), mats.LENS)
        assert found is None or found.camera_height_mm > 0


def exif(film_mm):
    sub = struct.pack("<HHHIHHI", 1, 0xA405, 3, 1, film_mm, 0, 0)
    head = b"II*\x00" + struct.pack("<I", 8) + struct.pack("<HHHII", 1, 0x8769, 4, 1, 26) + struct.pack("<I", 0)
    body = b"Exif\x00\x00" + head + sub
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def test_the_focal_length_that_a_photo_states_narrows_the_typical_lens(tmp_path):
    _, plain = cv2.imencode(".jpg", np.full((300, 400, 3), 200, dtype=np.uint8))
    data = plain.tobytes()
    (tmp_path / "photo.jpg").write_bytes(data[:2] + exif(26) + data[2:])
    (tmp_path / "plain.jpg").write_bytes(data)
    stated, silent = (PictureSource(tmp_path / name).read() for name in ("photo.jpg", "plain.jpg"))
    camera = CameraProfile("phone", None)
    assert (stated.film_mm, silent.film_mm) == (26.0, None)
    lens = camera.lens_for(400, 300, stated.film_mm)
    assert lens.fx == pytest.approx(26.0 * 500 / 43.27)
    assert lens.covariance[0, 0] < camera.lens_for(400, 300, silent.film_mm).covariance[0, 0] / 9
    assert "26 mm" in str(camera.notes_for(400, 300, stated.film_mm)[0])
    assert "26 mm" not in str(camera.notes_for(400, 300, silent.film_mm)[0])

"""The chain through a fisheye lens: registered on the mat and localised; the projection of the truth is OpenCV's."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from tableassist.geometry.frames import ImagePoints, MatPoints
from tableassist.pieces import MountKind, Piece, PieceKind, PieceModel, TagMount
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.localisation.localise import localise
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.sighting import TagSighting
from tests.vision.fisheye_scenes import LENSES, lens_of, matrix_of

PLACES = [(x, y) for x in (40.0, 457.5, 875.0) for y in (40.0, 457.5, 875.0) if (x, y) != (457.5, 457.5)]
MAT = MatLayout(915.0, 915.0, tuple(MatTag("36h11", n, 45.0, x, y, 0.0) for n, (x, y) in enumerate(PLACES)), 0.0)
DOWN = np.diag([1.0, -1.0, -1.0])


def eye(height_mm, off_vertical_deg):
    """camera_from_mat, aimed at the mat's middle."""
    tilt = math.radians(off_vertical_deg)
    c, s = math.cos(tilt), math.sin(tilt)
    rotation = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]]) @ DOWN
    place = np.array([457.5, 457.5, 0.0]) - height_mm / c * rotation[2]
    return rotation, -rotation @ place


def seen(points, rotation, translation, degrees, rng, noise_px):
    turn, _ = cv2.Rodrigues(rotation)
    px, _ = cv2.fisheye.projectPoints(
        points[:, None], turn, translation, matrix_of(degrees), np.array(LENSES[degrees][1])
    )
    return px.reshape(-1, 2) + rng.normal(0.0, noise_px, (len(points), 2))


@pytest.mark.parametrize("degrees", LENSES)
@pytest.mark.parametrize("tilt_deg", [0.0, 30.0])
def test_a_flag_is_found_where_it_stands_through_a_fisheye(degrees, tilt_deg):
    rng = np.random.default_rng(degrees)
    rotation, translation = eye(650.0 if degrees > 120 else 900.0, tilt_deg)
    sightings = [
        TagSighting(
            tag.family,
            tag.tag,
            ImagePoints(seen(mat_tag_corners(tag), rotation, translation, degrees, rng, 0.03)),
            100.0,
            0,
        )
        for tag in MAT.tags
    ]
    lens = CameraProfile("fish", lens_of(degrees)).lens_for(1920, 1080)
    registration = register(tuple(sightings), MAT, lens)
    assert registration.health is Health.GOOD, str(registration.reason)
    assert np.abs(registration.pose.position - -rotation.T @ translation).max() < 1.0

    model = PieceModel(
        "plate", PieceKind.SHIP, ((-20, -7), (14, -7), (22, 0), (14, 7), (-20, 7)), 6.0, (), (), 14.0, 0.0
    )
    mount = TagMount("36h11", 100, 18.0, MountKind.FLAG, 0.0, 0.0, 55.0, 0.0, 0.0, 0.0, 0.0)
    piece = Piece("p", "piece", model, "A", (), (mount,))
    for x, y in ((200.0, 250.0), (457.0, 457.0), (700.0, 640.0)):
        flag = mat_tag_corners(replace(MAT.tags[0], size_mm=18.0, x_mm=x, y_mm=y)) + np.array([0.0, 0.0, 55.0])
        corners = ImagePoints(seen(flag, rotation, translation, degrees, rng, 0.03))
        found = localise((TagSighting("36h11", 100, corners, 100.0, 0),), (piece,), registration, 0).poses["p"]
        assert math.hypot(found.pose.x_mm - x, found.pose.y_mm - y) < 1.0
        assert np.abs(registration.mat_from_image(corners, 55.0) - flag[:, :2]).max() < 0.6
    px = registration.image_from_mat(MatPoints(np.array([[457.5, 457.5]])))
    expected = seen(np.array([[457.5, 457.5, 0.0]]), rotation, translation, degrees, rng, 0.0)
    assert np.abs(px - expected).max() < 0.3

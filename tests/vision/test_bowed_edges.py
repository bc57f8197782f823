"""Large tags through a wide lens: edges that bow, corners that are set right."""

import cv2
import numpy as np
import pytest

from tableassist.vision.camera.lens import Lens, plain_lens
from tableassist.vision.tags.bowed_edges import straightened
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.sighting import TagSighting

WIDE = Lens(1280, 720, 640.0, 640.0, 639.5, 359.5, (-0.28, 0.1, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), np.zeros((12, 12)))
SHARPER = 4
"""Each pixel of the picture is the mean of so many squared."""


def seen_by_opencv(points):
    """Pixels of (N, 3) points in the camera's frame, by OpenCV's own projection."""
    matrix = np.array([[WIDE.fx, 0, WIDE.cx], [0, WIDE.fy, WIDE.cy], [0, 0, 1.0]])
    pixels, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), matrix, np.array(WIDE.distortion))
    return pixels.reshape(-1, 2)


def bowed_picture(corner_rays, tag):
    """A tag through the wide lens, drawn pixel by pixel: where each ray meets the print says how bright it is."""
    fine = np.arange(SHARPER * 1280), np.arange(SHARPER * 720)
    x, y = np.meshgrid(*((at + 0.5) / SHARPER - 0.5 for at in fine))
    low, high = seen_by_opencv(corner_rays).min(axis=0) - 25, seen_by_opencv(corner_rays).max(axis=0) + 25
    near = (x > low[0]) & (x < high[0]) & (y > low[1]) & (y < high[1])
    matrix = np.array([[WIDE.fx, 0, WIDE.cx], [0, WIDE.fy, WIDE.cy], [0, 0, 1.0]])
    pixels = np.column_stack([x[near], y[near]])
    bend = np.array(WIDE.distortion)
    rays = cv2.undistortPoints(pixels[:, None], matrix, bend, criteria=(3, 60, 1e-12)).reshape(-1, 2)
    square = np.array([[0.0, 8.0], [8.0, 8.0], [8.0, 0.0], [0.0, 0.0]], dtype=np.float32)
    to_print = cv2.getPerspectiveTransform(corner_rays[:, :2].astype(np.float32), square)
    place = cv2.perspectiveTransform(rays[:, None], to_print.astype(np.float64)).reshape(-1, 2)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    print_ = np.full((12, 12), 220.0)
    print_[2:-2, 2:-2] = np.where(cv2.aruco.generateImageMarker(dictionary, tag, 8) > 127, 220.0, 30.0)
    column, row = np.clip(np.floor(place).astype(int) + 2, 0, 11).T
    large = np.full(x.shape, 220.0)
    large[near] = print_[row, column]
    grey = large.reshape(720, SHARPER, 1280, SHARPER).mean(axis=(1, 3))
    return cv2.GaussianBlur(grey, (0, 0), 0.7).round().astype(np.uint8)


def square_at(x, y, half):
    """Corners in the order of `tag_corners`, on the plane one unit ahead of the camera, whose y points down."""
    arms = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
    return np.column_stack([np.add(arms, (x, y)), np.ones(4)])


@pytest.mark.parametrize(("x", "y"), [(0.75, 0.35), (-0.7, -0.3), (0.55, -0.38)])
def test_a_large_tag_at_the_edge_of_a_wide_picture_has_the_corners_that_opencv_projects(x, y):
    rays = square_at(x, y, 0.06)
    truth = seen_by_opencv(rays)
    (sighting,) = TagDetector(("36h11",)).detect(bowed_picture(rays, 5))
    assert sighting.noise is None, "large enough to keep the detector's corners"
    as_found = np.abs(sighting.corners - truth).max()
    as_set_right = np.abs(straightened((sighting,), WIDE)[0] - truth).max()
    assert as_found > 0.12
    assert as_set_right < 0.06


def test_corners_stay_as_they_are_without_a_bend_and_on_small_tags():
    corners = seen_by_opencv(square_at(0.7, 0.3, 0.05))
    plain = TagSighting("36h11", 5, corners, 80.0, 0)
    small = TagSighting("36h11", 5, corners, 80.0, 0, noise=np.eye(8))
    assert (straightened((plain,), plain_lens(1280, 720, 640.0))[0] == corners).all()
    assert (straightened((small,), WIDE)[0] == corners).all()
    assert straightened((), WIDE).shape == (0, 4, 2)

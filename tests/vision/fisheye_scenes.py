"""Views of a board by fisheye lenses; the projection is OpenCV's, not ours."""

import cv2
import numpy as np

from tableassist.geometry.frames import ImagePoints
from tableassist.vision.camera.lens import Lens, Projection
from tableassist.vision.camera.pose import rotation_by
from tableassist.vision.lens_fit.target import CalibrationView

WIDTH, HEIGHT = 1920, 1080
LENSES = {
    120: (917.0, (-0.02, 0.005, 0.0, 0.0), (965.0, 532.0)),
    150: (733.0, (-0.04, 0.01, -0.004, 0.0005), (950.0, 545.0)),
    180: (611.0, (0.05, -0.02, 0.004, -0.0006), (962.0, 541.0)),
}
"""By degrees across: focal length, k1 .. k4, centre."""


def matrix_of(degrees):
    focal, _, (cx, cy) = LENSES[degrees]
    return np.array([[focal, 0.0, cx], [0.0, focal, cy], [0.0, 0.0, 1.0]])


def lens_of(degrees):
    focal, (k1, k2, k3, k4), (cx, cy) = LENSES[degrees]
    distortion = (k1, k2, 0.0, 0.0, k3, k4, 0.0, 0.0)
    return Lens(WIDTH, HEIGHT, focal, focal, cx, cy, distortion, np.zeros((12, 12)), Projection.FISHEYE)


def fisheye_views(degrees, board, count, rng, noise_px):
    """Boards in every part of the picture, turned towards the camera and then tilted."""
    views = []
    while len(views) < count:
        places = _placed(board, len(views), np.radians(degrees / 2), rng)
        off_axis = np.arctan2(np.hypot(places[:, 0], places[:, 1]), places[:, 2])
        if (places[:, 2] < 1.0).any():
            continue
        px, _ = cv2.fisheye.projectPoints(
            places[:, None], np.zeros(3), np.zeros(3), matrix_of(degrees), np.array(LENSES[degrees][1])
        )
        px = px.reshape(-1, 2) + rng.normal(0.0, noise_px, (len(places), 2))
        inside = (px > 3).all(axis=1) & (px < (WIDTH - 4, HEIGHT - 4)).all(axis=1)
        index = np.flatnonzero(inside & (off_axis < np.radians(degrees / 2)))
        if len(index) >= 12:
            views.append(CalibrationView(f"view {len(views)}", WIDTH, HEIGHT, index, ImagePoints(px[index])))
    return tuple(views)


def _placed(board, number, widest_rad, rng):
    off_axis, round_it = rng.uniform(0.0, 0.85 * widest_rad), number * 2.4
    ahead = np.array([np.sin(off_axis) * np.cos(round_it), 0.6 * np.sin(off_axis) * np.sin(round_it), 0.0])
    ahead[2] = np.sqrt(1 - ahead @ ahead)
    right = np.cross([0.0, 1.0, 0.0], ahead)
    right /= np.linalg.norm(right)
    facing = np.stack([right, np.cross(ahead, right), ahead], axis=1)
    side, tilt = rng.uniform(0.0, 6.3), rng.uniform(0.2, 0.7) if number % 4 else 0.0
    tilted = facing @ rotation_by(np.array([np.cos(side), np.sin(side), 0.0]) * tilt)
    turned = tilted @ rotation_by(np.array([0.0, 0.0, rng.uniform(-0.4, 0.4)]))
    return board.places @ turned.T + ahead * rng.uniform(180.0, 380.0)

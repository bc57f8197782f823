"""Views of a board by a known lens, without pictures; and the real photographs beside a developer's checkout."""

from pathlib import Path

import numpy as np

from tableassist.vision.camera.lens import Lens
from tableassist.vision.camera.pose import CameraPose, rotation_by
from tableassist.vision.lens_fit.board import BoardFinder, ChessBoard
from tableassist.vision.lens_fit.target import CalibrationView

PHOTOS = Path(__file__).parents[3] / "shared" / "photos"
BOARD = ChessBoard(10, 7, 24.0)
TRUTH = Lens(1280, 720, 896.0, 897.2, 644.3, 356.9, (-0.105, 0.034, 0.0005, -0.0004, 0, 0, 0, 0), np.zeros((12, 12)))


def held_poses(count, rng, *, tilt_rad=0.6, distance_mm=420.0):
    """The board tilted to every side, in every part of the picture."""
    poses = []
    for number in range(count):
        side = number * 2.4
        tilt = tilt_rad * rng.uniform(0.6, 1.0) if number % 5 else 0.0
        axis = np.array([np.cos(side), np.sin(side), 0.0])
        rotation = rotation_by(axis * tilt) @ rotation_by(np.array([0.0, 0.0, rng.uniform(-0.4, 0.4)]))
        away = distance_mm * rng.uniform(0.85, 1.4)
        shift = np.array([rng.uniform(-0.3, 0.3), rng.uniform(-0.16, 0.16), 1.0]) * away
        poses.append(CameraPose(rotation, shift))
    return poses


def seen_by(lens, points, poses, rng, noise_px):
    """The points that fall in the picture, with noise."""
    views = []
    for number, pose in enumerate(poses):
        px = lens.project(pose.into_camera(points)) + rng.normal(0.0, noise_px, (len(points), 2))
        inside = (px > 2).all(axis=1) & (px < (lens.width_px - 3, lens.height_px - 3)).all(axis=1)
        index = np.flatnonzero(inside)
        views.append(CalibrationView(f"view {number}", lens.width_px, lens.height_px, index, px[index]))
    return tuple(views)


def photo_views(pattern, board):
    import cv2

    finder = BoardFinder(board)
    found = (finder.find(cv2.imread(str(path)), path.name) for path in sorted(PHOTOS.glob(pattern)))
    return tuple(view for view in found if view is not None)

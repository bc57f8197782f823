"""A first lens and first camera poses, from the homographies of the views."""

from dataclasses import replace

import cv2
import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.camera.lens import Lens, Projection, plain_lens
from tableassist.vision.camera.pose import CameraPose, rotation_by
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

TYPICAL_FOCAL_SHARE = 0.73
"""Of the picture's width: 69 degrees across."""
FOCAL_SHARES = (0.3, 6.0)
LEAST_POINTS = 6
FISHEYE_SHARES, FISHEYE_TRIALS = (0.15, 0.9), 10
"""A circle of 200 degrees in the picture's middle half, to 64 degrees across."""
LEAST_COSINE = 0.1
"""Of the angle from the board's middle to any of its corners."""


def start_lens(views: tuple[CalibrationView, ...], target: CalibrationTarget) -> Lens:
    """One focal length by Zhang's closed form with the axis in the picture's middle."""
    width, height = views[0].width_px, views[0].height_px
    middle = np.array([(width - 1) / 2.0, (height - 1) / 2.0])
    rows, sides = [], []
    for view in views:
        homography = _homography(target.points[view.index, :2], (view.px - middle) / width)
        if homography is not None:
            first, second = homography[:, 0], homography[:, 1]
            scale = float(np.linalg.norm(first) * np.linalg.norm(second))
            rows += [first[:2] @ second[:2] / scale, (first[:2] @ first[:2] - second[:2] @ second[:2]) / scale]
            sides += [-first[2] * second[2] / scale, (second[2] ** 2 - first[2] ** 2) / scale]
    across, along = np.array(rows), np.array(sides)
    inverse_square = float(across @ along / max(across @ across, 1e-30)) if rows else 0.0
    share = inverse_square**-0.5 if inverse_square > 0 else TYPICAL_FOCAL_SHARE
    if not FOCAL_SHARES[0] < share < FOCAL_SHARES[1]:
        share = TYPICAL_FOCAL_SHARE
    return plain_lens(width, height, share * width)


def start_fisheye(views: tuple[CalibrationView, ...], target: CalibrationTarget) -> Lens:
    """The focal length, of an even spread of them, with which boards seen by a fisheye look most like boards."""
    width, height = views[0].width_px, views[0].height_px
    lenses = [
        replace(plain_lens(width, height, float(share) * width), projection=Projection.FISHEYE)
        for share in np.geomspace(*FISHEYE_SHARES, FISHEYE_TRIALS)
    ]
    return min(lenses, key=lambda lens: _usual_miss_px(views, target, lens))


def _usual_miss_px(views: tuple[CalibrationView, ...], target: CalibrationTarget, lens: Lens) -> float:
    each = []
    for view in views:
        pose = start_pose(view, target, lens)
        if pose is not None:
            miss = view.px - lens.project(pose.into_camera(target.points[view.index]))
            each.append(float(np.sqrt((miss**2).sum(axis=1).mean())))
    return float(np.median(each)) if each else np.inf


def start_pose(view: CalibrationView, target: CalibrationTarget, lens: Lens) -> CameraPose | None:
    """By the homography of the undistorted points; None where they do not fix one.

    In a camera turned to look at the board, for at the edge of a fisheye's picture x/z grows beyond all measure.
    """
    flat = target.points[view.index, :2]
    normal = lens.normalise(view.px)
    rays = np.concatenate([normal, np.ones((len(normal), 1))], axis=1)
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    turn = _onto_axis(rays.mean(axis=0))
    turned = rays @ turn.T
    if not (turned[:, 2] > LEAST_COSINE).all():
        return None
    homography = _homography(flat, turned[:, :2] / turned[:, 2:])
    if homography is None:
        return None
    scale = (np.linalg.norm(homography[:, 0]) + np.linalg.norm(homography[:, 1])) / 2
    columns = homography / scale
    if float(columns[2] @ np.append(flat.mean(axis=0), 1.0)) < 0:
        columns = -columns
    raw = np.column_stack([columns[:, 0], columns[:, 1], np.cross(columns[:, 0], columns[:, 1])])
    left, _, right = np.linalg.svd(raw)
    rotation = left @ np.diag([1.0, 1.0, np.linalg.det(left @ right)]) @ right
    return CameraPose(turn.T @ rotation, np.asarray(turn.T @ columns[:, 2], dtype=np.float64))


def _onto_axis(ray: Floats) -> Floats:
    """The shortest rotation that turns `ray` to the camera's axis."""
    x, y, z = ray / np.linalg.norm(ray)
    away = float(np.hypot(x, y))
    if away < 1e-12:
        return np.eye(3)
    return rotation_by(np.array([y, -x, 0.0]) / away * np.arctan2(away, z))


def _homography(flat: Floats, seen: Floats) -> Floats | None:
    if len(flat) < LEAST_POINTS:
        return None
    middle, size = flat.mean(axis=0), float(np.abs(flat - flat.mean(axis=0)).max())
    homography, _ = cv2.findHomography((flat - middle) / max(size, 1e-9), np.asarray(ImagePoints(seen)), 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    into = np.array([[1 / size, 0, -middle[0] / size], [0, 1 / size, -middle[1] / size], [0, 0, 1.0]])
    whole: Floats = np.asarray(homography, dtype=np.float64) @ into
    return whole if np.linalg.norm(whole[:, 0]) > 1e-12 else None

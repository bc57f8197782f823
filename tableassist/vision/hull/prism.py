"""How much of each pixel a hull covers: an outline on the mat, drawn up to the deck."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats, MatPoints3, PiecePoints, PlanarPose
from tableassist.pieces import Point
from tableassist.vision.hull.patch import HullPatch, Layer

FINE = 4
"""Drawn so many times finer than the patch, for shares of pixels."""
SHIFT = 4
"""Fractional bits of OpenCV's corners."""


def prism_points(hull: tuple[Point, ...], pose: PlanarPose, foot_mm: float, head_mm: float) -> Floats:
    """(2, N, 3) the outline above the mat, at its foot and at its head."""
    flat = np.asarray(pose.place(PiecePoints(np.asarray(hull, dtype=np.float64))))
    solid = np.empty((2, len(flat), 3))
    solid[..., :2] = flat
    solid[0, :, 2], solid[1, :, 2] = foot_mm, head_mm
    return solid


def hull_rings(patch: HullPatch, hull: tuple[Point, ...], pose: PlanarPose, foot_mm: float, head_mm: float) -> Floats:
    """(2, N, 2) the same in the patch."""
    return patch.points(MatPoints3(prism_points(hull, pose, foot_mm, head_mm).reshape(-1, 3))).reshape(2, -1, 2)


def coverage(rings: Floats, shape: tuple[int, int], *, fine: int = FINE) -> Layer:
    """(H, W) 0 to 1, from the two rings of an upright prism."""
    canvas = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
    low, high = _fixed(rings, fine)
    # What OpenCV fills includes the pixels that the rim passes through: half of a fine pixel too much, all round.
    if cv2.isContourConvex(low):
        around = cv2.convexHull(np.concatenate([low, high]))
        cv2.fillConvexPoly(canvas, around, 255, shift=SHIFT)
    else:
        cv2.fillPoly(canvas, [low], 255, shift=SHIFT)
        cv2.fillPoly(canvas, [high], 255, shift=SHIFT)
        for wall in np.stack([low, np.roll(low, -1, axis=0), np.roll(high, -1, axis=0), high], axis=1):
            cv2.fillConvexPoly(canvas, wall, 255, shift=SHIFT)
    return _shares(canvas, shape)


def filled(ring: Floats, shape: tuple[int, int], *, fine: int = FINE) -> Layer:
    """(H, W) 0 to 1, for one flat ring."""
    canvas = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
    cv2.fillPoly(canvas, [_fixed(ring, fine)], 255, shift=SHIFT)
    return _shares(canvas, shape)


def _shares(canvas: npt.NDArray[np.uint8], shape: tuple[int, int]) -> Layer:
    return cv2.resize(canvas, shape[::-1], interpolation=cv2.INTER_AREA).astype(np.float32) / np.float32(255.0)


def _fixed(ring: Floats, fine: int) -> npt.NDArray[np.int32]:
    return np.rint(((ring + 0.5) * fine - 0.5) * (1 << SHIFT)).astype(np.int32)


def inset(hull: tuple[Point, ...], by_mm: float) -> tuple[Point, ...]:
    """A counter-clockwise outline drawn in by a little, its corners mitred."""
    ring = np.asarray(hull, dtype=np.float64)
    ahead = np.roll(ring, -1, axis=0) - ring
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1), 1e-9)[:, None]
    inward = np.column_stack([-ahead[:, 1], ahead[:, 0]])
    both = inward + np.roll(inward, 1, axis=0)
    both /= np.maximum((both**2).sum(axis=1) / 2.0, 0.25)[:, None]
    return tuple((float(x), float(y)) for x, y in ring + by_mm * both)


def moved(pose: PlanarPose, offset: Floats) -> PlanarPose:
    """By (x_mm, y_mm, heading_rad) in the frame of `pose` itself."""
    x, y = pose.place_one(float(offset[0]), float(offset[1]))
    return PlanarPose(x, y, pose.heading_rad + float(offset[2]))


def turned_about(pose: PlanarPose, at: Point) -> PlanarPose:
    """Half a turn about a point of the piece."""
    x, y = pose.place_one(2.0 * at[0], 2.0 * at[1])
    return PlanarPose(x, y, pose.heading_rad + math.pi)

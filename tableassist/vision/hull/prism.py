"""How much of each pixel a hull covers: an outline on the mat, drawn up to the deck."""

import math

import cv2
import numpy as np

from tableassist.geometry.arrays import Floats, MatPoints3, PiecePoints
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pieces.model import Point
from tableassist.vision.hull.patch import HullPatch, Layer

FINE = 4
"""Drawn so many times finer than the patch, for shares of pixels."""
SHIFT = 4
"""Fractional bits of OpenCV's corners."""


def hull_rings(patch: HullPatch, hull: tuple[Point, ...], pose: PlanarPose, foot_mm: float, head_mm: float) -> Floats:
    """(2, N, 2) the outline in the patch, at its foot and at its head."""
    flat = np.asarray(pose.place(PiecePoints(np.asarray(hull, dtype=np.float64))))
    count = len(flat)
    solid = np.column_stack([np.tile(flat, (2, 1)), np.repeat([foot_mm, head_mm], count)])
    return patch.points(MatPoints3(solid)).reshape(2, count, 2)


def coverage(rings: Floats, shape: tuple[int, int], *, fine: int = FINE) -> Layer:
    """(H, W) 0 to 1, from the two rings of an upright prism."""
    rows, columns = shape
    canvas = np.zeros((rows * fine, columns * fine), np.uint8)
    low, high = rings
    walls = np.stack([low, np.roll(low, -1, axis=0), np.roll(high, -1, axis=0), high], axis=1)
    # cv2.fillPoly also fills the pixels its rim passes through: half of a fine pixel too much, all round.
    for ring in (low, high, *walls):
        cv2.fillPoly(canvas, [_fixed(ring, fine)], 255, shift=SHIFT)
    return cv2.resize(canvas, (columns, rows), interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0


def filled(ring: Floats, shape: tuple[int, int], *, fine: int = FINE) -> Layer:
    """(H, W) 0 to 1, for one flat ring."""
    canvas = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
    cv2.fillPoly(canvas, [_fixed(ring, fine)], 255, shift=SHIFT)
    return cv2.resize(canvas, shape[::-1], interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0


def _fixed(ring: Floats, fine: int) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.rint(((ring + 0.5) * fine - 0.5) * (1 << SHIFT)).astype(np.int32)


def moved(pose: PlanarPose, offset: Floats) -> PlanarPose:
    """By (x_mm, y_mm, heading_rad) in the frame of `pose` itself."""
    x, y = pose.place_one(float(offset[0]), float(offset[1]))
    return PlanarPose(x, y, pose.heading_rad + float(offset[2]))


def turned_about(pose: PlanarPose, at: Point) -> PlanarPose:
    """Half a turn about a point of the piece."""
    x, y = pose.place_one(2.0 * at[0], 2.0 * at[1])
    return PlanarPose(x, y, pose.heading_rad + math.pi)

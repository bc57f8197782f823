"""What an outline owes to the camera's own plus-minus: a wrong lens or height makes everything larger or smaller."""

import math

import numpy as np

from tableassist.geometry.arrays import Floats, PiecePoints
from tableassist.vision.outline.view import OutlineView


def camera_sigma_mm(view: OutlineView, points: PiecePoints, z_mm: float) -> float:
    """RMS over the points of how far they shift against each other; what moves them all as one is no matter here."""
    pixels = view.image_points(points, z_mm)
    true = np.asarray(view.pose.place(points))
    registration = view.registration
    total = 0.0
    for column in range(registration.pose_factor.shape[1]):
        pose = registration.pose.moved(registration.pose_factor[:, column])
        lens = registration.lens.shifted(registration.lens_factor[:, column])
        shifted = pose.onto_height(lens.normalise(pixels), np.asarray(z_mm))
        total += _mean_square(shifted, true)
    return math.sqrt(total)


def _mean_square(shifted: Floats, true: Floats) -> float:
    """After the turn and shift that fit best: those are the piece's pose, not its shape."""
    arms = true - true.mean(axis=0)
    off = shifted - true
    off = off - off.mean(axis=0)
    across = np.stack([-arms[:, 1], arms[:, 0]], axis=1)
    turn = float((off * across).sum() / max(float((across**2).sum()), 1e-9))
    left = off - turn * across
    # Across the rim counts, along it does not: on average half of it.
    return 0.5 * float((left**2).sum(axis=1).mean())

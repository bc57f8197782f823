"""Cuts long strokes into short steps, so that a straight line on the mat bends as the lens bends it."""

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.overlay.drawing import Stroke

STEP_MM = 15.0
"""Over 15 mm a webcam's distortion departs from a straight line by far less than a pixel."""


def subdivided(stroke: Stroke, *, step_mm: float = STEP_MM) -> Floats:
    """The stroke's points (N, 2), none further than `step_mm` from the next; a closed one ends where it began."""
    corners = np.asarray(stroke.points, dtype=np.float64).reshape(-1, 2)
    if stroke.closed and len(corners) > 1:
        corners = np.vstack([corners, corners[:1]])
    if len(corners) < 2:
        return corners
    lengths = np.hypot(*np.diff(corners, axis=0).T)
    pieces = np.maximum(1, np.ceil(lengths / step_mm)).astype(np.int64)
    if int(pieces.max()) == 1:
        return corners
    places = np.concatenate([start + np.arange(n) / n for start, n in enumerate(pieces)] + [[len(pieces)]])
    at = np.arange(len(corners), dtype=np.float64)
    return np.column_stack([np.interp(places, at, corners[:, axis]) for axis in (0, 1)])

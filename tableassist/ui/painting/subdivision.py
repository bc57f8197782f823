"""Cuts long strokes into short steps, so that a straight line on the mat bends as the lens bends it."""

from itertools import chain

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.overlay.drawing import Point, Stroke

STEP_MM = 15.0
"""Over 15 mm a webcam's distortion departs from a straight line by far less than a pixel."""


def subdivided(strokes: tuple[Stroke, ...], *, step_mm: float = STEP_MM) -> list[Floats]:
    """Each stroke's points (N, 2), none further than `step_mm` from the next; a closed one ends where it began.

    All strokes at once: a drawing has dozens, and it is painted many times a second.
    """
    corners = [_ends_where_it_began(stroke) for stroke in strokes]
    counts = np.array([len(line) for line in corners], dtype=np.int64)
    if counts.sum() == 0:
        return [np.empty((0, 2)) for _ in strokes]
    points = np.array(list(chain.from_iterable(corners)), dtype=np.float64)
    steps = np.diff(points, axis=0, append=points[-1:])
    lasts = np.cumsum(counts)[counts > 0] - 1
    # From one stroke's last point to the next stroke's first there is no line.
    steps[lasts] = 0.0
    parts = np.maximum(1, np.ceil(np.hypot(steps[:, 0], steps[:, 1]) / step_mm)).astype(np.int64)
    firsts = np.cumsum(parts) - parts
    source = np.repeat(np.arange(len(points)), parts)
    along = (np.arange(len(source)) - firsts[source]) / parts[source]
    fine = points[source] + steps[source] * along[:, np.newaxis]
    stroke_of = np.repeat(np.arange(len(strokes)), counts)
    ends = np.cumsum(np.bincount(stroke_of, weights=parts, minlength=len(strokes)).astype(np.int64))
    return np.split(fine, ends[:-1])


def _ends_where_it_began(stroke: Stroke) -> tuple[Point, ...]:
    return (*stroke.points, stroke.points[0]) if stroke.closed and stroke.points else stroke.points

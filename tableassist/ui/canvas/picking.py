"""Which piece is under the pointer. No widgets: a drawing, a place, an answer."""

import math

import numpy as np

from tableassist.geometry import Floats
from tableassist.overlay.drawing import Drawing
from tableassist.ui.painting.inks import BODY_INKS
from tableassist.ui.painting.projection import Projection, project_strokes


def piece_at(drawing: Drawing, place: tuple[float, float], project: Projection, *, reach: float) -> str | None:
    """The piece whose outline holds the place, else the nearest one within `reach`.

    `place` and `reach` are in the projection's units: mat millimetres for the identity, pixels over the
    camera's picture. Of several outlines around the place the smallest wins, so a ship in a fog bank is
    picked and not the fog. Ranges and lines belong to a piece but are not the piece: they are not picked.
    """
    strokes = tuple(stroke for stroke in drawing.strokes if stroke.piece and stroke.ink in BODY_INKS)
    point = np.array(place)
    best: tuple[int, float] = (2, math.inf)
    picked: str | None = None
    for stroke, line in zip(strokes, project_strokes(strokes, project), strict=True):
        if len(line) < 2 or not np.isfinite(line).all():
            continue
        if stroke.closed and _holds(line, point):
            rank = (0, _area(line))
        else:
            rank = (1, _distance(line, point))
            if rank[1] > reach:
                continue
        if rank < best:
            best, picked = rank, stroke.piece
    return picked


def _holds(ring: Floats, point: Floats) -> bool:
    """Even-odd: how often a ray to the right crosses the ring."""
    (x1, y1), (x2, y2) = ring[:-1].T, ring[1:].T
    crosses = (y1 > point[1]) != (y2 > point[1])
    rise = np.where(y2 == y1, 1.0, y2 - y1)
    at_x = x1 + (point[1] - y1) * (x2 - x1) / rise
    return bool(np.count_nonzero(crosses & (at_x > point[0])) % 2)


def _area(ring: Floats) -> float:
    (x1, y1), (x2, y2) = ring[:-1].T, ring[1:].T
    return abs(float(np.sum(x1 * y2 - x2 * y1))) / 2.0


def _distance(line: Floats, point: Floats) -> float:
    start, step = line[:-1], np.diff(line, axis=0)
    length2 = np.maximum((step**2).sum(axis=1), 1e-12)
    along = np.clip(((point - start) * step).sum(axis=1) / length2, 0.0, 1.0)
    return float(np.hypot(*(start + step * along[:, np.newaxis] - point).T).min())

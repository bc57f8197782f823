"""Ways from mat millimetres to pixels, and the projection of a whole drawing in one call."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats, ImagePoints, MatPoints
from tableassist.overlay.drawing import Ink, Stroke
from tableassist.ui.painting.subdivision import subdivided

Projection = Callable[[MatPoints], Floats]
"""(N, 2) mat millimetres to (N, 2) painter units."""
Unprojection = Callable[[ImagePoints], MatPoints]
"""(N, 2) pixels of the camera's picture to the places on the mat that are seen there."""


@dataclass(frozen=True, slots=True)
class PlanProjection:
    """The overhead plan: y up on the mat is up on the screen."""

    left_px: float
    bottom_px: float
    px_per_mm: float

    def __call__(self, points_mm: MatPoints) -> Floats:
        along = np.array([self.px_per_mm, -self.px_per_mm])
        placed: Floats = points_mm * along + np.array([self.left_px, self.bottom_px])
        return placed


@dataclass(frozen=True, slots=True)
class OnPixelCorners:
    """The chain puts (0, 0) at the centre of the top-left pixel, Qt at that pixel's corner.

    The same for the same registration, so that what was painted with it can be kept."""

    image_from_mat: Projection

    def __call__(self, points_mm: MatPoints) -> Floats:
        return self.image_from_mat(points_mm) + 0.5


def mat_extent(project: Projection, mat_size_mm: tuple[float, float]) -> tuple[float, float, float, float] | None:
    """Left, top, width, height of the mat as it is projected; None where that cannot be told."""
    width, height = mat_size_mm
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    (rim,) = project_strokes((Stroke(corners, Ink.MAT_EDGE, closed=True, filled=False, piece=None),), project)
    if not np.isfinite(rim).all():
        return None
    left, top, right, bottom = (float(value) for value in (*rim.min(axis=0), *rim.max(axis=0)))
    return left, top, right - left, bottom - top


def project_strokes(strokes: tuple[Stroke, ...], project: Projection) -> list[Floats]:
    """Each stroke's points, subdivided and projected: one call for all, since a lens costs per call."""
    lines = subdivided(strokes)
    if not lines:
        return []
    ends = np.cumsum([len(line) for line in lines])
    return np.split(project(MatPoints(np.vstack(lines))), ends[:-1])

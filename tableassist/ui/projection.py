"""Ways from mat millimetres to pixels, and the projection of a whole drawing in one call."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats, MatPoints
from tableassist.overlay.drawing import Stroke
from tableassist.ui.subdivision import subdivided

Projection = Callable[[MatPoints], Floats]
"""(N, 2) mat millimetres to (N, 2) painter units."""


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


def on_pixel_corners(image_from_mat: Projection) -> Projection:
    """The chain puts (0, 0) at the centre of the top-left pixel, Qt at that pixel's corner."""

    def projected(points_mm: MatPoints) -> Floats:
        return image_from_mat(points_mm) + 0.5

    return projected


def project_strokes(strokes: tuple[Stroke, ...], project: Projection) -> list[Floats]:
    """Each stroke's points, subdivided and projected: one call for all, since a lens costs per call."""
    lines = subdivided(strokes)
    if not lines:
        return []
    ends = np.cumsum([len(line) for line in lines])
    return np.split(project(MatPoints(np.vstack(lines))), ends[:-1])

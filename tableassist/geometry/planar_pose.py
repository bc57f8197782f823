"""Where a piece lies on the mat: x, y and heading."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.angles import wrap_rad
from tableassist.geometry.arrays import Floats, MatPoints, PiecePoints


@dataclass(frozen=True, slots=True)
class PlanarPose:
    """`mat_from_piece` on the plane."""

    x_mm: float
    y_mm: float
    heading_rad: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "heading_rad", wrap_rad(self.heading_rad))

    @property
    def rotation(self) -> Floats:
        c, s = math.cos(self.heading_rad), math.sin(self.heading_rad)
        return np.array([[c, -s], [s, c]])

    def place(self, points: PiecePoints) -> MatPoints:
        """Points of the piece as points on the mat."""
        return MatPoints(points @ self.rotation.T + (self.x_mm, self.y_mm))

    def into_frame(self, points: MatPoints) -> PiecePoints:
        """Points on the mat as points of the piece: the inverse of `place`."""
        return PiecePoints((points - (self.x_mm, self.y_mm)) @ self.rotation)

    def place_one(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        c, s = math.cos(self.heading_rad), math.sin(self.heading_rad)
        return self.x_mm + c * x_mm - s * y_mm, self.y_mm + s * x_mm + c * y_mm

    def point_jacobian(self, at_mat: tuple[float, float]) -> Floats:
        """d(point on the mat)/d(x, y, heading) for a point fixed to the piece, now at `at_mat`: (2, 3)."""
        return np.array([[1.0, 0.0, -(at_mat[1] - self.y_mm)], [0.0, 1.0, at_mat[0] - self.x_mm]])

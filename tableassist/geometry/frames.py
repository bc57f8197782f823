"""Points, angles and poses, with the frame they are in."""

import math
from dataclasses import dataclass
from typing import NewType

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Indices = npt.NDArray[np.intp]

MatPoints = NewType("MatPoints", npt.NDArray[np.float64])
"""(N, 2) millimetres on the mat: x right, y away, origin at the mat's lower-left corner."""

MatPoints3 = NewType("MatPoints3", npt.NDArray[np.float64])
"""(N, 3) millimetres, as `MatPoints`, z up."""

PiecePoints = NewType("PiecePoints", npt.NDArray[np.float64])
"""(N, 2) millimetres in the piece's frame: origin at the hull's centre, x to the bow, y to port."""

ImagePoints = NewType("ImagePoints", npt.NDArray[np.float64])
"""(N, 2) pixels: x right, y down, (0, 0) at the CENTRE of the top-left pixel."""


def wrap_rad(angle_rad: float) -> float:
    """The same direction in [-pi, pi)."""
    return (angle_rad + math.pi) % (2.0 * math.pi) - math.pi


def wrap_deg(angle_deg: float) -> float:
    """The same direction in [-180, 180)."""
    return (angle_deg + 180.0) % 360.0 - 180.0


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

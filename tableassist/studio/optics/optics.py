"""The studio's camera: a pinhole with OpenCV's lens distortion, written out here on purpose.

The studio is the truth by which the vision package is judged, so it shares no lens code with it.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, ImagePoints, MatPoints3

Vector3 = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class StudioCamera:
    """Pixel centres at whole numbers. Camera axes: x right, y down, z forward."""

    width_px: int
    height_px: int
    fx: float
    fy: float
    cx: float
    cy: float
    dist: tuple[float, float, float, float, float, float, float, float]
    """k1, k2, p1, p2, k3, k4, k5, k6 in OpenCV's convention."""
    camera_from_mat: tuple[Vector3, Vector3, Vector3]
    """Rows of the rotation."""
    translation_mm: Vector3
    """The mat's origin in the camera's frame."""

    @property
    def rotation(self) -> Floats:
        return np.array(self.camera_from_mat, dtype=np.float64)

    @property
    def centre(self) -> Floats:
        """Where the camera stands, in the mat's frame."""
        return np.asarray(-self.rotation.T @ np.array(self.translation_mm), np.float64)

    def in_camera(self, points: Floats) -> Floats:
        return np.asarray(points @ self.rotation.T + np.array(self.translation_mm), np.float64)

    def project(self, points: MatPoints3) -> ImagePoints:
        """(N, 3) mm on the mat to (N, 2) px."""
        seen = self.in_camera(points)
        x, y = distort(self.dist, seen[:, 0] / seen[:, 2], seen[:, 1] / seen[:, 2])
        return ImagePoints(np.stack([self.fx * x + self.cx, self.fy * y + self.cy], axis=1))

    def rays(self, x_px: Floats, y_px: Floats) -> tuple[Floats, Floats]:
        """The undistorted ray (x, y, 1) in the camera's frame through each place in the picture."""
        return undistort(self.dist, (x_px - self.cx) / self.fx, (y_px - self.cy) / self.fy)

    @classmethod
    def looking_at(
        cls,
        target_xyz: Vector3,
        *,
        distance_mm: float,
        off_vertical_deg: float,
        azimuth_deg: float = -90.0,
        roll_deg: float = 0.0,
        width_px: int = 1280,
        height_px: int = 720,
        fx: float = 880.0,
        fy: float | None = None,
        cx: float | None = None,
        cy: float | None = None,
        dist: tuple[float, ...] = (),
    ) -> "StudioCamera":
        """A camera that stands at `azimuth_deg` from the target (counter-clockwise from mat +x).

        Unrolled, the picture is upright for a person standing on that side; -90 is the near side.
        """
        rotation = _rotation_towards(off_vertical_deg, azimuth_deg, roll_deg)
        centre = np.array(target_xyz) - distance_mm * rotation[2]
        shift = -rotation @ centre
        k1, k2, p1, p2, k3, k4, k5, k6 = (*dist, *([0.0] * (8 - len(dist))))
        rows = [(float(a), float(b), float(c)) for a, b, c in rotation]
        return cls(
            width_px=width_px,
            height_px=height_px,
            fx=fx,
            fy=fx if fy is None else fy,
            cx=(width_px - 1) / 2.0 if cx is None else cx,
            cy=(height_px - 1) / 2.0 if cy is None else cy,
            dist=(k1, k2, p1, p2, k3, k4, k5, k6),
            camera_from_mat=(rows[0], rows[1], rows[2]),
            translation_mm=(float(shift[0]), float(shift[1]), float(shift[2])),
        )


def _rotation_towards(off_vertical_deg: float, azimuth_deg: float, roll_deg: float) -> Floats:
    """Rows: the camera's right, down and forward directions in the mat's frame."""
    tilt, azimuth, roll = (math.radians(a) for a in (off_vertical_deg, azimuth_deg, roll_deg))
    sideways = np.array([math.cos(azimuth), math.sin(azimuth), 0.0])
    upwards = np.array([0.0, 0.0, 1.0])
    forward = -math.sin(tilt) * sideways - math.cos(tilt) * upwards
    down = math.cos(tilt) * sideways - math.sin(tilt) * upwards
    right = np.cross(down, forward)
    rolled_right = math.cos(roll) * right + math.sin(roll) * down
    rolled_down = -math.sin(roll) * right + math.cos(roll) * down
    return np.stack([rolled_right, rolled_down, forward])


def _radial(dist: tuple[float, ...], r2: Floats) -> tuple[Floats, Floats]:
    """The radial factor and its derivative by r2."""
    k1, k2, _, _, k3, k4, k5, k6 = dist
    over = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
    under = 1.0 + r2 * (k4 + r2 * (k5 + r2 * k6))
    d_over = k1 + r2 * (2.0 * k2 + r2 * 3.0 * k3)
    d_under = k4 + r2 * (2.0 * k5 + r2 * 3.0 * k6)
    return over / under, (d_over * under - over * d_under) / (under * under)


def distort(dist: tuple[float, ...], x: Floats, y: Floats) -> tuple[Floats, Floats]:
    p1, p2 = dist[2], dist[3]
    r2 = x * x + y * y
    factor, _ = _radial(dist, r2)
    return (
        x * factor + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x),
        y * factor + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y,
    )


def undistort(dist: tuple[float, ...], x_seen: Floats, y_seen: Floats) -> tuple[Floats, Floats]:
    """The inverse of `distort` by Newton's method; six steps reach 1e-12 for any usable lens."""
    x, y = x_seen.copy(), y_seen.copy()
    if not any(dist):
        return x, y
    p1, p2 = dist[2], dist[3]
    for _ in range(6):
        factor, slope = _radial(dist, x * x + y * y)
        at_x, at_y = distort(dist, x, y)
        off_x, off_y = at_x - x_seen, at_y - y_seen
        xx = factor + 2.0 * x * x * slope + 2.0 * p1 * y + 6.0 * p2 * x
        yy = factor + 2.0 * y * y * slope + 6.0 * p1 * y + 2.0 * p2 * x
        xy = 2.0 * x * y * slope + 2.0 * p1 * x + 2.0 * p2 * y
        det = xx * yy - xy * xy
        step_x = (yy * off_x - xy * off_y) / det
        step_y = (xx * off_y - xy * off_x) / det
        x -= step_x
        y -= step_y
        if max(float(np.abs(step_x).max()), float(np.abs(step_y).max())) < 1e-9:
            break  # Newton doubles the digits, so the step just taken reached 1e-15
    return x, y

"""The lens: pinhole with OpenCV's rational distortion or fisheye, its derivatives, and how well it is known."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry.arrays import Floats, ImagePoints
from tableassist.vision.camera import fisheye

UNDISTORT_STEPS = 20
UNDISTORT_TOLERANCE = 1e-12
PARAMETERS = ("fx", "fy", "cx", "cy", "k1", "k2", "p1", "p2", "k3", "k4", "k5", "k6")
FISHEYE_COLUMNS = [PARAMETERS.index(name) for name in ("k1", "k2", "k3", "k4")]


class Projection(StrEnum):
    """By which law a ray comes to its place in the picture."""

    PINHOLE = "pinhole"
    FISHEYE = "fisheye"
    """With k1, k2, k3 and k4 as coefficients of the angle; p1, p2, k5 and k6 have no meaning and stay zero."""


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """Pixel (0, 0) is the centre of the top-left pixel. `distortion` is k1 k2 p1 p2 k3 k4 k5 k6."""

    width_px: int
    height_px: int
    fx: float
    fy: float
    cx: float
    cy: float
    distortion: tuple[float, ...]
    covariance: Floats
    """(12, 12) over PARAMETERS; zero rows for what is taken as exact."""
    projection: Projection = Projection.PINHOLE

    @property
    def numbers(self) -> Floats:
        """(12,) over PARAMETERS."""
        return np.array([self.fx, self.fy, self.cx, self.cy, *self.distortion])

    def shifted(self, by: Floats) -> "Lens":
        """The same picture size with PARAMETERS moved by (12,)."""
        if not by.any():
            return self
        fx, fy, cx, cy, *distortion = (float(number) for number in self.numbers + by)
        return replace(self, fx=fx, fy=fy, cx=cx, cy=cy, distortion=tuple(distortion))

    def project(self, camera_points: Floats) -> ImagePoints:
        """(..., 3) points in the camera's frame to (..., 2) pixels."""
        if self.projection is Projection.FISHEYE:
            bent = fisheye.bent(camera_points, self._angle_coefficients)
            return ImagePoints(bent * (self.fx, self.fy) + (self.cx, self.cy))
        normal = camera_points[..., :2] / camera_points[..., 2:]
        return ImagePoints(self._distort(normal) * (self.fx, self.fy) + (self.cx, self.cy))

    @property
    def _angle_coefficients(self) -> fisheye.Coefficients:
        k1, k2, _, _, k3, k4, _, _ = self.distortion
        return k1, k2, k3, k4

    def _distort(self, normal: Floats) -> Floats:
        k1, k2, p1, p2, k3, k4, k5, k6 = self.distortion
        x, y = normal[..., 0], normal[..., 1]
        r2 = x * x + y * y
        radial = (1 + r2 * (k1 + r2 * (k2 + r2 * k3))) / (1 + r2 * (k4 + r2 * (k5 + r2 * k6)))
        return np.stack(
            [
                x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
                y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
            ],
            axis=-1,
        )

    def _distort_jacobian(self, normal: Floats) -> Floats:
        """d(distorted)/d(normal): (..., 2, 2)."""
        k1, k2, p1, p2, k3, k4, k5, k6 = self.distortion
        x, y = normal[..., 0], normal[..., 1]
        r2 = x * x + y * y
        top = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        low = 1 + r2 * (k4 + r2 * (k5 + r2 * k6))
        slope_top = k1 + r2 * (2 * k2 + 3 * r2 * k3)
        slope_low = k4 + r2 * (2 * k5 + 3 * r2 * k6)
        radial = top / low
        slope = (slope_top - radial * slope_low) / low
        out = np.empty((*normal.shape[:-1], 2, 2))
        out[..., 0, 0] = radial + 2 * x * x * slope + 2 * p1 * y + 6 * p2 * x
        out[..., 0, 1] = 2 * x * y * slope + 2 * p1 * x + 2 * p2 * y
        out[..., 1, 0] = out[..., 0, 1]
        out[..., 1, 1] = radial + 2 * y * y * slope + 6 * p1 * y + 2 * p2 * x
        return out

    def point_jacobian(self, camera_points: Floats) -> Floats:
        """d(pixel)/d(point in the camera's frame): (..., 2, 3)."""
        if self.projection is Projection.FISHEYE:
            by_point = fisheye.bent_jacobian(camera_points, self._angle_coefficients)
            return np.asarray(by_point * np.array([[self.fx], [self.fy]]), dtype=np.float64)
        z = camera_points[..., 2]
        normal = camera_points[..., :2] / z[..., None]
        by_normal = self._distort_jacobian(normal) * np.array([[self.fx], [self.fy]])
        out = np.empty((*z.shape, 2, 3))
        out[..., :2] = by_normal / z[..., None, None]
        out[..., 2] = -np.einsum("...ij,...j->...i", by_normal, normal) / z[..., None]
        return out

    def lens_jacobian(self, camera_points: Floats) -> Floats:
        """d(pixel)/d(PARAMETERS): (..., 2, 12)."""
        if self.projection is Projection.FISHEYE:
            return self._fisheye_lens_jacobian(camera_points)
        k1, k2, _, _, k3, k4, k5, k6 = self.distortion
        normal = camera_points[..., :2] / camera_points[..., 2:]
        bent = self._distort(normal)
        x, y = normal[..., 0], normal[..., 1]
        r2 = x * x + y * y
        low = 1 + r2 * (k4 + r2 * (k5 + r2 * k6))
        radial = (1 + r2 * (k1 + r2 * (k2 + r2 * k3))) / low
        out = np.zeros((*x.shape, 2, 12))
        out[..., 0, 0], out[..., 1, 1] = bent[..., 0], bent[..., 1]
        out[..., 0, 2] = out[..., 1, 3] = 1.0
        for row, along, focal in ((0, x, self.fx), (1, y, self.fy)):
            for column, power in ((4, r2), (5, r2**2), (8, r2**3)):
                out[..., row, column] = focal * along * power / low
            for column, power in ((9, r2), (10, r2**2), (11, r2**3)):
                out[..., row, column] = -focal * along * radial * power / low
        out[..., 0, 6], out[..., 0, 7] = self.fx * 2 * x * y, self.fx * (r2 + 2 * x * x)
        out[..., 1, 6], out[..., 1, 7] = self.fy * (r2 + 2 * y * y), self.fy * 2 * x * y
        return out

    def _fisheye_lens_jacobian(self, camera_points: Floats) -> Floats:
        bent = fisheye.bent(camera_points, self._angle_coefficients)
        out = np.zeros((*bent.shape, 12))
        out[..., 0, 0], out[..., 1, 1] = bent[..., 0], bent[..., 1]
        out[..., 0, 2] = out[..., 1, 3] = 1.0
        out[..., FISHEYE_COLUMNS] = fisheye.by_coefficients(camera_points) * np.array([[self.fx], [self.fy]])
        return out

    def normalise(self, pixels: ImagePoints) -> Floats:
        """(..., 2) pixels to undistorted (x/z, y/z), by Newton's method."""
        bent = (np.asarray(pixels) - (self.cx, self.cy)) / (self.fx, self.fy)
        if self.projection is Projection.FISHEYE:
            return fisheye.straightened(bent, self._angle_coefficients)
        normal = bent.copy()
        for _ in range(UNDISTORT_STEPS):
            miss = self._distort(normal) - bent
            if not np.isfinite(miss).all() or np.abs(miss).max(initial=0.0) < UNDISTORT_TOLERANCE:
                break
            by = self._distort_jacobian(normal)  # symmetric
            across, along, down = by[..., 0, 1], by[..., 0, 0], by[..., 1, 1]
            x, y = miss[..., 0], miss[..., 1]
            step = np.stack([down * x - across * y, along * y - across * x], axis=-1)
            size = along * down - across * across
            if not size.all():
                raise np.linalg.LinAlgError("a lens that folds its picture")
            normal = normal - step / size[..., None]
        return normal


def plain_lens(width_px: int, height_px: int, focal_px: float) -> Lens:
    """A pinhole, its axis through the picture's middle, taken as exact."""
    centre = ((width_px - 1) / 2.0, (height_px - 1) / 2.0)
    return Lens(width_px, height_px, focal_px, focal_px, *centre, (0.0,) * 8, np.zeros((12, 12)))


def scaled_lens(lens: Lens, width_px: int, height_px: int) -> Lens:
    """For pictures shrunk or enlarged as a whole; refused where the aspect is another, for then some was cut off.

    Pixel (0, 0) is a pixel's centre, so it is the picture's corner at (-0.5, -0.5) that stays.
    """
    if (lens.width_px, lens.height_px) == (width_px, height_px):
        return lens
    if width_px * lens.height_px != height_px * lens.width_px:
        raise BadRequestError(
            "camera profile: made for {made_for}, got pictures of {got}, expected that size or one of exactly the same "
            "aspect",
            made_for=f"{lens.width_px}x{lens.height_px}",
            got=f"{width_px}x{height_px}",
        )
    scale = width_px / lens.width_px
    by_scale = np.array([scale] * 4 + [1.0] * 8)
    return replace(
        lens,
        width_px=width_px,
        height_px=height_px,
        fx=lens.fx * scale,
        fy=lens.fy * scale,
        cx=(lens.cx + 0.5) * scale - 0.5,
        cy=(lens.cy + 0.5) * scale - 0.5,
        covariance=lens.covariance * np.outer(by_scale, by_scale),
    )

"""The lens: pinhole with OpenCV's rational distortion or fisheye, its derivatives, and how well it is known."""

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from tableassist.errors import BadRequestError
from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.camera import fisheye

UNDISTORT_STEPS = 20
UNDISTORT_TOLERANCE = 1e-12
LAST_STEP = 1e-8
"""Newton's method squares what is missed: after a step from so near there is no need to look again."""
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
        """(..., 3) points in the camera's frame to (..., 2) pixels (docs/measurement-model.md, eq. 48 and 48a)."""
        if self.projection is Projection.FISHEYE:
            bent = fisheye.bent(camera_points, self._angle_coefficients)
            return ImagePoints(bent * (self.fx, self.fy) + (self.cx, self.cy))
        z = camera_points[..., 2]
        return self._pixels(*self._bent(camera_points[..., 0] / z, camera_points[..., 1] / z))

    @property
    def _angle_coefficients(self) -> fisheye.Coefficients:
        k1, k2, _, _, k3, k4, _, _ = self.distortion
        return k1, k2, k3, k4

    def _pixels(self, x: Floats, y: Floats) -> ImagePoints:
        out = np.empty((*x.shape, 2))
        out[..., 0], out[..., 1] = x * self.fx + self.cx, y * self.fy + self.cy
        return ImagePoints(out)

    def _bent(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Undistorted (x/z, y/z) to distorted ones."""
        _, _, p1, p2, *_ = self.distortion
        r2 = x * x + y * y
        radial = self._radial(r2)[0]
        return (
            x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
            y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
        )

    def _radial(self, r2: Floats) -> tuple[Floats, Floats | float]:
        """By how much the radius grows, and what it was divided by."""
        k1, k2, _, _, k3, k4, k5, k6 = self.distortion
        top = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        if not (k4 or k5 or k6):
            return top, 1.0
        low = 1 + r2 * (k4 + r2 * (k5 + r2 * k6))
        return top / low, low

    def _bent_and_slopes(self, x: Floats, y: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """As `_bent`, and d(bent)/d(x, y): the slope of x along x, that of either along the other, and of y along y."""
        k1, k2, p1, p2, k3, k4, k5, k6 = self.distortion
        xx, yy = x * x, y * y
        r2 = xx + yy
        radial, low = self._radial(r2)
        slope = k1 + r2 * (2 * k2 + 3 * r2 * k3)
        if k4 or k5 or k6:
            slope = (slope - radial * (k4 + r2 * (2 * k5 + 3 * r2 * k6))) / low
        xx2, yy2 = 2 * xx, 2 * yy
        return (
            x * radial + 2 * p1 * x * y + p2 * (r2 + xx2),
            y * radial + p1 * (r2 + yy2) + 2 * p2 * x * y,
            radial + xx2 * slope + 2 * p1 * y + 6 * p2 * x,
            2 * x * y * slope + 2 * p1 * x + 2 * p2 * y,
            radial + yy2 * slope + 6 * p1 * y + 2 * p2 * x,
        )

    def point_jacobian(self, camera_points: Floats) -> Floats:
        """d(pixel)/d(point in the camera's frame): (..., 2, 3)."""
        return self.project_with_jacobian(camera_points)[1]

    def project_with_jacobian(self, camera_points: Floats) -> tuple[ImagePoints, Floats]:
        """As `project` and `point_jacobian`, which have most of their work in common."""
        if self.projection is Projection.FISHEYE:
            by_point = fisheye.bent_jacobian(camera_points, self._angle_coefficients)
            return self.project(camera_points), np.asarray(by_point * np.array([[self.fx], [self.fy]]))
        z = camera_points[..., 2]
        x, y = camera_points[..., 0] / z, camera_points[..., 1] / z
        bent_x, bent_y, along, across, down = self._bent_and_slopes(x, y)
        out = np.empty((*z.shape, 2, 3))
        for row, by_x, by_y in (
            (0, along * self.fx, across * self.fx),
            (1, across * self.fy, down * self.fy),
        ):
            out[..., row, 0], out[..., row, 1], out[..., row, 2] = by_x, by_y, -(by_x * x + by_y * y)
        out /= z[..., None, None]
        return self._pixels(bent_x, bent_y), out

    def lens_jacobian(self, camera_points: Floats) -> Floats:
        """d(pixel)/d(PARAMETERS): (..., 2, 12)."""
        if self.projection is Projection.FISHEYE:
            return self._fisheye_lens_jacobian(camera_points)
        z = camera_points[..., 2]
        x, y = camera_points[..., 0] / z, camera_points[..., 1] / z
        r2 = x * x + y * y
        radial, low = self._radial(r2)
        out = np.zeros((*x.shape, 2, 12))
        out[..., 0, 0], out[..., 1, 1] = self._bent(x, y)
        out[..., 0, 2] = out[..., 1, 3] = 1.0
        powers = np.stack([r2, r2**2, r2**3], axis=-1)
        if not isinstance(low, float):
            low = low[..., None]
        for row, along, focal in ((0, x, self.fx), (1, y, self.fy)):
            alone = focal * along
            out[..., row, (4, 5, 8)] = alone[..., None] * powers / low
            out[..., row, 9:] = (-alone * radial)[..., None] * powers / low
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

    def normalise(self, pixels: ImagePoints, steps: int = UNDISTORT_STEPS) -> Floats:
        """(..., 2) pixels to undistorted (x/z, y/z), by so many steps of Newton's method at the most. One is enough to
        begin something with that finds its own way."""
        bent = (np.asarray(pixels) - (self.cx, self.cy)) / (self.fx, self.fy)
        if self.projection is Projection.FISHEYE:
            return fisheye.straightened(bent, self._angle_coefficients)
        wanted_x, wanted_y = bent[..., 0], bent[..., 1]
        x, y = wanted_x, wanted_y
        for _ in range(steps):
            bent_x, bent_y, along, across, down = self._bent_and_slopes(x, y)
            miss_x, miss_y = bent_x - wanted_x, bent_y - wanted_y
            most_x, most_y = np.abs(miss_x).max(initial=0.0), np.abs(miss_y).max(initial=0.0)
            is_finite = most_x < np.inf and most_y < np.inf
            if not is_finite or max(most_x, most_y) < UNDISTORT_TOLERANCE:
                break
            size = along * down - across * across
            if not size.all():
                raise np.linalg.LinAlgError("a lens that folds its picture")
            x = x - (down * miss_x - across * miss_y) / size
            y = y - (along * miss_y - across * miss_x) / size
            if max(most_x, most_y) < LAST_STEP:
                break
        return np.stack([x, y], axis=-1)


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
    if width_px != height_px and width_px * lens.width_px == height_px * lens.height_px:
        raise BadRequestError(
            "turn the camera: its profile was made with pictures of {made_for}, this one is {got}. Hold the camera as "
            "it was calibrated, and switch off automatic rotation",
            made_for=f"{lens.width_px}x{lens.height_px}",
            got=f"{width_px}x{height_px}",
        )
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

"""The studio's camera, light and sensor: a pinhole with OpenCV's lens distortion, shadows, blur, noise, compression.

Written out here on purpose: what is tested must not also be the test.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from tableassist.geometry import Floats, ImagePoints, MatPoints3
from tableassist.studio.surfaces.faces import Solid
from tableassist.studio.surfaces.skins import Field
from tableassist.vision.camera.frame import Image

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


@dataclass(frozen=True, slots=True)
class Look:
    """The default is a living-room lamp and a decent webcam."""

    light_azimuth_deg: float = 140.0
    """Where the lamp stands, counter-clockwise from mat +x."""
    light_elevation_deg: float = 58.0
    brightness: float = 1.0
    light_slope: float = 0.10
    """How much brighter the lamp's side of the picture is than its middle."""
    vignette: float = 0.16
    """How much darker the picture's corners are than its middle."""
    shadow: float = 0.38
    """Share of light that a shadow takes away."""
    shadow_softness_mm: float = 2.5
    blur_sigma_px: float = 0.55
    shake_px: tuple[float, float] = (0.0, 0.0)
    """How far the picture moves while the shutter is open."""
    exposure_s: float = 1.0 / 60.0
    motion_samples: int = 5
    shot_noise: float = 0.045
    """Variance per grey level, in grey levels squared."""
    read_noise: float = 0.9
    """Sigma in grey levels."""
    jpeg_quality: int | None = 92

    @classmethod
    def clean(cls) -> "Look":
        """No blur, noise or compression; the light stays."""
        return cls(blur_sigma_px=0.0, exposure_s=0.0, shot_noise=0.0, read_noise=0.0, jpeg_quality=None)

    @property
    def lighting(self) -> "Look":
        """The same light without what lens and sensor add: all that the still parts of a picture depend on."""
        return replace(
            self,
            blur_sigma_px=0.0,
            shake_px=(0.0, 0.0),
            exposure_s=0.0,
            motion_samples=1,
            shot_noise=0.0,
            read_noise=0.0,
            jpeg_quality=None,
        )

    @property
    def towards_light(self) -> Vector3:
        azimuth, elevation = math.radians(self.light_azimuth_deg), math.radians(self.light_elevation_deg)
        flat = math.cos(elevation)
        return flat * math.cos(azimuth), flat * math.sin(azimuth), math.sin(elevation)


_AMBIENT = 0.55


def face_light(normals: Floats, look: Look) -> Floats:
    """1 for a face that lies flat, less for one turned away from the lamp; normals are (N, 3)."""
    towards = np.array(look.towards_light)
    flat = _AMBIENT + (1.0 - _AMBIENT) * towards[2]
    return np.asarray((_AMBIENT + (1.0 - _AMBIENT) * np.maximum(0.0, normals @ towards)) / flat, dtype=np.float64)


@lru_cache(maxsize=8)
def light_field(camera: StudioCamera, look: Look) -> Field:
    """(height, width): the lamp's slope across the picture, and the lens's darker corners."""
    wide, high = camera.width_px, camera.height_px
    x = (np.arange(wide, dtype=np.float32)[None, :] - wide / 2.0) / (wide / 2.0)
    y = (np.arange(high, dtype=np.float32)[:, None] - high / 2.0) / (wide / 2.0)
    towards = camera.rotation @ np.array(look.towards_light)
    across = towards[:2] / max(float(np.hypot(towards[0], towards[1])), 1e-9)
    slope = look.light_slope * (across[0] * x + across[1] * y)
    corner = 1.0 + (high / wide) ** 2
    field: Field = look.brightness * (1.0 + slope) * (1.0 - look.vignette * (x * x + y * y) / corner)
    field = field.astype(np.float32)
    field.setflags(write=False)
    return field


def shadow_outline(solid: Solid, look: Look) -> Floats:
    """(N, 3) on the mat: what the solid's shadow covers, as the hull of its points cast down."""
    towards = np.array(look.towards_light)
    points = solid.points
    cast = points[:, :2] - points[:, 2:] * (towards[:2] / towards[2])
    ring = cv2.convexHull(cast.astype(np.float32)).reshape(-1, 2)
    outline = np.zeros((len(ring), 3))
    outline[:, :2] = ring
    return outline


_POOL_ROWS, _POOL_COLUMNS = 1400, 2300
"""Larger than the largest picture by a few hundred, so that there are many places to begin."""


def develop(image: Image, look: Look, rng: np.random.Generator) -> Image:
    if look.shake_px != (0.0, 0.0):
        image = _shake(image, look.shake_px)
    if look.blur_sigma_px > 0.0:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), look.blur_sigma_px), np.uint8)
    if look.shot_noise > 0.0 or look.read_noise > 0.0:
        image = _add_noise(image, look, rng)
    if look.jpeg_quality is not None:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, look.jpeg_quality])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def _shake(image: Image, shake_px: tuple[float, float]) -> Image:
    """The mean along a straight line through the true place, which shifts nothing."""
    reach = math.ceil(max(abs(shake_px[0]), abs(shake_px[1])) / 2.0) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float64)
    steps = 33
    for share in (np.arange(steps) + 0.5) / steps - 0.5:
        x, y = reach + share * shake_px[0], reach + share * shake_px[1]
        column, row = math.floor(x), math.floor(y)
        right, down = x - column, y - row
        kernel[row, column] += (1.0 - right) * (1.0 - down)
        kernel[row, column + 1] += right * (1.0 - down)
        kernel[row + 1, column] += (1.0 - right) * down
        kernel[row + 1, column + 1] += right * down
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum(), borderType=cv2.BORDER_REPLICATE), np.uint8)


@lru_cache(maxsize=2)
def _noise_pool(columns: int, rows: int) -> Field:
    rng = np.random.default_rng(86)
    pool = rng.standard_normal((rows, columns * 3), dtype=np.float32)
    pool.setflags(write=False)
    return pool


def _add_noise(image: Image, look: Look, rng: np.random.Generator) -> Image:
    """Shot and read noise. Fresh noise for each frame would take longer than the rest of the picture, so a
    window of a fixed pool is taken at a random place."""
    high, wide = image.shape[:2]
    pool = _noise_pool(max(_POOL_COLUMNS, wide + 256), max(_POOL_ROWS, high + 256))
    row = int(rng.integers(pool.shape[0] - high))
    column = int(rng.integers(pool.shape[1] - 3 * wide))
    levels = np.arange(256, dtype=np.float32)
    sigma = np.sqrt(look.read_noise**2 + look.shot_noise * levels).astype(np.float32)
    flat = image.reshape(high, wide * 3)
    noise = cv2.multiply(cv2.LUT(flat, sigma), pool[row : row + high, column : column + 3 * wide])
    noisy = cv2.add(flat, noise, dtype=cv2.CV_8U)
    return np.asarray(noisy, np.uint8).reshape(image.shape)

"""What the lens and the sensor do to a sharp picture: blur, shake, noise, compression."""

import math
from functools import lru_cache

import cv2
import numpy as np

from tableassist.studio.optics.look import Look
from tableassist.studio.surfaces.texture import Field
from tableassist.vision.camera.frame import Image

_POOL_ROWS, _POOL_COLUMNS = 1400, 2300
"""Larger than the largest picture by a few hundred, so that there are many places to begin."""


def develop(image: Image, look: Look, rng: np.random.Generator) -> Image:
    if look.shake_px != (0.0, 0.0):
        image = _shaken(image, look.shake_px)
    if look.blur_sigma_px > 0.0:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), look.blur_sigma_px), np.uint8)
    if look.shot_noise > 0.0 or look.read_noise > 0.0:
        image = _noisy(image, look, rng)
    if look.jpeg_quality is not None:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, look.jpeg_quality])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def _shaken(image: Image, shake_px: tuple[float, float]) -> Image:
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


def _noisy(image: Image, look: Look, rng: np.random.Generator) -> Image:
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

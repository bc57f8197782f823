"""How a picture codes light and how much it blurs: the one place that knows tone curves.

A lens blurs light, and the camera then codes it as `level = light^(1 / g)`, with g near 2.2. A blurred step keeps its
place half-way between its two levels only where levels are proportional to light: in coded levels, white areas look
too large and dark ones too small, by up to a quarter of a pixel at each edge. The black tags in a picture are steps at
known places, so the exponent is chosen that puts their edges there; whatever sharpening or tone curve the camera has
is taken along. Measured in light, edges are where they belong.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.camera.frame import Image

FULL_LEVEL = 255.0
LUMA: Floats = np.array([0.114, 0.587, 0.299])
"""Brightness of blue, green and red (ITU-R BT.601, as in JPEG)."""
CHROMA_PX = 0.9
"""By which colour differences are blurred more than brightness, in quadrature: cameras and files keep every second
value of them."""
EXPONENTS = (0.8, 1.0, 1.3, 1.6, 1.9, 2.2, 2.6)
BLURS_PX = (0.45, 0.6, 0.75, 0.9, 1.1, 1.4, 1.8)
REACH_PX = 2.6
"""Half the length of a profile: less than the border's one module and the white beyond it, at 1 px a mm."""
STEP_PX = 0.2
ALONG = (-0.36, -0.27, -0.18, -0.09, 0.0, 0.09, 0.18, 0.27, 0.36)
"""Where along a side profiles are taken, as shares of it; its corners stay out."""
MIN_STEP = 0.2
"""Of the full range of light between paper and ink; a tag in deep shadow or glare says nothing."""
USUAL_EXPONENT, USUAL_BLUR_PX = 1.8, 0.75


@dataclass(frozen=True, slots=True)
class Tone:
    exponent: float
    """Light is the coded level, as a share of the full one, to this power."""
    blur_px: float
    """Sigma of a sharp step as it is seen, interpolation between pixels included."""
    edge_sigma_px: float
    """How far single edges scatter about their places with this tone."""


def level_light(levels: Floats, exponent: float) -> Floats:
    """Convert coded grey levels to light, scaled so that 255 stays 255."""
    shares = np.clip(levels, 0.0, FULL_LEVEL) / FULL_LEVEL
    # Several times faster than numpy's; it takes a matrix only.
    powers = cv2.pow(shares.reshape(1, -1), exponent)
    return np.asarray(FULL_LEVEL * powers.reshape(shares.shape), dtype=np.float64)


def light_of(image: Image, exponent: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """(H, W, 3) coded levels to light, 1 at full level."""
    table = ((np.arange(256) / FULL_LEVEL) ** exponent).astype(np.float32)
    return table[image]


def measure_tone(image: Image, squares: Iterable[ImagePoints]) -> Tone:
    """`squares`: (4, 2) corners of the sheet's tags where the fit has them, in this picture's pixels."""
    profiles = [profile for square in squares for profile in _profiles(image, np.asarray(square))]
    if len(profiles) < 8:
        return Tone(USUAL_EXPONENT, USUAL_BLUR_PX, 0.1)
    coded = np.array(profiles)
    along = np.arange(-REACH_PX, REACH_PX + STEP_PX / 2, STEP_PX)
    places = [_median_edge(coded**exponent, along) for exponent in EXPONENTS]
    off = np.array([place[0] for place in places])
    exponent = _zero_crossing(np.array(EXPONENTS), off)
    _, blur, scatter = _median_edge(coded**exponent, along)
    return Tone(exponent, blur, scatter)


def _profiles(image: Image, corners: Floats) -> list[Floats]:
    """Coded levels (0 to 1) across the sides of a black square, from within outward, at its outer edge."""
    middle = corners.mean(axis=0)
    steps = np.arange(-REACH_PX, REACH_PX + STEP_PX / 2, STEP_PX)
    found: list[Floats] = []
    for k in range(4):
        a, b = corners[k], corners[(k + 1) % 4]
        side = b - a
        length = float(np.linalg.norm(side))
        if length < 12.0:
            continue
        outward = np.array([side[1], -side[0]]) / length
        if float(outward @ ((a + b) / 2 - middle)) < 0.0:
            outward = -outward
        at = (a + b) / 2 + np.array(ALONG)[:, None] * side
        places = at[:, None] + steps[:, None] * outward
        low, high = places.reshape(-1, 2).min(axis=0), places.reshape(-1, 2).max(axis=0)
        if (low < 1.0).any() or high[0] > image.shape[1] - 2 or high[1] > image.shape[0] - 2:
            continue
        x, y = int(low[0]) - 2, int(low[1]) - 2
        x, y = max(x, 0), max(y, 0)
        crop = image[y : int(high[1]) + 4, x : int(high[0]) + 4].astype(np.float32) / 255.0
        levels = _look_up(crop, places - (x, y))
        if crop.ndim == 3:
            levels = levels.mean(axis=-1)
        found.extend(np.clip(levels, 0.0, 1.0))
    return found


def _look_up(image: np.ndarray[tuple[int, ...], np.dtype[np.float32]], pixels: Floats) -> Floats:
    """(H, W, C) or grey (H, W) picture at (A, B, 2) places between pixels: (A, B, C) or (A, B)."""
    flat = pixels.astype(np.float32)
    found = cv2.remap(image, flat[..., 0], flat[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, dtype=np.float64)


def _median_edge(light: Floats, along: Floats) -> tuple[float, float, float]:
    """Median offset of the edges (px, outward), the blur that explains them best, and the scatter of the offsets."""
    dark, bright = light[:, :4].mean(axis=1), light[:, -4:].mean(axis=1)
    usable = bright - dark > MIN_STEP * np.median(bright)
    if usable.sum() < 8:
        return 0.0, USUAL_BLUR_PX, 0.1
    share = (light[usable] - dark[usable, None]) / (bright - dark)[usable, None]
    offsets = _crossings(share, along)
    middle = float(np.median(offsets))
    scatter = 1.4826 * float(np.median(np.abs(offsets - middle)))
    near = np.abs(offsets - middle) < max(3.0 * scatter, 0.1)
    misses = []
    for blur in BLURS_PX:
        expected = normal_cdf((along[None] - offsets[near, None]) / blur)
        misses.append(float(np.mean((share[near] - expected) ** 2)))
    best = int(np.argmin(misses))
    blur = BLURS_PX[best]
    if 0 < best < len(BLURS_PX) - 1:
        x, y = np.array(BLURS_PX[best - 1 : best + 2]), np.array(misses[best - 1 : best + 2])
        a, b, _ = np.polyfit(x, y, 2)
        blur = float(np.clip(-b / (2 * a), x[0], x[-1])) if a > 0 else blur
    return middle, blur, scatter


def _crossings(share: Floats, along: Floats) -> Floats:
    """Where each profile rises through a half."""
    rises = (share[:, :-1] < 0.5) & (share[:, 1:] >= 0.5)
    nearest = np.where(rises, np.abs(along[:-1])[None], np.inf).argmin(axis=1)
    rows = np.arange(len(share))
    low, high = share[rows, nearest], share[rows, nearest + 1]
    part = np.clip((0.5 - low) / np.maximum(high - low, 1e-6), 0.0, 1.0)
    return np.asarray(along[nearest] + part * (along[1] - along[0]), dtype=np.float64)


def _zero_crossing(exponents: Floats, off: Floats) -> float:
    """The exponent at which the edges are where they should be; the nearest end where none is."""
    order = np.argsort(off)
    return float(np.interp(0.0, off[order], exponents[order]))


def normal_cdf(values: Floats) -> Floats:
    """Of the standard normal distribution, by the logistic curve that is within 0.01 of it: fast, and no edge is
    a Gaussian's to better than that."""
    return np.asarray(1.0 / (1.0 + np.exp(-1.702 * np.clip(values, -12.0, 12.0))), dtype=np.float64)

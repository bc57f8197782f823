"""How blurred a picture is, by what its tags should look like: how far a point is spread, and which way.

A tag's print is known, so is its place in the picture: what it would look like to a perfect lens can be drawn. The blur
is what turns the drawing into what is seen: a Gaussian with its own width along any two axes, the same for all tags of
the picture, fitted to all their pixels at once, with brightness, contrast and small errors of the corners.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags, Floats
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.tag_window import TagWindow, tag_windows

STEPS, STEP_TOLERANCE = 8, 0.02
START_SIGMA_PX, LEAST_SIGMA_PX, MOST_SIGMA_PX = 0.7, 0.15, 6.0
OUTLIER = 4.0
EDGE_WIDTH = 2.563
"""From 10 to 90 % of an edge, in sigmas."""
WAY_BY_SIGMA = 3.2
"""A way of steady motion, by the Gaussian that fits it best: a little less than the root of 12 of its true sigma."""
BLURRED_EDGE_PX = 2.0
"""A wider edge is blurred, whatever the camera: a pixel's own width and a good lens make one of 1 to 1.5."""
MOTION_RATIO = 1.5
"""Of the larger width to the lesser: an edge blurred more along one way than along the other is on the move."""


@dataclass(frozen=True, slots=True, eq=False)
class Blur:
    covariance: Floats
    """(2, 2) in square pixels: how a point is spread, beyond the pixel's own area."""

    @property
    def _axes(self) -> tuple[float, float, float]:
        """Sigmas of the lesser and the larger axis, and the direction of the larger, y up."""
        values, vectors = np.linalg.eigh(self.covariance)
        return math.sqrt(values[0]), math.sqrt(values[1]), math.atan2(-vectors[1, 1], vectors[0, 1])

    @property
    def sigma_px(self) -> float:
        """Along the way it is worst."""
        return self._axes[1]

    @property
    def edge_px(self) -> float:
        """From 10 to 90 % of an edge."""
        return EDGE_WIDTH * self.sigma_px

    @property
    def is_blurred(self) -> bool:
        return self.edge_px > BLURRED_EDGE_PX

    @property
    def motion_px(self) -> float:
        """How far the picture moved while it was taken; 0 where it is blurred alike every way."""
        least, most, _ = self._axes
        return WAY_BY_SIGMA * math.sqrt(most**2 - least**2) if most > MOTION_RATIO * least else 0.0

    @property
    def direction_rad(self) -> float:
        """Of the motion, from the picture's x, counter-clockwise, 0 to pi."""
        return self._axes[2] % math.pi


def measured_blur(grey: npt.NDArray[np.uint8], sightings: Iterable[TagSighting]) -> Blur | None:
    """None where no tag is large enough to tell."""
    windows = tag_windows(grey, sightings)
    if not windows:
        return None
    spread = np.eye(2) * START_SIGMA_PX**2
    for _ in range(STEPS):
        step = _step(windows, spread)
        spread = _bounded(spread + step)
        if np.abs(step).max() < STEP_TOLERANCE * np.trace(spread):
            break
    return Blur(spread)


def _step(windows: list[TagWindow], spread: Floats) -> Floats:
    """Gauss-Newton over the blur's three numbers; each tag's own light and place are eliminated."""
    kernel = gaussian(spread)
    normal, slope = np.zeros((3, 3)), np.zeros(3)
    for window in windows:
        own, by_blur, seen = window_columns(window, kernel)
        basis, _ = np.linalg.qr(own)
        miss = seen - basis @ (basis.T @ seen)
        by_blur = by_blur - basis @ (basis.T @ by_blur)
        limit = OUTLIER * 1.4826 * float(np.median(np.abs(miss))) + 1e-9
        weight = np.clip(1.0 - (miss / limit) ** 2, 0.0, None)[:, None] / (miss.var() + 1e-9)
        contrast = float(own[:, 0] @ seen - own[:, 0].mean() * seen.sum()) / float(own[:, 0].var() * len(seen) + 1e-9)
        normal += contrast**2 * by_blur.T @ (weight * by_blur)
        slope += contrast * by_blur.T @ (weight[:, 0] * miss)
    xx, yy, xy = np.linalg.solve(normal + 1e-9 * np.trace(normal) * np.eye(3), slope)
    step = np.array([[xx, xy], [xy, yy]])
    return np.asarray(np.clip(step, -np.trace(spread), np.trace(spread)), dtype=np.float64)


def window_columns(window: TagWindow, kernel: npt.NDArray[np.float32]) -> tuple[Floats, Floats, Floats]:
    """What each tag has of its own (N, 8: contrast, brightness, and six numbers of its place), how it answers to the
    blur (N, 3), and what is seen (N,)."""
    blurred = cv2.filter2D(window.sharp, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE).astype(np.float64)
    by_x, by_y = _slope(blurred, 1), _slope(blurred, 0)
    by_xx, by_yy, by_xy = _slope(by_x, 1), _slope(by_y, 0), _slope(by_x, 0)
    at: Flags = window.inside
    rows, columns = np.nonzero(at)
    x, y = columns - columns.mean(), rows - rows.mean()
    own = (blurred[at], np.ones(len(x)), by_x[at], by_y[at], by_x[at] * x, by_x[at] * y, by_y[at] * x, by_y[at] * y)
    # Blur spreads like heat: its change is half the second derivative.
    by_blur = (by_xx[at] / 2, by_yy[at] / 2, by_xy[at])
    return np.stack(own, axis=1), np.stack(by_blur, axis=1), window.seen[at].astype(np.float64)


def _slope(levels: Floats, axis: int) -> Floats:
    return np.asarray(np.gradient(levels, axis=axis), dtype=np.float64)


def _bounded(spread: Floats) -> Floats:
    values, vectors = np.linalg.eigh(spread)
    held = np.clip(values, LEAST_SIGMA_PX**2, MOST_SIGMA_PX**2)
    return np.asarray(vectors * held @ vectors.T, dtype=np.float64)


def gaussian(spread: Floats) -> npt.NDArray[np.float32]:
    # Under a pixel's width the kernel's samples would miss its peak: each cell's area is sampled finely.
    reach = math.ceil(4 * math.sqrt(float(np.linalg.eigvalsh(spread)[-1]))) + 1
    axis = (np.arange((2 * reach + 1) * 3) - (3 * (2 * reach + 1) - 1) / 2) / 3
    x, y = np.meshgrid(axis, axis)
    inverse = np.linalg.inv(spread)
    fine = np.exp(-0.5 * (inverse[0, 0] * x**2 + 2 * inverse[0, 1] * x * y + inverse[1, 1] * y**2))
    cells = fine.reshape(2 * reach + 1, 3, 2 * reach + 1, 3).sum(axis=(1, 3))
    return np.asarray(cells / cells.sum(), dtype=np.float32)

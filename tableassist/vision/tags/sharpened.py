"""A blurred picture made sharp enough to read tags in: the tags that can be read tell how a point is spread.

With a print, its place and its picture known, the spread of a point (the kernel) is a linear least-squares problem; it
is held to the Gaussian that was measured where the tags say little. The filter that undoes it is Wiener's.
"""

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats, ImagePoints
from tableassist.vision.tags.blur import Blur, gaussian, window_columns
from tableassist.vision.tags.sighting import TagSighting
from tableassist.vision.tags.tag_window import TagWindow, tag_window, tag_windows

Kernel = npt.NDArray[np.float32]

MOST_REACH_PX = 9
MOST_ROWS = 1500
"""Pixels of each tag: more say the same."""
HELD = 0.003
"""How firmly the kernel is held to the Gaussian, as a share of what the tags say of it on average."""
FILTER_PX, FILTER_FFT = 45, 128
NOISE_GAIN, LEAST_NOISE = 3.0, 3e-4
"""By how much the noise is feared more than it is seen: a filter that trusts its kernel too far rings."""

FADING = 0.5
"""How the filter ends: cut off sharply, it would leave a copy of everything at its reach."""
BORNE_OUT = 0.85
"""Correlation, from -1 to 1: tags reach 0.95 and more."""


@dataclass(frozen=True, slots=True, eq=False)
class Sharpening:
    spread: Kernel
    """What a point becomes in this picture, as `cv2.filter2D` lays it over one."""
    undo: Kernel

    def applied(self, grey: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        return np.asarray(cv2.filter2D(grey, -1, self.undo, borderType=cv2.BORDER_REFLECT), dtype=np.uint8)

    def bears_out(self, grey: npt.NDArray[np.uint8], sighting: TagSighting) -> bool:
        """Whether a tag of the sharpened picture, blurred again, is what the picture `grey` itself shows there. A
        filter leaves echoes of a tag beside it, whole and readable, and this tells them from the tag."""
        window = tag_window(grey, sighting)
        if window is None:
            return False
        again = cv2.filter2D(window.sharp, cv2.CV_32F, self.spread, borderType=cv2.BORDER_REPLICATE)
        return float(np.corrcoef(again[window.inside], window.seen[window.inside])[0, 1]) > BORNE_OUT


def sharpening(grey: npt.NDArray[np.uint8], sightings: tuple[TagSighting, ...], blur: Blur) -> Sharpening:
    """Undoes the blur of this picture."""
    kernel, noise = _spread_of_a_point(_put_right(grey, tag_windows(grey, sightings), blur), blur)
    return Sharpening(kernel.astype(np.float32), _inverse(kernel, max(LEAST_NOISE, NOISE_GAIN * noise**2)))


def _put_right(grey: npt.NDArray[np.uint8], windows: list[TagWindow], blur: Blur) -> list[TagWindow]:
    """Blur moves the corners that were found, and the tones; drawn where they should be, the tags say more."""
    spread = gaussian(blur.covariance)
    better = []
    for window in windows:
        own, _, seen = window_columns(window, spread)
        contrast, brightness, *place = np.linalg.lstsq(own, seen, rcond=None)[0]
        rows, columns = np.nonzero(window.inside)
        corners = np.asarray(window.sighting.corners)
        x, y = (corners - window.corner - (columns.mean(), rows.mean())).T
        right, down, right_x, right_y, down_x, down_y = np.divide(place, contrast)
        moved = np.stack([right + right_x * x + right_y * y, down + down_x * x + down_y * y], axis=1)
        sighting = replace(window.sighting, corners=ImagePoints(corners - moved))
        better.append(tag_window(grey, sighting, (brightness, brightness + contrast)))
    return [window for window in better if window is not None]


def _spread_of_a_point(windows: list[TagWindow], blur: Blur) -> tuple[Floats, float]:
    """(n, n) kernel, as `cv2.filter2D` lays it over a picture, and what it leaves unexplained, by the contrast."""
    reach = min(MOST_REACH_PX, math.ceil(2.6 * blur.sigma_px) + 1)
    start = _cut(gaussian(blur.covariance), reach)
    normal, slope = np.zeros((start.size, start.size)), np.zeros(start.size)
    power, rows = 0.0, 0
    for window in windows:
        columns, seen = _rows(window, reach)
        normal += columns.T @ columns
        slope += columns.T @ seen
        power, rows = power + float(seen @ seen), rows + len(seen)
    held = HELD * np.trace(normal) / start.size * np.eye(start.size)
    kernel = np.linalg.solve(normal + held, slope + held @ start.ravel())
    left = power - 2 * kernel @ slope + kernel @ normal @ kernel
    size = 2 * reach + 1
    return np.asarray((kernel / kernel.sum()).reshape(size, size)), math.sqrt(max(0.0, float(left)) / max(1, rows))


def _rows(window: TagWindow, reach: int) -> tuple[Floats, Floats]:
    """What lies round each pixel of the drawing, and what is seen there, both less their means, by the contrast."""
    padded = cv2.copyMakeBorder(window.sharp, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    around = np.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1))
    rows, columns = np.nonzero(window.inside)
    every = max(1, len(rows) // MOST_ROWS)
    rows, columns = rows[::every], columns[::every]
    drawn = around[rows, columns].reshape(len(rows), -1).astype(np.float64)
    seen = window.level(window.seen[rows, columns]).astype(np.float64)
    return drawn - drawn.mean(axis=0), seen - seen.mean()


def _cut(kernel: Kernel, reach: int) -> Floats:
    """The same kernel in an array of another size."""
    out = np.zeros((2 * reach + 1, 2 * reach + 1))
    half = len(kernel) // 2
    keep = min(reach, half)
    out[reach - keep : reach + keep + 1, reach - keep : reach + keep + 1] = kernel[
        half - keep : half + keep + 1, half - keep : half + keep + 1
    ]
    return np.asarray(out / out.sum(), dtype=np.float64)


def _inverse(kernel: Floats, noise: float) -> Kernel:
    padded = np.zeros((FILTER_FFT, FILTER_FFT))
    padded[: len(kernel), : len(kernel)] = kernel
    answer = np.fft.fft2(np.roll(padded, (-(len(kernel) // 2), -(len(kernel) // 2)), axis=(0, 1)))
    frequency = np.fft.fftfreq(FILTER_FFT)
    # Pictures hold less of what is finer: that much more of it is noise.
    feared = noise * (0.02 + 8.0 * (frequency[:, None] ** 2 + frequency**2))
    undone = np.fft.fftshift(np.real(np.fft.ifft2(np.conj(answer) / (np.abs(answer) ** 2 + feared))))
    first = FILTER_FFT // 2 - FILTER_PX // 2
    fading = np.hanning(FILTER_PX + 2)[1:-1] ** FADING
    small = undone[first : first + FILTER_PX, first : first + FILTER_PX] * np.outer(fading, fading)
    return np.asarray(small / small.sum(), dtype=np.float32)

"""A camera's picture in grey, made only where somebody looks: most of a still table is looked at by turns."""

import math

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Floats
from tableassist.vision.camera.frame import Image

Grey = npt.NDArray[np.uint8]
Part = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels, the last two not included; within the picture."""
Ends = Floats | npt.NDArray[np.float32]

CUBIC_PX = 4
"""About a place: what a level between pixels is worked out from, and what rounding adds."""


class GreyPicture:
    """Of one frame. What it hands out holds until the next one is made with the same levels."""

    def __init__(self, image: Image, levels: Grey | None = None) -> None:
        """`levels` of the frame before are written over where they fit, which saves making room for them."""
        self.shape: tuple[int, int] = (image.shape[0], image.shape[1])
        self._image = image
        self._is_whole = image.ndim == 2
        if self._is_whole:
            self._levels = image
        else:
            self._levels = levels if levels is not None and levels.shape == self.shape else np.empty(self.shape, "u1")
        self._made: list[Part] = []

    @property
    def levels(self) -> Grey | None:
        """To make the next picture with; None where they are the camera's own."""
        return None if self._image.ndim == 2 else self._levels

    def every(self, pixels: int) -> Grey:
        """Every so many pixels of a row, and every so many rows."""
        rows = self._image[::pixels]
        grey = rows if rows.ndim == 2 else cv2.cvtColor(rows, cv2.COLOR_BGR2GRAY)
        return np.asarray(grey[:, ::pixels], dtype=np.uint8)

    def whole(self) -> Grey:
        if not self._is_whole:
            cv2.cvtColor(self._image, cv2.COLOR_BGR2GRAY, self._levels)
            self._is_whole = True
        return self._levels

    def part(self, part: Part) -> Grey:
        """That part alone."""
        left, top, right, bottom = part
        return self.within((part,))[top:bottom, left:right]

    def coarse(self, part: Part, pixels: int) -> Grey:
        """That part with so many pixels each way for one: the mean of every second row of them, for half of the
        memory tells as much."""
        left, top, right, bottom = part
        wide, high = max(1, (right - left) // pixels), max(1, (bottom - top) // pixels)
        rows = self._image[top : top + high * pixels : 2, left : left + wide * pixels]
        grey = rows if rows.ndim == 2 else cv2.cvtColor(rows, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.resize(grey, (wide, high), interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def within(self, parts: tuple[Part, ...]) -> Grey:
        """The whole picture's array, right in these parts, and elsewhere perhaps another frame's."""
        if self._is_whole:
            return self._levels
        made = [part for part in parts if _has_size(part) and not self._is_made(part)]
        for left, top, right, bottom in made:
            here = np.s_[top:bottom, left:right]
            cv2.cvtColor(self._image[here], cv2.COLOR_BGR2GRAY, self._levels[here])
        self._made += made
        return self._levels

    def between(self, low: Ends, high: Ends) -> Grey:
        """The whole picture's array, right from (T, 2) to (T, 2), with what levels between pixels are made from."""
        return self._levels if self._is_whole else self.within(parts_between(low, high, self.shape))

    def at(self, places: npt.NDArray[np.float32]) -> Grey:
        """(T, N) levels at (T, N, 2) places between pixels, those beyond the edge as at the edge. Straight from the
        colours: many small places are looked at sooner than made grey with all that lies between them."""
        x, y = places[..., 0], places[..., 1]
        seen = cv2.remap(self._image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen if seen.ndim == 2 else cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), dtype=np.uint8)

    def _is_made(self, part: Part) -> bool:
        left, top, right, bottom = part
        last_first = reversed(self._made)
        return any(x0 <= left and y0 <= top and right <= x1 and bottom <= y1 for x0, y0, x1, y1 in last_first)


def _has_size(part: Part) -> bool:
    left, top, right, bottom = part
    return right > left and bottom > top


def parts_between(low: Ends, high: Ends, shape: tuple[int, int]) -> tuple[Part, ...]:
    """From each of (T, 2) to each of (T, 2) with a margin, in a picture of so many rows and columns. A place beyond its
    edge has the level of the edge; one that is no number may be anywhere."""
    height, width = shape
    parts = []
    for (x0, y0), (x1, y1) in zip(low.tolist(), high.tolist(), strict=True):
        if not math.isfinite(x0 + y0 + x1 + y1):
            parts.append((0, 0, width, height))
            continue
        left, top = min(max(int(x0) - CUBIC_PX, 0), width - 1), min(max(int(y0) - CUBIC_PX, 0), height - 1)
        right, bottom = min(max(int(x1) + 1 + CUBIC_PX, 1), width), min(max(int(y1) + 1 + CUBIC_PX, 1), height)
        parts.append((left, top, right, bottom))
    return tuple(parts)

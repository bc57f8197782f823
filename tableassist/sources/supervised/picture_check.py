"""Whether a live source still sees: it may send its last picture again and again, or nothing but black."""

import zlib

import numpy as np

from tableassist.sources.supervised.tag_source import CaptureState
from tableassist.vision.camera.frame import Frame, Image

STEP_PX = 32
FROZEN_NS = 1_000_000_000
"""Sensors have noise: two pictures are never alike to the last bit, but for streams that fill gaps by repeating."""
BLACK_NS = 500_000_000
"""Many webcams begin with a few black pictures."""
BLACK_MEAN = 24.0
"""Grey levels; black is 16 in videos."""
BLACK_SPREAD = 5.0


class PictureWatch:
    """One for each opening of a source."""

    def __init__(self, *, live: bool) -> None:
        self._live = live
        self._last: Image | None = None
        self._last_sum = 0
        self._alike_since_ns: int | None = None
        self._black_since_ns: int | None = None
        self._proven = not live

    def look(self, frame: Frame) -> CaptureState:
        """STARTING until two pictures of a live source differ: the first may be an old one from a driver's queue."""
        if not self._live:
            return CaptureState.SEEING
        sample = np.ascontiguousarray(frame.image[::STEP_PX, ::STEP_PX])
        if self._is_black(sample, frame.t_ns):
            return CaptureState.BLACK
        if self._is_frozen(sample, frame):
            return CaptureState.FROZEN
        return CaptureState.SEEING if self._proven else CaptureState.STARTING

    def _is_black(self, sample: Image, t_ns: int) -> bool:
        if float(sample.mean()) >= BLACK_MEAN or float(sample.std()) >= BLACK_SPREAD:
            self._black_since_ns = None
            return False
        if self._black_since_ns is None:
            self._black_since_ns = t_ns
        return t_ns - self._black_since_ns >= BLACK_NS

    def _is_frozen(self, sample: Image, frame: Frame) -> bool:
        new_sum = zlib.crc32(sample.data)
        last, self._last = self._last, frame.image
        alike = last is not None and new_sum == self._last_sum and np.array_equal(last, frame.image)
        self._last_sum = new_sum
        if not alike:
            self._proven = self._proven or last is not None
            self._alike_since_ns = frame.t_ns
            return False
        assert self._alike_since_ns is not None
        return frame.t_ns - self._alike_since_ns >= FROZEN_NS

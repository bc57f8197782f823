"""Parts of a camera's picture that look as they did when they were last scanned: a scan would find the same tags."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2

from tableassist.vision.tags.detector import CONTRAST_DIM, CONTRAST_NORMAL
from tableassist.vision.tags.grey_picture import Grey

COARSER = 4
"""Pixels of the picture, each way, for one that is compared: noise is averaged, and the smallest tag still has nine."""
CHANGED = 0.25
"""Of the weakest edge that the detector looks at: where one of those pixels differs by more, something has changed."""
SURE_AFTER = 4
"""Scans of a part that stays as it is, in a row: a tag that is read in one picture of two is found by then, and one
that is found has been measured as often as it is averaged."""
SCANNED_EVERY = 4
"""Such a part is scanned in one round of so many from then on."""


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    pixels: Grey
    """When it was last scanned."""
    scans: int
    """So many in a row found it as it was."""
    left_out: int
    """Rounds since then."""


class StillParts:
    """Of one camera."""

    def __init__(self) -> None:
        self._parts: dict[int, _Part] = {}

    def forget(self) -> None:
        self._parts = {}

    def needs_scan(self, number: int, pixels: Grey, least_edge: Callable[[], int]) -> bool:
        """Whether the part that is so, `COARSER`, must be scanned in this round; if so, it is taken for scanned.
        `least_edge` is asked only where it matters."""
        known = self._parts.get(number)
        if known is None or not _is_alike(pixels, known.pixels, least_edge):
            self._parts[number] = _Part(pixels, 1, 0)
            return True
        if known.scans < SURE_AFTER or known.left_out + 1 >= SCANNED_EVERY:
            self._parts[number] = _Part(pixels, known.scans + 1, 0)
            return True
        self._parts[number] = replace(known, left_out=known.left_out + 1)
        return False


def _is_alike(one: Grey, other: Grey, least_edge: Callable[[], int]) -> bool:
    if one.shape != other.shape:
        return False
    apart = float(cv2.norm(one, other, cv2.NORM_INF))
    if apart <= CHANGED * CONTRAST_DIM or apart > CHANGED * CONTRAST_NORMAL:
        return apart <= CHANGED * CONTRAST_DIM
    return apart <= CHANGED * least_edge()

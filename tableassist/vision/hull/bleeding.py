"""How far a thing's colours run over its edge, read off the picture itself."""

import cv2
import numpy as np
import numpy.typing as npt

from tableassist.geometry import Flags
from tableassist.vision.hull.view import square

Labels = npt.NDArray[np.int8]
"""1 for what is neither mat nor hull, -1 for deck, -2 for mat, 0 for what may be anything."""
MOST_PX = 3
BLED = 0.2
"""Share of a ring one pixel wide that is no mat, though nothing but mat is there: more, and it is the edge's colour."""
ENOUGH = 10
"""Pixels of a ring that tell; where there are fewer, it is taken to be bled into."""


def bled_into(labels: Labels, thing: Flags, rigged: Flags) -> Flags:
    """The thing with the rings round it that its colours run into, by what is seen there where there should be mat:
    that is, not where `rigged` has it that a mast may be seen."""
    grown = thing.astype(np.uint8)
    for _ in range(MOST_PX):
        wider = cv2.dilate(grown, square(1))
        ring = labels[(wider > grown) & ~rigged]
        other, mat = int((ring == 1).sum()), int((ring == -2).sum())
        if other + mat >= ENOUGH and other < BLED * (other + mat):
            break
        grown = np.asarray(wider, np.uint8)
    return np.asarray(grown > 0, bool)

"""A tag as it is printed: its corners, the plate it needs, and its modules."""

from functools import cache

import cv2
import numpy as np

from tableassist.geometry import Floats

DICTIONARIES = {
    "36h11": (cv2.aruco.DICT_APRILTAG_36h11, 8),
    "25h9": (cv2.aruco.DICT_APRILTAG_25h9, 7),
    "16h5": (cv2.aruco.DICT_APRILTAG_16h5, 6),
}
RIM = 2
"""White modules added round the black square."""


def modules_of(family: str) -> int:
    """Across the black square."""
    return DICTIONARIES[family][1]


def plate_mm(family: str, size_mm: float) -> float:
    """With the white rim of one module that it needs."""
    return size_mm * (1.0 + 2.0 / modules_of(family))


def tag_corners(size_mm: float) -> Floats:
    """(4, 2): lower left, lower right, upper right, upper left; counter-clockwise seen from above.

    The tag's own frame: origin at its centre, x right, y up as it is read, z out of the paper.
    """
    half = size_mm / 2.0
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])


@cache
def tag_pattern(family: str, tag: int) -> Floats:
    """(n + 4, n + 4), white 1 and black 0, upright as OpenCV draws it, the first row the upper one."""
    dictionary, modules = DICTIONARIES[family]
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), tag, modules)
    pattern = np.ones((modules + 2 * RIM, modules + 2 * RIM))
    pattern[RIM:-RIM, RIM:-RIM] = np.asarray(drawn) / 255.0
    pattern.setflags(write=False)
    return pattern

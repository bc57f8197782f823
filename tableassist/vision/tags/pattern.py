"""What is printed in a tag: its modules, white 1 and black 0, upright as OpenCV draws it."""

from functools import cache

import cv2
import numpy as np

from tableassist.geometry.arrays import Floats

DICTIONARIES = {
    "36h11": (cv2.aruco.DICT_APRILTAG_36h11, 8),
    "25h9": (cv2.aruco.DICT_APRILTAG_25h9, 7),
    "16h5": (cv2.aruco.DICT_APRILTAG_16h5, 6),
}
RIM = 2
"""White modules added round the black square."""


@cache
def tag_pattern(family: str, tag: int) -> Floats:
    """(n + 4, n + 4), the first row the upper one."""
    dictionary, modules = DICTIONARIES[family]
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(dictionary), tag, modules)
    pattern = np.ones((modules + 2 * RIM, modules + 2 * RIM))
    pattern[RIM:-RIM, RIM:-RIM] = np.asarray(drawn) / 255.0
    pattern.setflags(write=False)
    return pattern

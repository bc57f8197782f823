"""The tag's own frame: origin at its centre, x right, y up as it is read, z out of the paper."""

import numpy as np

from tableassist.geometry.arrays import Floats


def tag_corners(size_mm: float) -> Floats:
    """(4, 2): lower left, lower right, upper right, upper left; counter-clockwise seen from above."""
    half = size_mm / 2.0
    return np.array([[-half, -half], [half, -half], [half, half], [-half, half]])

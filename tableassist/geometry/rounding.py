"""Fewer digits, where the last ones mean nothing."""

import numpy as np

from tableassist.geometry.arrays import Floats


def rounded(values: Floats, bits: int) -> Floats:
    """Each value to so many binary digits, whatever its size: wrong by at most one part in 2 to the power `bits`."""
    share, power = np.frexp(values)
    return np.asarray(np.ldexp(np.rint(np.ldexp(share, bits)), power - bits), dtype=np.float64)

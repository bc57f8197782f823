"""Fewer digits, where the last ones mean nothing."""

import numpy as np

from tableassist.geometry.arrays import Floats


def rounded(values: Floats, bits: int) -> Floats:
    """Each value to so many binary digits, whatever its size: wrong by at most one part in 2 to the power `bits`."""
    share, power = np.frexp(values)
    return np.asarray(np.ldexp(np.rint(np.ldexp(share, bits)), power - bits), dtype=np.float64)


def rounded_rows(rows: Floats, bits: int) -> Floats:
    """(..., K) each row to whole steps, by the size of its largest: that one to so many binary digits, the others to
    the same step. No zero has a sign."""
    power = np.frexp(np.abs(rows).max(axis=-1, keepdims=True, initial=0.0))[1] - bits
    return np.asarray(np.ldexp(np.rint(np.ldexp(rows, -power)), power) + 0.0, dtype=np.float64)

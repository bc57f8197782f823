"""The plus-minus that people read, the normal distribution, and rounding to fewer binary digits."""

import math

import numpy as np

from tableassist.geometry.frames import Floats

PLUS_MINUS_SIGMAS = 1.96


def plus_minus(sigma: float) -> float:
    """In the unit of `sigma`."""
    return PLUS_MINUS_SIGMAS * sigma


_PER_UNIT = 256
_MOST = 9.0
"""Beyond this the share is 0 or 1 to the last digit."""


def _tabulate() -> Floats:
    """(K, 5): the share at each node, and what each power of the way from there adds. A node's numbers are side by
    side: each node is looked up far from the one before."""
    nodes = np.arange(-round(_MOST * _PER_UNIT), round(_MOST * _PER_UNIT) + 1) / _PER_UNIT
    below = np.array([0.5 * math.erfc(-node / math.sqrt(2.0)) for node in nodes.tolist()])
    density = np.exp(-0.5 * nodes**2) / math.sqrt(2.0 * math.pi)
    third, fourth = (nodes**2 - 1.0) / 6.0, (3.0 * nodes - nodes**3) / 24.0
    return np.stack([below, density, -nodes / 2.0 * density, third * density, fourth * density], axis=1)


_TABLE = _tabulate()


def normal_share_below(scores: Floats) -> Floats:
    """Of each score."""
    near = np.minimum(np.maximum(scores, -_MOST), _MOST)
    index = np.rint(near * _PER_UNIT)
    way = near - index / _PER_UNIT
    node = _TABLE.take((index + _MOST * _PER_UNIT).astype(np.intp), axis=0)
    rest = node[..., 1] + way * (node[..., 2] + way * (node[..., 3] + way * node[..., 4]))
    return np.asarray(node[..., 0] + way * rest, dtype=np.float64)


def round_bits(values: Floats, bits: int) -> Floats:
    """Each value to so many binary digits, whatever its size: wrong by at most one part in 2 to the power `bits`."""
    share, power = np.frexp(values)
    return np.asarray(np.ldexp(np.rint(np.ldexp(share, bits)), power - bits), dtype=np.float64)


def round_rows(rows: Floats, bits: int) -> Floats:
    """(..., K) each row to whole steps, by the size of its largest: that one to so many binary digits, the others to
    the same step. No zero has a sign."""
    power = np.frexp(np.abs(rows).max(axis=-1, keepdims=True, initial=0.0))[1] - bits
    return np.asarray(np.ldexp(np.rint(np.ldexp(rows, -power)), power) + 0.0, dtype=np.float64)

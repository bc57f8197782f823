"""The normal distribution's share below a score. scipy has it too, and takes longer to load than a picture to read.

Nodes close together with four derivatives each: to fifteen digits.
"""

import math

import numpy as np

from tableassist.geometry.arrays import Floats

_PER_UNIT = 256
_MOST = 9.0
"""Beyond this the share is 0 or 1 to the last digit."""


def _derivatives() -> Floats:
    """(K, 5): the share at each node, and what each power of the way from there adds. A node's numbers are side by
    side: each node is looked up far from the one before."""
    nodes = np.arange(-round(_MOST * _PER_UNIT), round(_MOST * _PER_UNIT) + 1) / _PER_UNIT
    below = np.array([0.5 * math.erfc(-node / math.sqrt(2.0)) for node in nodes.tolist()])
    density = np.exp(-0.5 * nodes**2) / math.sqrt(2.0 * math.pi)
    third, fourth = (nodes**2 - 1.0) / 6.0, (3.0 * nodes - nodes**3) / 24.0
    return np.stack([below, density, -nodes / 2.0 * density, third * density, fourth * density], axis=1)


_TABLE = _derivatives()


def share_below(scores: Floats) -> Floats:
    """Of each score."""
    near = np.minimum(np.maximum(scores, -_MOST), _MOST)
    index = np.rint(near * _PER_UNIT)
    way = near - index / _PER_UNIT
    node = _TABLE.take((index + _MOST * _PER_UNIT).astype(np.intp), axis=0)
    rest = node[..., 1] + way * (node[..., 2] + way * (node[..., 3] + way * node[..., 4]))
    return np.asarray(node[..., 0] + way * rest, dtype=np.float64)

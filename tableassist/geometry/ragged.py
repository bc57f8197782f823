"""Lists of different lengths, laid end to end in one flat array."""

import numpy as np

from tableassist.geometry.arrays import Indices


def begins(counts: Indices) -> Indices:
    """Where each list begins in the flat array."""
    first: Indices = counts.cumsum() - counts
    return first


def spread(starts: Indices, counts: Indices) -> tuple[Indices, Indices]:
    """Lists that lie in a pool at `starts`, taken out one after the other: of each item, its list and its place in
    the pool."""
    owner: Indices = np.arange(len(counts)).repeat(counts)
    return owner, np.arange(len(owner)) + (starts - begins(counts))[owner]

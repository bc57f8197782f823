"""How far a line passes a convex solid: above zero past it, below zero through it.

Through it, the number is how far the solid would have to be pushed, in whichever direction is shortest, to set the line
free. A thin sail that is hit in the middle is therefore well hit, however thin it is.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.geometry.ragged import Indices, begins
from tableassist.geometry.shadow import cross, dot


@dataclass(frozen=True, slots=True, eq=False)
class Solids:
    """K convex solids, each with a line of its own that starts at the origin."""

    corners: Floats
    """Flat."""
    corner_counts: Indices
    normals: Floats
    """Flat."""
    out_mm: Floats
    """Flat."""
    side_counts: Indices


def clearance(end: Floats, solids: Solids) -> tuple[Floats, Floats]:
    """(K,) of lines to `end` (K, 2); and the share of each line at which it meets its solid, infinite where it does
    not."""
    bottom, top, apart = _aside(end, solids.corners, solids.corner_counts)
    first, owner = begins(solids.side_counts), np.repeat(np.arange(len(end)), solids.side_counts)
    out, slope = solids.out_mm, dot(solids.normals, end[owner])
    push = np.minimum.reduceat(np.maximum(out, out - slope), first)
    depth = np.minimum(push, np.minimum(top, -bottom))
    from_start, from_end = np.maximum.reduceat(-out, first), np.maximum.reduceat(slope - out, first)
    free = np.minimum(apart, np.minimum(_above_zero(from_start), _above_zero(from_end)))
    facing = (out < 0) & (slope < 0)
    met = np.maximum.reduceat(np.where(facing, out / np.where(facing, slope, 1.0), 0.0), first)
    return np.where(depth > 0, -depth, np.where(np.isfinite(free), free, 0.0)), np.where(depth > 0, met, np.inf)


def sideways(end: Floats, corners: Floats, counts: Indices) -> Floats:
    """(K,) how far lines to `end` would have to be shifted sideways to be free of all corners; 0 if they are."""
    bottom, top, _ = _aside(end, corners, counts)
    return np.maximum(np.minimum(top, -bottom), 0.0)


def _aside(end: Floats, corners: Floats, counts: Indices) -> tuple[Floats, Floats, Floats]:
    """Of each line, how far its corners lie to its left: the least, the most; and how far the nearest is from it."""
    first, owner = begins(counts), np.repeat(np.arange(len(end)), counts)
    length = np.hypot(end[:, 0], end[:, 1])
    along = (end / np.maximum(length, 1e-12)[:, None])[owner]
    left, ahead = cross(along, corners), dot(along, corners)
    outside = np.maximum(np.maximum(-ahead, ahead - length[owner]), 0.0)
    apart = np.minimum.reduceat(np.hypot(left, outside), first)
    return np.minimum.reduceat(left, first), np.maximum.reduceat(left, first), apart


def _above_zero(distance: Floats) -> Floats:
    return np.where(distance > 0, distance, np.inf)

"""How far a line passes a convex solid: above zero past it, below zero through it.

Through it, the number is how far the solid would have to be pushed, in whichever direction is shortest, to set the line
free. A thin sail that is hit in the middle is therefore well hit, however thin it is.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats, Indices
from tableassist.geometry.ragged import begins
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
    aside = Aside.of(end, solids.corners, solids.corner_counts)
    first, owner = begins(solids.side_counts), np.repeat(np.arange(len(end)), solids.side_counts)
    out, slope = solids.out_mm, dot(solids.normals, end[owner])
    push = np.minimum.reduceat(np.maximum(out, out - slope), first)
    depth = np.minimum(push, np.minimum(aside.top_mm, -aside.bottom_mm))
    from_start, from_end = np.maximum.reduceat(-out, first), np.maximum.reduceat(slope - out, first)
    free = np.minimum(aside.nearest_mm, np.minimum(_above_zero(from_start), _above_zero(from_end)))
    facing = (out < 0) & (slope < 0)
    met = np.maximum.reduceat(np.where(facing, out / np.where(facing, slope, 1.0), 0.0), first)
    return np.where(depth > 0, -depth, np.where(np.isfinite(free), free, 0.0)), np.where(depth > 0, met, np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """How the corners of K convex outlines lie beside K lines that start at the origin."""

    bottom_mm: Floats
    """(K,) how far to the left of its line the rightmost corner lies."""
    top_mm: Floats
    nearest_mm: Floats
    """How far the nearest corner is from the line: the outline is not farther."""

    @property
    def depth_mm(self) -> Floats:
        """How far each line would have to be shifted sideways to be free of its outline; 0 if it is."""
        return np.maximum(np.minimum(self.top_mm, -self.bottom_mm), 0.0)

    @property
    def least_mm(self) -> Floats:
        """The outline is at least so far from its line; below zero where it may lie on it."""
        return np.maximum(self.bottom_mm, -self.top_mm)

    @staticmethod
    def of(end: Floats, corners: Floats, counts: Indices) -> "Aside":
        first, owner = begins(counts), np.repeat(np.arange(len(end)), counts)
        length = np.hypot(end[:, 0], end[:, 1])
        along = (end / np.maximum(length, 1e-12)[:, None])[owner]
        left, ahead = cross(along, corners), dot(along, corners)
        outside = np.maximum(np.maximum(-ahead, ahead - length[owner]), 0.0)
        apart = np.minimum.reduceat(np.hypot(left, outside), first)
        return Aside(np.minimum.reduceat(left, first), np.maximum.reduceat(left, first), apart)


def _above_zero(distance: Floats) -> Floats:
    return np.where(distance > 0, distance, np.inf)

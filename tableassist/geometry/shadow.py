"""Which stretch of an edge a blocker hides from a point. Exact: no direction is sampled.

All places that a convex blocker hides from a point, itself and what lies behind it, are again convex. So on each
straight edge it hides one stretch, and that is where all of a few half-planes overlap: the two tangents from the
point, and the blocker's sides that face the point. Each stretch is found three times, for the blocker grown by its
doubt, as it is, and shrunk by it. Shrunk, it hides what it hides wherever it may lie within its doubt: so a thin sail
becomes shorter, and does not vanish.

A connected blocker that lies wholly before the edge hides the same as its convex hull does.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, Indices
from tableassist.geometry.ragged import begins

GROWN, AS_IS, SHRUNK = 0, 1, 2
ALL_SIZES = slice(None)
SIGNS: Floats = np.array([[1.0], [0.0], [-1.0]])
"""Of the doubt, one row a size of the blocker."""
ROUND_SIDES = 32
"""A corner grown by its doubt is round; so many sides stand for the circle, and the doubt is at most 0.5 % more."""
LEAST_GAP = 1e-9
"""Of an edge: a shorter gap between two shadows is an error of rounding."""


def cross(a: Floats, b: Floats) -> Floats:
    crossed: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return crossed


def dot(a: Floats, b: Floats) -> Floats:
    summed: Floats = a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]
    return summed


def sides(corners: Floats) -> tuple[Floats, Floats]:
    """Of a convex outline (V, 2), counter-clockwise, or of a stroke (2, 2): outward normals (M, 2), and how far out
    along each of them it reaches (M,). Beside its real sides there are those that round its corners."""
    along = np.roll(corners, -1, axis=0) - corners
    out = np.column_stack([along[:, 1], -along[:, 0]])
    length = np.hypot(out[:, 0], out[:, 1])
    turns = np.arange(ROUND_SIDES) * (math.tau / ROUND_SIDES)
    rounding = np.column_stack([np.cos(turns), np.sin(turns)])
    normals = np.concatenate([out[length > 0] / length[length > 0, None], rounding])
    return normals, (normals @ corners.T).max(axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Wedges:
    """What N blockers hide in directions alone, as seen from the origin; one row a size."""

    right: Floats
    """(3, N, 2) unit vectors along the tangent that bounds it clockwise."""
    left: Floats
    """(3, N, 2)."""
    is_empty: Flags
    """(3, N)."""
    is_around: Flags
    """(3, N): the origin is in it, or so near that it hides half of the horizon or more."""
    near_mm: Floats
    """(N,) no corner is nearer."""
    far_mm: Floats
    """(N,) nothing of it is farther."""


def wedges(corners: Floats, counts: Indices, middle: Floats, doubt: Floats) -> Wedges:
    """`corners` flat, `counts` of each blocker, from the origin; `middle` (N, 2) lies within each outline."""
    if len(counts) == 0:
        none, flags = np.zeros((3, 0, 2)), np.zeros((3, 0), dtype=bool)
        return Wedges(none, none, flags, flags, np.zeros(0), np.zeros(0))
    first, owner = begins(counts), np.repeat(np.arange(len(counts)), counts)
    centre = middle[owner]
    turn = np.arctan2(cross(centre, corners), dot(centre, corners))
    away = np.hypot(corners[:, 0], corners[:, 1])
    with np.errstate(divide="ignore"):
        ratio = doubt[owner] / away
    lean = np.arcsin(np.minimum(1.0, ratio))
    # A corner that is nearer than its doubt bounds no shadow that is sure.
    sure = np.where(ratio < 1.0, lean, np.inf)
    right = np.minimum.reduceat(np.stack([turn - lean, turn, turn + sure]), first, axis=1)
    left = np.maximum.reduceat(np.stack([turn + lean, turn, turn - sure]), first, axis=1)
    is_empty, is_around = right >= left, left - right >= math.pi - 1e-9
    base = np.arctan2(middle[:, 1], middle[:, 0])
    right, left = (np.where(np.isfinite(each), each, 0.0) + base for each in (right, left))
    return Wedges(
        np.stack([np.cos(right), np.sin(right)], axis=-1),
        np.stack([np.cos(left), np.sin(left)], axis=-1),
        is_empty,
        is_around,
        np.minimum.reduceat(away, first),
        np.maximum.reduceat(away, first),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """R straight edges seen from the origin: the place t of an edge is `start + t along`, t from 0 to 1."""

    start: Floats
    along: Floats

    def taken(self, rows: Indices) -> "Edges":
        return Edges(self.start[rows], self.along[rows])


@dataclass(frozen=True, slots=True, eq=False)
class Stretches:
    """(3, K): from `low` to `high` along an edge, one row a size; empty where `low` is not below `high`."""

    low: Floats
    high: Floats


def in_circle(edges: Edges, radius_mm: Floats) -> Stretches:
    """The stretch of each edge within (3, R) radii of the origin."""
    square, half = dot(edges.along, edges.along), dot(edges.start, edges.along)
    inside = half**2 - square * (dot(edges.start, edges.start) - radius_mm**2)
    root = np.sqrt(np.maximum(inside, 0.0))
    low, high = np.maximum((-half - root) / square, 0.0), np.minimum((-half + root) / square, 1.0)
    return Stretches(low, np.where(inside > 0, high, -1.0))


def behind_wedge(edges: Edges, wedge: Wedges, of: Indices, sizes: slice = ALL_SIZES) -> Stretches:
    """The stretch of each edge in the directions of its wedge, number `of`."""
    right, left = wedge.right[sizes, of], wedge.left[sizes, of]
    low, high = _over(cross(right, edges.start), cross(right, edges.along))
    low2, high2 = _over(-cross(left, edges.start), -cross(left, edges.along))
    around = wedge.is_around[sizes, of]
    low = np.where(around, 0.0, np.maximum(np.maximum(low, low2), 0.0))
    high = np.where(around, 1.0, np.minimum(np.minimum(high, high2), 1.0))
    return Stretches(low, np.where(wedge.is_empty[sizes, of], -1.0, high))


def _over(value: Floats, slope: Floats) -> tuple[Floats, Floats]:
    """Where `value + t slope` is not below zero: from t to t."""
    with np.errstate(divide="ignore", invalid="ignore"):
        at = -value / slope
    rises, falls = slope > 0, slope < 0
    low, high = np.where(rises, at, -np.inf), np.where(falls, at, np.inf)
    flat = ~(rises | falls)
    if flat.any():
        never = flat & (value < 0)
        low[never], high[never] = np.inf, -np.inf
    return low, high


def behind_sides(
    edges: Edges, normals: Floats, out_mm: Floats, counts: Indices, doubt: Floats, in_wedge: Stretches, around: Flags
) -> Stretches:
    """The stretch of each edge that its convex blocker hides: in the directions of its wedge, and behind its sides that
    face the origin. `normals` and `out_mm` flat, `counts` sides for each of the K edges; `around` (3, K) of the wedge.
    """
    owner = np.repeat(np.arange(len(counts)), counts)
    low, high, within = np.zeros((3, len(counts))), np.ones((3, len(counts))), np.ones((3, len(counts)), dtype=bool)
    # What does not face the origin when the blocker is shrunk does not when it is larger.
    kept = np.flatnonzero(out_mm - doubt[owner] < 0)
    owner, normals = owner[kept], normals[kept]
    counts = np.bincount(owner, minlength=len(counts))
    some = np.flatnonzero(counts)
    if len(some):
        first = begins(counts[some])
        limit = out_mm[kept] + SIGNS * doubt[owner]
        facing = limit < 0
        lows, highs = _over(limit - dot(normals, edges.start[owner]), -dot(normals, edges.along[owner]))
        low[:, some] = np.maximum.reduceat(np.where(facing, lows, 0.0), first, axis=1)
        high[:, some] = np.minimum.reduceat(np.where(facing, highs, 1.0), first, axis=1)
        within[:, some] = ~np.logical_or.reduceat(facing, first, axis=1)
    # An origin within the blocker but not within it shrunk: no shadow is sure.
    unsure = around & ~within
    unsure[GROWN:SHRUNK] = False
    low = np.where(within, 0.0, np.maximum(low, in_wedge.low))
    high = np.where(within, 1.0, np.where(unsure, -1.0, np.minimum(high, in_wedge.high)))
    return Stretches(low, high)


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Stretches of edges that no shadow covers."""

    row: Indices
    """(G,) which edge."""
    low: Floats
    high: Floats


def gaps(whole_low: Floats, whole_high: Floats, row: Indices, low: Floats, high: Floats) -> Gaps:
    """Of the stretch of each edge (R,), what is left beside the shadows (K,), each on edge `row`."""
    count = len(whole_low)
    rows = np.arange(count)
    whole_low, whole_high = (np.where(whole_low < whole_high, each, 0.0) for each in (whole_low, whole_high))
    real = low < high
    row, low, high = row[real], low[real], high[real]
    owner = np.concatenate([rows, row, rows])
    begin = np.concatenate([whole_low, np.clip(low, whole_low[row], whole_high[row]), whole_high])
    end = np.concatenate([whole_low, np.clip(high, whole_low[row], whole_high[row]), whole_high])
    order = np.lexsort((begin, owner))
    owner, begin, end = owner[order], begin[order], end[order]
    # By rank among all ends, edge by edge: sums with the edge's number would round by how many edges there are.
    by_end = np.lexsort((end, owner))
    rank = np.empty(len(end), dtype=np.intp)
    rank[by_end] = np.arange(len(end))
    reached = end[by_end[np.maximum.accumulate(rank)]]
    free = (owner[1:] == owner[:-1]) & (begin[1:] - reached[:-1] > LEAST_GAP)
    return Gaps(owner[1:][free], reached[:-1][free], begin[1:][free])

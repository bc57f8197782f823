"""What can be seen of a target from a point, past blockers: many points, targets and blockers at once.

A line may end on any edge of the target within reach. All places that a convex blocker hides from a point, itself and
what lies behind it, are again convex. So on each straight edge it hides one stretch, and that is where all of a few
half-planes overlap: the two tangents from the point, and the blocker's sides that face the point. What can be seen is
what these stretches leave. Exact: no direction is sampled (docs/measurement-model.md, eq. 64 to 66).

                              left tangent
                    ____-------*  high
            ___-----######     |
     origin         ######     |  edge e(t) = start + t along of the target
            ---___  ######     |
                  ----___------*  low
                              right tangent

Each half-plane is an inequality `value + t slope >= 0`, so the stretch is the overlap of a few intervals
(`_nonnegative_interval`), and the gaps are found by sorting the ends of all stretches of an edge (`find_gaps`).

Each stretch is found three times, for the blocker grown by its doubt, as it is, and shrunk by it. Shrunk, it hides what
it hides wherever it may be within its doubt: so a thin sail becomes shorter, and does not vanish. A connected blocker
that is wholly before the edge hides the same as its convex hull does, so its wedge is enough (`behind_wedge`); other
blockers are taken solid by solid, with their sides (`behind_sides`).

Lists of different lengths (corners, solids, sides) are laid end to end in flat arrays, with the count of each list:

    counts  [3, 0, 2]      list_starts  [0, 3, 3]      flat  [a0 a1 a2 c0 c1]      owner  [0 0 0 2 2]
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.frames import Flags, Floats, Indices

GROWN, AS_IS, SHRUNK = 0, 1, 2
ALL_SIZES = slice(None)
SIGNS: Floats = np.array([[1.0], [0.0], [-1.0]])
"""Of the doubt, one row a size of the blocker."""
ROUND_SIDES = 32
"""A corner grown by its doubt is round; so many sides stand for the circle, and the doubt is at most 0.5 % more."""
MIN_GAP = 1e-9
"""Of an edge: a shorter gap between two shadows is an error of rounding."""
BEYOND_DOUBTS, BEYOND_MM = 1.01, 1e-3
"""What is beyond an edge by so much more than its doubt hides nothing of it, however the numbers are rounded."""


def list_starts(counts: Indices) -> Indices:
    """Where each list begins in the flat array."""
    first: Indices = counts.cumsum() - counts
    return first


def expand_lists(starts: Indices, counts: Indices) -> tuple[Indices, Indices]:
    """Take lists out of a pool, where they begin at `starts`: of each item, its list and its place in the pool."""
    owner: Indices = np.arange(len(counts)).repeat(counts)
    first: Indices = counts.cumsum() - counts
    return owner, np.arange(len(owner)) + (starts - first)[owner]


def clamp(values: Floats, low: Floats | float, high: Floats | float) -> Floats:
    """As `np.clip`, in a third of the time for a few numbers."""
    clamped: Floats = np.minimum(np.maximum(values, low), high)
    return clamped


def cross(a: Floats, b: Floats) -> Floats:
    crossed: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return crossed


def dot(a: Floats, b: Floats) -> Floats:
    summed: Floats = a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]
    return summed


def compute_sides(corners: Floats) -> tuple[Floats, Floats]:
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
class Sides:
    """The sides of S convex solids in a pool, each solid seen from an origin of its own."""

    pool_normals: Floats
    """Flat: outward, some only round the corners."""
    pool_out_mm: Floats
    """Flat: how far out along its normal each side lies, from the mat's origin."""
    first: Indices
    """(S,) where each solid's sides begin in the pool."""
    counts: Indices
    """(S,)."""
    origins: Floats
    """(S, 2)."""

    def of(self, solids: Indices) -> tuple[Indices, Floats, Floats]:
        """How many each of these solids has; flat, their normals and how far out they are from the solid's origin.

        Worked out for those that are asked for: most solids are wholly before an edge and never are.
        """
        counts = self.counts[solids]
        owner, side = expand_lists(self.first[solids], counts)
        normals = self.pool_normals[side]
        return counts, normals, self.pool_out_mm[side] - dot(normals, self.origins[solids][owner])


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
    far_mm: Floats
    """(N,) nothing of it is farther."""


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """R straight edges seen from the origin: the place t of an edge is `start + t along`, t from 0 to 1."""

    start: Floats
    along: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Stretches:
    """(3, K): from `low` to `high` along an edge, one row a size; empty where `low` is not below `high`."""

    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Stretches of edges that no shadow covers."""

    row: Indices
    """(G,) which edge."""
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Targets:
    """The edges of all targets, each seen from the origin of its question. All flat, R edges."""

    ask: Indices
    """(R,) whose target the edge is of; in ascending order."""
    edges: Edges
    reach_mm: Floats
    """(3, R) how far a line may go: to call it clear, as it is, to call it blocked."""


@dataclass(frozen=True, slots=True, eq=False)
class Blockers:
    """P blockers, each in the way of one question and seen from its origin."""

    ask: Indices
    """(P,) in ascending order."""
    doubt_mm: Floats
    middle: Floats
    corners: Floats
    corner_counts: Indices
    solid_counts: Indices
    solid_corners: Floats
    solid_corner_counts: Indices
    sides: Sides


@dataclass(frozen=True, slots=True, eq=False)
class Shadows:
    """K stretches of edges, each hidden by a blocker; one row a size of the blocker."""

    row: Indices
    blocker: Indices
    stretch: Stretches


@dataclass(frozen=True, slots=True, eq=False)
class Sights:
    targets: Targets
    in_reach: Stretches
    """(3, R)."""
    gaps: tuple[Gaps, Gaps, Gaps]
    """What can be seen past blockers that are grown, as they are, and shrunk."""
    shadows: Shadows
    wedges: Wedges
    """Of the blockers."""
    is_clear: Flags
    """(3, A) whether anything is seen, past blockers of each size."""
    shares: Floats
    """(A,) the part of the outline that faces the origin within reach, by length, that is seen."""
    hidden_mm: Floats
    """(P,) how much of its target's outline each blocker hides."""


def find_sights(targets: Targets, blockers: Blockers, asks: int) -> Sights:
    """Find what can be seen of the targets of so many questions."""
    # The stretch of each edge within its reach of the origin.
    square, half = dot(targets.edges.along, targets.edges.along), dot(targets.edges.start, targets.edges.along)
    inside = half**2 - square * (dot(targets.edges.start, targets.edges.start) - targets.reach_mm**2)
    root = np.sqrt(np.maximum(inside, 0.0))
    low, high = np.maximum((-half - root) / square, 0.0), np.minimum((-half + root) / square, 1.0)
    high = np.where(inside > 0, high, -1.0)
    kept = np.flatnonzero(low[SHRUNK] < high[SHRUNK])
    edges = Edges(targets.edges.start[kept], targets.edges.along[kept])
    targets = Targets(targets.ask[kept], edges, targets.reach_mm[:, kept])
    in_reach = Stretches(low[:, kept], high[:, kept])
    whole = compute_wedges(blockers.corners, blockers.corner_counts, blockers.middle, blockers.doubt_mm)
    shadows = _find_shadows(targets, in_reach, blockers, whole)
    # All three sizes at once, as if each edge were three.
    count, stretch = len(kept), shadows.stretch
    row = np.concatenate([shadows.row, shadows.row + count, shadows.row + 2 * count])
    left = find_gaps(in_reach.low.ravel(), in_reach.high.ravel(), row, stretch.low.ravel(), stretch.high.ravel())
    ends = np.searchsorted(left.row, (count, 2 * count)).tolist()
    grown, as_is, shrunk = (
        Gaps(left.row[part] - size * count, left.low[part], left.high[part])
        for size, part in enumerate((slice(0, ends[0]), slice(*ends), slice(ends[1], None)))
    )
    is_clear = np.array([np.bincount(targets.ask[lines.row], minlength=asks) > 0 for lines in (grown, as_is, shrunk)])
    length = np.sqrt(dot(edges.along, edges.along))
    facing = np.maximum(in_reach.high[AS_IS] - in_reach.low[AS_IS], 0.0) * length
    free = np.bincount(targets.ask[as_is.row], (as_is.high - as_is.low) * length[as_is.row], minlength=asks)
    shares: Floats = free / np.maximum(np.bincount(targets.ask, facing, minlength=asks), 1e-12)
    low = np.maximum(stretch.low[AS_IS], in_reach.low[AS_IS][shadows.row])
    high = np.minimum(stretch.high[AS_IS], in_reach.high[AS_IS][shadows.row])
    shaded = np.maximum(high - low, 0.0) * length[shadows.row]
    hidden = np.bincount(shadows.blocker, shaded, minlength=len(blockers.ask)).astype(np.float64)
    return Sights(targets, in_reach, (grown, as_is, shrunk), shadows, whole, is_clear, shares, hidden)


def compute_wedges(corners: Floats, counts: Indices, middle: Floats, doubt: Floats) -> Wedges:
    """`corners` flat, `counts` of each blocker, from the origin; `middle` (N, 2) lies within each outline."""
    if len(counts) == 0:
        none, flags = np.zeros((3, 0, 2)), np.zeros((3, 0), dtype=bool)
        return Wedges(none, none, flags, flags, np.zeros(0))
    first, owner = list_starts(counts), np.arange(len(counts)).repeat(counts)
    centre = middle[owner]
    turn = np.arctan2(cross(centre, corners), dot(centre, corners))
    away = np.hypot(corners[:, 0], corners[:, 1])
    with np.errstate(divide="ignore"):
        ratio = doubt[owner] / away
    lean = np.arcsin(np.minimum(1.0, ratio))
    # A corner that is nearer than its doubt bounds no shadow that is sure.
    sure = np.where(ratio < 1.0, lean, np.inf)
    right = np.minimum.reduceat(np.array([turn - lean, turn, turn + sure]), first, axis=1)
    left = np.maximum.reduceat(np.array([turn + lean, turn, turn - sure]), first, axis=1)
    is_empty, is_around = right >= left, left - right >= math.pi - 1e-9
    base = np.arctan2(middle[:, 1], middle[:, 0])
    right, left = (np.where(np.isfinite(bound), bound, 0.0) + base for bound in (right, left))
    return Wedges(
        np.stack([np.cos(right), np.sin(right)], axis=-1),
        np.stack([np.cos(left), np.sin(left)], axis=-1),
        is_empty,
        is_around,
        np.maximum.reduceat(away, first),
    )


def _find_shadows(targets: Targets, in_reach: Stretches, blockers: Blockers, whole: Wedges) -> Shadows:
    if len(blockers.ask) == 0 or len(targets.ask) == 0:
        none = np.zeros(0, dtype=np.intp)
        return Shadows(none, none, Stretches(np.zeros((3, 0)), np.zeros((3, 0))))
    edges = targets.edges
    # How near each edge comes within reach.
    foot = -dot(edges.start, edges.along) / dot(edges.along, edges.along)
    place = edges.start + clamp(foot, in_reach.low[SHRUNK], in_reach.high[SHRUNK])[:, None] * edges.along
    near_mm = np.sqrt(dot(place, place))
    counts = np.bincount(blockers.ask, minlength=int(targets.ask[-1]) + 1)
    row, blocker = expand_lists(list_starts(counts)[targets.ask], counts[targets.ask])
    row, blocker, stretch = _pairs_in_reach(edges, in_reach, whole, row, blocker)
    before = whole.far_mm[blocker] + blockers.doubt_mm[blocker] <= near_mm[row]
    before &= ~whole.is_around[GROWN, blocker]
    simple, mixed = np.flatnonzero(before), np.flatnonzero(~before)
    by_solid = _solid_shadows(targets, in_reach, blockers, row[mixed], blocker[mixed], near_mm)
    return Shadows(
        np.concatenate([row[simple], by_solid.row]),
        np.concatenate([blocker[simple], by_solid.blocker]),
        Stretches(
            np.concatenate([stretch.low[:, simple], by_solid.stretch.low], axis=1),
            np.concatenate([stretch.high[:, simple], by_solid.stretch.high], axis=1),
        ),
    )


def _solid_shadows(
    targets: Targets, in_reach: Stretches, blockers: Blockers, row: Indices, blocker: Indices, near_mm: Floats
) -> Shadows:
    """Of blockers that are not wholly before an edge: solid by solid, with the sides that face the origin."""
    if len(row) == 0:
        return Shadows(row, blocker, Stretches(np.zeros((3, 0)), np.zeros((3, 0))))
    corners, corner_counts, edges = blockers.solid_corners, blockers.solid_corner_counts, targets.edges
    first = list_starts(corner_counts)
    middle = np.add.reduceat(corners, first, axis=0) / corner_counts[:, None]
    solids = compute_wedges(corners, corner_counts, middle, blockers.doubt_mm.repeat(blockers.solid_counts))
    which, solid = expand_lists(list_starts(blockers.solid_counts)[blocker], blockers.solid_counts[blocker])
    row, solid, stretch = _pairs_in_reach(edges, in_reach, solids, row[which], solid)
    blocker = np.arange(len(blockers.solid_counts)).repeat(blockers.solid_counts)[solid]
    doubt_mm = blockers.doubt_mm[blocker]
    before = solids.far_mm[solid] + doubt_mm <= near_mm[row]
    mixed = np.flatnonzero(~before | solids.is_around[GROWN, solid])
    # Many stand behind a target: what is wholly on the far side of an edge's line hides nothing of the edge.
    start, along = edges.start[row[mixed]], edges.along[row[mixed]]
    owner, corner = expand_lists(first[solid[mixed]], corner_counts[solid[mixed]])
    origin = -cross(along, start)
    far = (cross(along[owner], corners[corner]) + origin[owner]) * np.sign(origin)[owner]
    nearest = np.maximum.reduceat(far, list_starts(corner_counts[solid[mixed]])) if len(mixed) else np.zeros(0)
    beyond = nearest < -(BEYOND_DOUBTS * doubt_mm[mixed] + BEYOND_MM) * np.sqrt(dot(along, along))
    stretch.high[:, mixed[beyond]] = -1.0
    mixed = mixed[~beyond]
    if len(mixed):
        counts, normals, out_mm = blockers.sides.of(solid[mixed])
        exact = behind_sides(
            Edges(edges.start[row[mixed]], edges.along[row[mixed]]),
            normals,
            out_mm,
            counts,
            doubt_mm[mixed],
            Stretches(stretch.low[:, mixed], stretch.high[:, mixed]),
            solids.is_around[:, solid[mixed]],
        )
        stretch.low[:, mixed], stretch.high[:, mixed] = exact.low, exact.high
    return Shadows(row, blocker, stretch)


def _pairs_in_reach(
    edges: Edges, in_reach: Stretches, wedge: Wedges, row: Indices, of: Indices
) -> tuple[Indices, Indices, Stretches]:
    """Keep the pairs of an edge `row` and a wedge `of` where the largest shadow has anything of the longest reach in
    it, with the stretches in the directions of the wedge."""
    largest = behind_wedge(Edges(edges.start[row], edges.along[row]), wedge, of, slice(GROWN, GROWN + 1))
    low = np.maximum(largest.low[0], in_reach.low[SHRUNK][row])
    kept = np.flatnonzero(low < np.minimum(largest.high[0], in_reach.high[SHRUNK][row]))
    row, of = row[kept], of[kept]
    return row, of, behind_wedge(Edges(edges.start[row], edges.along[row]), wedge, of)


def behind_wedge(edges: Edges, wedge: Wedges, of: Indices, sizes: slice = ALL_SIZES) -> Stretches:
    """The stretch of each edge in the directions of its wedge, number `of`."""
    right, left = wedge.right[sizes, of], wedge.left[sizes, of]
    low, high = _nonnegative_interval(cross(right, edges.start), cross(right, edges.along))
    low2, high2 = _nonnegative_interval(-cross(left, edges.start), -cross(left, edges.along))
    around = wedge.is_around[sizes, of]
    low = np.where(around, 0.0, np.maximum(np.maximum(low, low2), 0.0))
    high = np.where(around, 1.0, np.minimum(np.minimum(high, high2), 1.0))
    return Stretches(low, np.where(wedge.is_empty[sizes, of], -1.0, high))


def _nonnegative_interval(value: Floats, slope: Floats) -> tuple[Floats, Floats]:
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
    owner = np.arange(len(counts)).repeat(counts)
    low, high, within = np.zeros((3, len(counts))), np.ones((3, len(counts))), np.ones((3, len(counts)), dtype=bool)
    # What does not face the origin when the blocker is shrunk does not when it is larger.
    kept = np.flatnonzero(out_mm - doubt[owner] < 0)
    owner, normals = owner[kept], normals[kept]
    counts = np.bincount(owner, minlength=len(counts))
    some = np.flatnonzero(counts)
    if len(some):
        first = list_starts(counts[some])
        limit = out_mm[kept] + SIGNS * doubt[owner]
        facing = limit < 0
        lows, highs = _nonnegative_interval(limit - dot(normals, edges.start[owner]), -dot(normals, edges.along[owner]))
        low[:, some] = np.maximum.reduceat(np.where(facing, lows, 0.0), first, axis=1)
        high[:, some] = np.minimum.reduceat(np.where(facing, highs, 1.0), first, axis=1)
        within[:, some] = ~np.logical_or.reduceat(facing, first, axis=1)
    # An origin within the blocker but not within it shrunk: no shadow is sure.
    unsure = around & ~within
    unsure[GROWN:SHRUNK] = False
    low = np.where(within, 0.0, np.maximum(low, in_wedge.low))
    high = np.where(within, 1.0, np.where(unsure, -1.0, np.minimum(high, in_wedge.high)))
    return Stretches(low, high)


def find_gaps(whole_low: Floats, whole_high: Floats, row: Indices, low: Floats, high: Floats) -> Gaps:
    """Of the stretch of each edge (R,), what is left beside the shadows (K,), each on edge `row`."""
    count = len(whole_low)
    rows = np.arange(count)
    whole_low, whole_high = (np.where(whole_low < whole_high, bound, 0.0) for bound in (whole_low, whole_high))
    real = low < high
    row, low, high = row[real], low[real], high[real]
    owner = np.concatenate([rows, row, rows])
    begin = np.concatenate([whole_low, clamp(low, whole_low[row], whole_high[row]), whole_high])
    end = np.concatenate([whole_low, clamp(high, whole_low[row], whole_high[row]), whole_high])
    order = np.lexsort((begin, owner))
    owner, begin, end = owner[order], begin[order], end[order]
    # By rank among all ends, edge by edge: sums with the edge's number would round by how many edges there are.
    by_end = np.lexsort((end, owner))
    rank = np.empty(len(end), dtype=np.intp)
    rank[by_end] = np.arange(len(end))
    reached = end[by_end[np.maximum.accumulate(rank)]]
    free = (owner[1:] == owner[:-1]) & (begin[1:] - reached[:-1] > MIN_GAP)
    return Gaps(owner[1:][free], reached[:-1][free], begin[1:][free])


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


def measure_clearance(end: Floats, solids: Solids) -> tuple[Floats, Floats]:
    """How far lines to `end` (K, 2) pass their convex solids: above zero past it, below zero through it; and the share
    of each line at which it meets its solid, infinite where it does not.

    Through it, the number is how far the solid would have to be pushed, in whichever direction is shortest, to set the
    line free. A thin sail that is hit in the middle is therefore well hit, however thin it is.
    """
    aside = corners_aside(end, solids.corners, solids.corner_counts)
    first, owner = list_starts(solids.side_counts), np.arange(len(end)).repeat(solids.side_counts)
    out, slope = solids.out_mm, dot(solids.normals, end[owner])
    push = np.minimum.reduceat(np.maximum(out, out - slope), first)
    depth = np.minimum(push, np.minimum(aside.top_mm, -aside.bottom_mm))
    beyond = np.array([np.maximum.reduceat(-out, first), np.maximum.reduceat(slope - out, first)])
    free = np.minimum(aside.nearest_mm, np.where(beyond > 0, beyond, np.inf).min(axis=0))
    facing = (out < 0) & (slope < 0)
    met = np.maximum.reduceat(np.where(facing, out / np.where(facing, slope, 1.0), 0.0), first)
    return np.where(depth > 0, -depth, np.where(np.isfinite(free), free, 0.0)), np.where(depth > 0, met, np.inf)


@dataclass(frozen=True, slots=True, eq=False)
class Aside:
    """How the corners of K convex outlines lie beside K lines that start at the origin."""

    bottom_mm: Floats
    """(K,) how far to the left of its line the rightmost corner is."""
    top_mm: Floats
    """(K,) how far to the left of its line the leftmost corner is."""
    nearest_mm: Floats
    """How far the nearest corner is from the line: the outline is not farther."""


def corners_aside(end: Floats, corners: Floats, counts: Indices) -> Aside:
    """`corners` flat, `counts` of each outline, from the origin of its line to `end` (K, 2)."""
    first, owner = list_starts(counts), np.arange(len(end)).repeat(counts)
    length = np.hypot(end[:, 0], end[:, 1])
    along = (end / np.maximum(length, 1e-12)[:, None])[owner]
    left, ahead = cross(along, corners), dot(along, corners)
    outside = np.maximum(np.maximum(-ahead, ahead - length[owner]), 0.0)
    apart = np.minimum.reduceat(np.hypot(left, outside), first)
    return Aside(np.minimum.reduceat(left, first), np.maximum.reduceat(left, first), apart)

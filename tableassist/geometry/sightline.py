"""What can be seen of a target from a point, past blockers: many points, targets and blockers at once.

A line may end on any edge of the target within reach. On each edge every blocker hides one stretch (`shadow`), so what
is left is a matter of stretches on a line, and nothing is sampled.
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, Indices
from tableassist.geometry.ragged import begins, spread
from tableassist.geometry.shadow import (
    AS_IS,
    GROWN,
    SHRUNK,
    Edges,
    Gaps,
    Stretches,
    Wedges,
    behind_sides,
    behind_wedge,
    cross,
    dot,
    gaps,
    in_circle,
    wedges,
)
from tableassist.geometry.sides import Sides

BEYOND_DOUBTS, BEYOND_MM = 1.01, 1e-3
"""What is beyond an edge by so much more than its doubt hides nothing of it, however the numbers are rounded."""


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

    def clear(self, size: int, asks: int) -> Flags:
        """(A,) whether anything is seen."""
        return np.bincount(self.targets.ask[self.gaps[size].row], minlength=asks) > 0

    def shares(self, asks: int) -> Floats:
        """(A,) the part of the outline that faces the origin within reach, by length, that is seen."""
        length = np.sqrt(dot(self.targets.edges.along, self.targets.edges.along))
        whole = np.maximum(self.in_reach.high[AS_IS] - self.in_reach.low[AS_IS], 0.0) * length
        seen = self.gaps[AS_IS]
        free = np.bincount(self.targets.ask[seen.row], (seen.high - seen.low) * length[seen.row], minlength=asks)
        return np.asarray(free / np.maximum(np.bincount(self.targets.ask, whole, minlength=asks), 1e-12))

    def hidden_mm(self, blockers: int) -> Floats:
        """(P,) how much of its target's outline each blocker hides."""
        row, stretch = self.shadows.row, self.shadows.stretch
        low = np.maximum(stretch.low[AS_IS], self.in_reach.low[AS_IS][row])
        high = np.minimum(stretch.high[AS_IS], self.in_reach.high[AS_IS][row])
        along = self.targets.edges.along[row]
        hidden = np.maximum(high - low, 0.0) * np.sqrt(dot(along, along))
        return np.bincount(self.shadows.blocker, hidden, minlength=blockers).astype(np.float64)


def look(targets: Targets, blockers: Blockers) -> Sights:
    in_reach = in_circle(targets.edges, targets.reach_mm)
    kept = np.flatnonzero(in_reach.low[SHRUNK] < in_reach.high[SHRUNK])
    targets = Targets(targets.ask[kept], targets.edges.taken(kept), targets.reach_mm[:, kept])
    in_reach = Stretches(in_reach.low[:, kept], in_reach.high[:, kept])
    whole = wedges(blockers.corners, blockers.corner_counts, blockers.middle, blockers.doubt_mm)
    shadows = _shadows(targets, in_reach, blockers, whole)
    return Sights(targets, in_reach, _left(in_reach, shadows), shadows, whole)


def _left(in_reach: Stretches, shadows: Shadows) -> tuple[Gaps, Gaps, Gaps]:
    """All three sizes at once, as if each edge were three."""
    count = in_reach.low.shape[1]
    row = np.concatenate([shadows.row, shadows.row + count, shadows.row + 2 * count])
    stretch = shadows.stretch
    left = gaps(in_reach.low.ravel(), in_reach.high.ravel(), row, stretch.low.ravel(), stretch.high.ravel())
    ends = np.searchsorted(left.row, (count, 2 * count)).tolist()
    grown, as_is, shrunk = (
        Gaps(left.row[part] - size * count, left.low[part], left.high[part])
        for size, part in enumerate((slice(0, ends[0]), slice(*ends), slice(ends[1], None)))
    )
    return grown, as_is, shrunk


def _shadows(targets: Targets, in_reach: Stretches, blockers: Blockers, whole: Wedges) -> Shadows:
    if len(blockers.ask) == 0 or len(targets.ask) == 0:
        none = np.zeros(0, dtype=np.intp)
        return Shadows(none, none, Stretches(np.zeros((3, 0)), np.zeros((3, 0))))
    near = _nearest(targets.edges, in_reach)
    counts = np.bincount(blockers.ask, minlength=int(targets.ask[-1]) + 1)
    row, blocker = spread(begins(counts)[targets.ask], counts[targets.ask])
    touched = _touched(targets, in_reach, whole, row, blocker)
    row, blocker = row[touched], blocker[touched]
    stretch = behind_wedge(targets.edges.taken(row), whole, blocker)
    before = whole.far_mm[blocker] + blockers.doubt_mm[blocker] <= near[row]
    before &= ~whole.is_around[GROWN, blocker]
    simple, mixed = np.flatnonzero(before), np.flatnonzero(~before)
    by_solid = _solid_shadows(targets, in_reach, blockers, row[mixed], blocker[mixed], near)
    return Shadows(
        np.concatenate([row[simple], by_solid.row]),
        np.concatenate([blocker[simple], by_solid.blocker]),
        Stretches(
            np.concatenate([stretch.low[:, simple], by_solid.stretch.low], axis=1),
            np.concatenate([stretch.high[:, simple], by_solid.stretch.high], axis=1),
        ),
    )


def _solid_shadows(
    targets: Targets, in_reach: Stretches, blockers: Blockers, row: Indices, blocker: Indices, near: Floats
) -> Shadows:
    """Of blockers that do not lie wholly before an edge: solid by solid, with the sides that face the origin."""
    if len(row) == 0:
        return Shadows(row, blocker, Stretches(np.zeros((3, 0)), np.zeros((3, 0))))
    solids = _solid_wedges(blockers)
    first = begins(blockers.solid_counts)
    which, solid = spread(first[blocker], blockers.solid_counts[blocker])
    row, blocker = row[which], blocker[which]
    touched = _touched(targets, in_reach, solids, row, solid)
    row, blocker, solid = row[touched], blocker[touched], solid[touched]
    stretch = behind_wedge(targets.edges.taken(row), solids, solid)
    before = solids.far_mm[solid] + blockers.doubt_mm[blocker] <= near[row]
    mixed = np.flatnonzero(~before | solids.is_around[GROWN, solid])
    beyond = _beyond(targets.edges.taken(row[mixed]), solid[mixed], blockers, blockers.doubt_mm[blocker[mixed]])
    stretch.high[:, mixed[beyond]] = -1.0
    mixed = mixed[~beyond]
    if len(mixed):
        counts, normals, out_mm = blockers.sides.of(solid[mixed])
        exact = behind_sides(
            targets.edges.taken(row[mixed]),
            normals,
            out_mm,
            counts,
            blockers.doubt_mm[blocker[mixed]],
            _taken(stretch, mixed),
            solids.is_around[:, solid[mixed]],
        )
        stretch.low[:, mixed], stretch.high[:, mixed] = exact.low, exact.high
    return Shadows(row, blocker, stretch)


def _beyond(edges: Edges, solid: Indices, blockers: Blockers, doubt_mm: Floats) -> Flags:
    """Whether each solid lies wholly on the far side of its edge's line, and hides nothing of the edge: many stand
    behind a target."""
    counts = blockers.solid_corner_counts[solid]
    owner, corner = spread(begins(blockers.solid_corner_counts)[solid], counts)
    length = np.sqrt(dot(edges.along, edges.along))
    origin = -cross(edges.along, edges.start)
    far = cross(edges.along[owner], blockers.solid_corners[corner]) + origin[owner]
    # Seen from the origin's side of the line.
    nearest = np.maximum.reduceat(far * np.sign(origin)[owner], begins(counts)) if len(counts) else np.zeros(0)
    return nearest < -(BEYOND_DOUBTS * doubt_mm + BEYOND_MM) * length


def _solid_wedges(blockers: Blockers) -> Wedges:
    first = begins(blockers.solid_corner_counts)
    middle = np.add.reduceat(blockers.solid_corners, first, axis=0) / blockers.solid_corner_counts[:, None]
    doubt = np.repeat(blockers.doubt_mm, blockers.solid_counts)
    return wedges(blockers.solid_corners, blockers.solid_corner_counts, middle, doubt)


def _nearest(edges: Edges, in_reach: Stretches) -> Floats:
    """How near each edge comes."""
    foot = -dot(edges.start, edges.along) / dot(edges.along, edges.along)
    place = edges.start + np.clip(foot, in_reach.low[SHRUNK], in_reach.high[SHRUNK])[:, None] * edges.along
    return np.sqrt(dot(place, place))


def _touched(targets: Targets, in_reach: Stretches, wedge: Wedges, row: Indices, of: Indices) -> Indices:
    """Where the largest shadow has anything of the longest reach in it."""
    largest = behind_wedge(targets.edges.taken(row), wedge, of, slice(GROWN, GROWN + 1))
    low = np.maximum(largest.low[0], in_reach.low[SHRUNK][row])
    return np.flatnonzero(low < np.minimum(largest.high[0], in_reach.high[SHRUNK][row]))


def _taken(stretch: Stretches, which: Indices) -> Stretches:
    return Stretches(stretch.low[:, which], stretch.high[:, which])

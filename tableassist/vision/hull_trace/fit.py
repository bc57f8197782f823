"""One hull for all pictures: its outline, its height, and where it lay each time, by linear steps.

Unknowns: an outward offset d of every point of the contour, the deck's height h, its flare f (how much farther out the
deck is than the foot), and for each picture a shift (x, y) and a turn of the hull. An edge seen at offset e of point p
with outward normal n in picture k says, for a foot,

    e = d + n . (x_k, y_k) + t_k (p x n)                                        (1)

and for the deck's edge, seen with the height at h_0,

    e = d + n . (x_k, y_k) + t_k (p x n) + (h - h_0) (v . n) + (f - f_0)        (2)

where v is how far a point drifts on the sheet for each mm of height. Neighbours are held together by their second
differences, the two sides of a ship by their difference, the pictures' poses by what hand and tag say of them.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, Indices, PiecePoints
from tableassist.vision.hull_trace.edges import SeenEdges
from tableassist.vision.outline.curve import outward, smoothed

BEND_SIGMA_MM = 0.12
"""Of the offsets' second differences over three neighbours a step apart."""
SIDES_SIGMA_MM = 0.25
"""How much the two sides of a ship may differ, point by point."""
SHIFT_SIGMA_MM, TURN_SIGMA_RAD = 0.7, math.radians(1.2)
"""Of the poses that hand and tag gave, each time: wide, for a flag's tag leans by tenths of a millimetre."""
HEIGHT_SIGMA_MM, FLARE_SIGMA_MM = 3.0, 0.1
WEAK_MM = 3.0
VIEW_SIGMA_MM = 0.08
"""Between pictures of the same edge, whatever the noise."""
TUKEY = 4.0
ROUNDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class HullSolution:
    offset_mm: Floats
    """(N,) of the contour's points."""
    height_step_mm: float
    flare_step_mm: float
    steps: Floats
    """(K, 3) x, y, turn of each picture."""
    covariance: Floats
    """Of offsets, height, flare, then poses."""
    pose_covariances: Floats
    """(K, 3, 3) of each picture's pose against this outline: the outline's own plus-minus is left out."""
    weights: Floats
    """(K, N) how much of each edge was believed, 0 to 1."""
    scatter: float
    """Of the believed edges about the outline, in sigmas as stated."""
    chi: float


def solve_hull(
    contour: Floats,
    normals: Floats,
    seen: tuple[SeenEdges, ...],
    mirror: Indices | None,
    flare_mm: float,
    height_from_prior_mm: float,
) -> HullSolution:
    """`mirror`: (N,) index of each point's counterpart on the other side, or None where the sides are not alike.
    `height_from_prior_mm`: how far the height is now above what was believed of it."""
    count, views = len(contour), len(seen)
    size = count + 2 + 3 * views
    arm = contour[:, 0] * normals[:, 1] - contour[:, 1] * normals[:, 0]
    index, view, value, sigma, height, flare = _edges(seen)
    rows = np.zeros((len(index), size))
    each = np.arange(len(index))
    rows[each, index] = 1.0
    rows[each, count], rows[each, count + 1] = height, flare
    for k, column in enumerate((normals[index, 0], normals[index, 1], arm[index])):
        rows[each, count + 2 + 3 * view + k] = column
    priors, aims = _priors(count, views, mirror, contour, flare_mm, height_from_prior_mm)
    spread = np.hypot(sigma, VIEW_SIGMA_MM)
    weight = np.ones(len(index))
    found = np.zeros(size)
    scatter = 1.0
    for _ in range(ROUNDS):
        scaled = rows * (np.sqrt(weight) / spread)[:, None]
        normal = scaled.T @ scaled + priors.T @ priors
        found[:] = np.linalg.solve(normal, scaled.T @ (value * np.sqrt(weight) / spread) + priors.T @ aims)
        off = (value - rows @ found) / spread
        scatter = max(1.0, 1.4826 * float(np.median(np.abs(off))))
        weight = np.maximum(0.0, 1.0 - (off / (TUKEY * scatter)) ** 2) ** 2
    covariance = np.asarray(np.linalg.inv(normal) * scatter**2, dtype=np.float64)
    shown = np.zeros((views, count))
    shown[view, index] = weight
    off = (value - rows @ found) / spread
    chi = math.sqrt(float((weight * off**2).sum() / max(float(weight.sum()), 1.0)))
    poses = _pose_covariances(rows, weight / spread**2, view, views, count, scatter)
    return HullSolution(
        found[:count], float(found[count]), float(found[count + 1]), found[count + 2 :].reshape(-1, 3), covariance,
        poses, shown, scatter, chi,
    )  # fmt: skip


def _edges(seen: tuple[SeenEdges, ...]) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats]:
    """All edges of all pictures: point, picture, offset, sigma, and how they answer to height and flare."""
    parts = []
    for k, edges in enumerate(seen):
        at = np.flatnonzero(np.isfinite(edges.offset_mm))
        top = edges.is_top[at]
        parts.append(
            (
                at,
                np.full(len(at), k),
                edges.offset_mm[at],
                edges.sigma_mm[at],
                np.where(top, edges.drift_mm[at], 0.0),
                np.where(top, 1.0, 0.0),
            )
        )
    point, view, value, sigma, height, flare = (np.concatenate([part[k] for part in parts]) for k in range(6))
    return point.astype(np.intp), view.astype(np.intp), value, sigma, height, flare


def _priors(
    count: int, views: int, mirror: Indices | None, contour: Floats, flare_mm: float, height_from_prior_mm: float
) -> tuple[Floats, Floats]:
    """Rows and aims of what is believed beforehand, in sigmas."""
    size = count + 2 + 3 * views
    each = np.arange(count)
    bends = np.zeros((count, size))
    bends[each, each] = -2.0
    bends[each, (each + 1) % count] += 1.0
    bends[each, (each - 1) % count] += 1.0
    # A contour may turn sharply where it does already: at a bow's tip and a stern's corners.
    way = np.roll(contour, -1, axis=0) - contour
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    turn = np.arccos(np.clip((way * np.roll(way, 1, axis=0)).sum(axis=1), -1.0, 1.0))
    bends /= (BEND_SIGMA_MM * (1.0 + 4.0 * turn))[:, None]
    blocks, aims = [bends], [np.zeros(count)]
    weak = np.zeros((count, size))
    weak[each, each] = 1.0 / WEAK_MM
    blocks.append(weak)
    aims.append(np.zeros(count))
    if mirror is not None:
        pairs = np.flatnonzero(mirror > each)
        sides = np.zeros((len(pairs), size))
        sides[np.arange(len(pairs)), pairs] = 1.0 / SIDES_SIGMA_MM
        sides[np.arange(len(pairs)), mirror[pairs]] = -1.0 / SIDES_SIGMA_MM
        blocks.append(sides)
        aims.append(np.zeros(len(pairs)))
    rest = np.zeros((2 + 3 * views, size))
    rest[0, count], rest[1, count + 1] = 1.0 / HEIGHT_SIGMA_MM, 1.0 / FLARE_SIGMA_MM
    aim = np.zeros(2 + 3 * views)
    aim[0], aim[1] = -height_from_prior_mm / HEIGHT_SIGMA_MM, -flare_mm / FLARE_SIGMA_MM
    for k in range(views):
        for axis, sigma in enumerate((SHIFT_SIGMA_MM, SHIFT_SIGMA_MM, TURN_SIGMA_RAD)):
            rest[2 + 3 * k + axis, count + 2 + 3 * k + axis] = 1.0 / sigma
    blocks.append(rest)
    aims.append(aim)
    return np.concatenate(blocks), np.concatenate(aims)


def _pose_covariances(rows: Floats, weight: Floats, view: Floats, views: int, count: int, scatter: float) -> Floats:
    found = []
    for k in range(views):
        own = rows[view == k][:, count + 2 + 3 * k : count + 5 + 3 * k]
        normal = (own * weight[view == k][:, None]).T @ own
        normal += np.diag([SHIFT_SIGMA_MM**-2, SHIFT_SIGMA_MM**-2, TURN_SIGMA_RAD**-2])
        found.append(np.linalg.inv(normal) * scatter**2)
    return np.array(found)


def contour_normals(contour: Floats) -> Floats:
    """(N, 2) outward, over about a millimetre."""
    return outward(PiecePoints(contour), 1.0)


def shown_share(weights: Floats) -> Flags:
    """(N,) the points that at least one picture shows."""
    return np.asarray(smoothed((weights.max(axis=0) > 0.3).astype(np.float64), 0.7) > 0.35)

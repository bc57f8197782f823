"""One hull for all pictures: its outline, its height, and where it lay each time, by linear steps.

Unknowns: an outward offset d of every point of the contour, the deck's height h, its flare f (how much farther out the
deck is than the foot), for each picture a shift (x, y) and a turn t of the hull, and two errors b that all its feet and
all its deck edges share (shadow, tone). An edge seen at offset e of point p with outward normal n in picture k gives,
for a foot (docs/measurement-model.md, eq. 34),

    e = d + n . (x_k, y_k) + t_k (p x n) + b_k                                          (34)

and for the deck's edge, seen with the height at h_0,

    e = d + n . (x_k, y_k) + t_k (p x n) + (h - h_0) (v . n) + (f - f_0) + b'_k         (34b)

where v is how far a point drifts on the sheet for each mm of height. A foot needs no height, and every stretch of the
rim is turned to the camera in at least one of the four places, so feet alone give the outline; deck edges add the
height. Neighbours are held together by their second differences, the two sides of a ship by their difference, and the
pictures' poses by the tags: these tie the four poses together to a tenth of a millimetre, with a covariance of all of
them together (`PosePrior`), so that the solution is that of tags and hull at once.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Flags, Floats, Indices, PiecePoints
from tableassist.vision.hull_trace.edges import SeenEdges
from tableassist.vision.outline.curve import outward, smoothed

BEND_SIGMA_MM = 0.08
"""Of the offsets' second differences over three neighbours a step apart: a hull that leaves her model's shape by 0.5 mm
within 15 mm bends by this much."""
SIDES_SIGMA_MM = 0.25
"""How much the two sides of a ship may differ, point by point."""
HEIGHT_SIGMA_MM, FLARE_SIGMA_MM = 0.87, 0.15
"""Decks are 4 to 7 mm high, evenly (3 mm / sqrt 12), and hulls flare by 0 to 0.3 mm."""
BIAS_MEAN_MM, BIAS_SIGMA_MM = (0.04, -0.03), (0.08, 0.1)
"""What the feet and the deck edges of one picture have in common, outward: shade, sharpening and tone that the profiles
do not explain. By edges at their true places on ten path-traced ships: feet +0.06, decks -0.04 mm."""
USUAL_CONTRAST, MAX_BIAS_FACTOR = 0.6, 4.0
"""At which edges are biased as stated; a light hull on grey ground has 0.15."""
CORNER_FREEDOM = 12.0
"""How much more freely the offsets bend for each radian that the contour turns: a side that lies where it should says
nothing of how far aft the stern is."""
MODEL_SIGMA_MM = 1.0
"""How far a hull may be from the stretched model."""
VIEW_SIGMA_MM = 0.12
"""Between pictures of the same edge, whatever the noise."""
CORRELATED_POINTS = 4.0
"""Edges err alike over some 3 mm (planks, compression, a shadow's end): so many neighbours count as one."""
BOW_SIGMA_MM = 0.1
"""The frame is that in which the bow's tip is where the set-downs have it."""
TUKEY = 4.0
ROUNDS = 5
GLOBAL = 2
"""Height and flare."""


@dataclass(frozen=True, slots=True, eq=False)
class PosePrior:
    """What the tags say of the pictures' poses, and the hand of the bow."""

    aims: Floats
    """(K, 3) how far the poses by the tags are from the views as they are: along and across the hull (mm), turn."""
    covariance: Floats
    """(3 K, 3 K) of all of them together."""
    bow_ahead_mm: float
    """How far ahead of the foremost point of the contour the bow's tip is by the set-downs."""


@dataclass(frozen=True, slots=True, eq=False)
class HullSolution:
    offset_mm: Floats
    """(N,) of the contour's points."""
    height_step_mm: float
    flare_step_mm: float
    steps: Floats
    """(K, 3) x, y, turn of each picture."""
    covariance: Floats
    """(N + 2 + 3 K, ...) of offsets, height, flare, then poses."""
    weights: Floats
    """(K, N) how much of each edge was believed, 0 to 1."""
    chi: float
    """Of the believed edges about the outline, in sigmas as stated."""


def solve_hull(
    contour: Floats,
    normals: Floats,
    seen: tuple[SeenEdges, ...],
    mirror: Indices | None,
    *,
    moved_mm: Floats,
    flare_mm: float,
    height_from_prior_mm: float,
    poses: PosePrior,
) -> HullSolution:
    """`mirror`: (N,) index of each point's counterpart on the other side, or None where the sides are not alike.
    `moved_mm`: (N,) how far out each point is already from the stretched model, whose shape the priors are about.
    `height_from_prior_mm`: how far the height is now above what was believed of it."""
    count, views = len(contour), len(seen)
    first_pose, first_bias = count + GLOBAL, count + GLOBAL + 3 * views
    size = first_bias + 2 * views
    arm = contour[:, 0] * normals[:, 1] - contour[:, 1] * normals[:, 0]
    edges = _gather(seen)
    rows = np.zeros((len(edges.point), size))
    each = np.arange(len(edges.point))
    rows[each, edges.point] = 1.0
    rows[each, count] = np.where(edges.is_top, edges.drift, 0.0)
    rows[each, count + 1] = edges.is_top
    for k, column in enumerate((normals[edges.point, 0], normals[edges.point, 1], arm[edges.point])):
        rows[each, first_pose + 3 * edges.view + k] = column
    rows[each, first_bias + 2 * edges.view + edges.is_top] = edges.bias
    priors = _shape_priors(contour, mirror, size)
    # Held is the whole offset from the model, not the step: else each round may add its own roughness.
    aims = -priors[:, :count] @ moved_mm
    for more, more_aims in (
        _height_and_bias_priors(count, views, size, flare_mm, height_from_prior_mm),
        _pose_priors(count, size, poses),
        _bow_prior(contour, normals, size, poses),
    ):
        priors, aims = np.concatenate([priors, more]), np.concatenate([aims, more_aims])
    each_sigma = np.hypot(edges.sigma, VIEW_SIGMA_MM)
    spread = each_sigma * math.sqrt(CORRELATED_POINTS)
    weight = np.ones(len(edges.point))
    found, normal, scatter = np.zeros(size), np.eye(size), 1.0
    for _ in range(ROUNDS):
        scaled = rows * (np.sqrt(weight) / spread)[:, None]
        normal = scaled.T @ scaled + priors.T @ priors
        found[:] = np.linalg.solve(normal, scaled.T @ (edges.value * np.sqrt(weight) / spread) + priors.T @ aims)
        off = (edges.value - rows @ found) / each_sigma
        scatter = max(1.0, 1.4826 * float(np.median(np.abs(off))))
        weight = np.maximum(0.0, 1.0 - (off / (TUKEY * scatter)) ** 2) ** 2
    covariance = np.asarray(np.linalg.inv(normal) * scatter**2, dtype=np.float64)
    shown = np.zeros((views, count))
    shown[edges.view, edges.point] = weight
    off = (edges.value - rows @ found) / each_sigma
    chi = math.sqrt(float((weight * off**2).sum() / max(float(weight.sum()), 1.0)))
    steps = found[first_pose:first_bias].reshape(-1, 3)
    kept = slice(0, first_bias)
    return HullSolution(
        found[:count], float(found[count]), float(found[count + 1]), steps, covariance[kept, kept], shown, chi
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """All edges of all pictures: arrays over E."""

    point: Indices
    view: Indices
    value: Floats
    sigma: Floats
    drift: Floats
    is_top: Indices
    """1 for a deck's edge, 0 for a foot."""
    bias: Floats
    """How strongly each answers to the error that a picture's edges share: shade moves weak edges farther."""


def _gather(seen: tuple[SeenEdges, ...]) -> _Edges:
    at = [np.flatnonzero(np.isfinite(edges.offset_mm)) for edges in seen]
    pairs = list(zip(seen, at, strict=True))
    return _Edges(
        np.concatenate(at),
        np.concatenate([np.full(len(places), k, dtype=np.intp) for k, places in enumerate(at)]),
        np.concatenate([edges.offset_mm[places] for edges, places in pairs]),
        np.concatenate([edges.sigma_mm[places] for edges, places in pairs]),
        np.concatenate([edges.drift_mm[places] for edges, places in pairs]),
        np.concatenate([edges.is_top[places].astype(np.intp) for edges, places in pairs]),
        np.concatenate([_bias_factor(edges)[places] for edges, places in pairs]),
    )


def _bias_factor(edges: SeenEdges) -> Floats:
    """(N,) shade that no model describes takes a share of the light times its width, and moves an edge by that over the
    contrast."""
    return np.clip(USUAL_CONTRAST / np.maximum(edges.contrast, 1e-6), 1.0, MAX_BIAS_FACTOR)


def _shape_priors(contour: Floats, mirror: Indices | None, size: int) -> Floats:
    """Rows, in sigmas: a rim bends gently, and its two sides are alike."""
    count = len(contour)
    each = np.arange(count)
    bends = np.zeros((count, size))
    bends[each, each] = -2.0
    bends[each, (each + 1) % count] += 1.0
    bends[each, (each - 1) % count] += 1.0
    # A contour may turn sharply where it does already: at a bow's tip and a stern's corners.
    way = np.roll(contour, -1, axis=0) - contour
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    turn = np.arccos(np.clip((way * np.roll(way, 1, axis=0)).sum(axis=1), -1.0, 1.0))
    bends /= (BEND_SIGMA_MM * (1.0 + CORNER_FREEDOM * turn))[:, None]
    weak = np.zeros((count, size))
    weak[each, each] = 1.0 / MODEL_SIGMA_MM
    blocks = [bends, weak]
    if mirror is not None:
        pairs = np.flatnonzero(mirror > each)
        sides = np.zeros((len(pairs), size))
        sides[np.arange(len(pairs)), pairs] = 1.0 / SIDES_SIGMA_MM
        sides[np.arange(len(pairs)), mirror[pairs]] = -1.0 / SIDES_SIGMA_MM
        blocks.append(sides)
    return np.concatenate(blocks)


def _height_and_bias_priors(
    count: int, views: int, size: int, flare_mm: float, height_from_prior_mm: float
) -> tuple[Floats, Floats]:
    sigma = np.concatenate([[HEIGHT_SIGMA_MM, FLARE_SIGMA_MM], np.tile(BIAS_SIGMA_MM, views)])
    aims = np.concatenate([[-height_from_prior_mm, -flare_mm], np.tile(BIAS_MEAN_MM, views)])
    at = np.concatenate([count + np.arange(GLOBAL), count + GLOBAL + 3 * views + np.arange(2 * views)])
    rows = np.zeros((len(sigma), size))
    rows[np.arange(len(sigma)), at] = 1.0 / sigma
    return rows, aims / sigma


def _pose_priors(count: int, size: int, poses: PosePrior) -> tuple[Floats, Floats]:
    root = np.linalg.inv(np.linalg.cholesky(poses.covariance))
    rows = np.zeros((len(root), size))
    rows[:, count + GLOBAL : count + GLOBAL + len(root)] = root
    return rows, root @ poses.aims.ravel()


def _bow_prior(contour: Floats, normals: Floats, size: int, poses: PosePrior) -> tuple[Floats, Floats]:
    bow = int(contour[:, 0].argmax())
    rows = np.zeros((1, size))
    rows[0, bow] = normals[bow, 0] / BOW_SIGMA_MM
    return rows, np.array([poses.bow_ahead_mm / BOW_SIGMA_MM])


def contour_normals(contour: Floats) -> Floats:
    """(N, 2) outward, over about a millimetre."""
    return outward(PiecePoints(contour), 1.0)


def shown_share(weights: Floats) -> Flags:
    """(N,) the points that at least one picture shows."""
    return np.asarray(smoothed((weights.max(axis=0) > 0.3).astype(np.float64), 0.7) > 0.35)

"""How well each stretch of a traced rim is known, and each tag, without counting an error twice.

Rim and tags are measured in the same pictures. Let d be the errors of the rim's points, outward (covariance S), and m
those of a tag's x, y and yaw; both are known together (docs/measurement-model.md, "Outlines from the jig"). In play the
tags give the pose, so what counts of a point p with outward normal n is its error relative to the tags,

    r = d - a(p) m',        a(p) = (n_x, n_y, n_y x - n_x y)                                                   (1)

with m' the motion of the whole piece that the error of the tag that places her stands for. The table file keeps two
numbers apart, the tags' sigmas in the hull's frame and the rim's sigma, and a gap adds both. So the rim's is

    s^2 = max(var(d - rigid part), var(r) - what the tag's sigmas add at p)                                      (2)

the first because an outline compared with the true one after the best shift and turn must keep its claim, too.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.pieces.piece import TagMount
from tableassist.vision.hull_trace.trace import TracedHull

EDGE_FLOOR_MM = 0.14
"""What the fit's covariance does not know of each stretch by itself."""
COMMON_SHADE_MM, MIN_COMMON_MM, MAX_COMMON_MM = 0.11, 0.1, 0.8
"""What it does not know of the whole rim, too far out or in alike: shade that no model describes, as a share of the
ground's light times its width, over the contrast of hull and ground. A light hull in her own shadow has hardly a
step at her foot: whole outlines of light path-traced ships were 0.4 mm rms off, of dark ones 0.1 mm."""
EDGE_FLOOR_REACH_MM = 3.0
UNSEEN_FACTOR = 2.0
"""How much that grows with the share of the rim that no picture shows: what hides one stretch, the colour of a shadow,
weakens the edges that are left."""
STERN_SIGMA_MM = 0.6
"""Of a transom as a whole: plate and print of a wake plate leave 2 mm of plain ground in front of it. Lengths of 50
path-traced ships came out 0.5 mm rms off, five of them by more than 1 mm; of seven bright ones, 1.0 mm rms."""
MIN_RIM_SIGMA_MM = 0.08


@dataclass(frozen=True, slots=True, eq=False)
class RimErrors:
    """Errors of a traced rim together with those of all unknowns of the tags' fit."""

    points: Floats
    """(N, 2)."""
    normals: Floats
    covariance: Floats
    """(N, N) of the points, outward."""
    with_unknowns: Floats
    """(N, U) covariance with the unknowns of the fit."""
    unknowns: Floats
    """(U, U) their own."""

    @property
    def by_motion(self) -> Floats:
        """(N, 3) how far each point moves outward with x, y and turn of the piece."""
        (x, y), (nx, ny) = self.points.T, self.normals.T
        return np.column_stack([nx, ny, ny * x - nx * y])

    def shape_variance(self) -> Floats:
        """(N,) once the rim is shifted and turned onto the true one as well as possible."""
        motion = self.by_motion
        rest = np.eye(len(motion)) - motion @ np.linalg.pinv(motion)
        return np.asarray(np.einsum("ij,jk,ik->i", rest, self.covariance, rest), dtype=np.float64)

    def variance_from(self, by_unknowns: Floats) -> Floats:
        """(N,) of (1), with the piece's motion (3,) as the fit's unknowns give it: (3, U)."""
        motion = self.by_motion
        cross = self.with_unknowns @ by_unknowns.T
        own = by_unknowns @ self.unknowns @ by_unknowns.T
        variance = np.diag(self.covariance) - 2.0 * (cross * motion).sum(axis=1)
        return np.asarray(variance + np.einsum("ni,ij,nj->n", motion, own, motion), dtype=np.float64)


def common_mm(traced: TracedHull) -> float:
    """How far the whole rim may be off alike, by the hull's contrast."""
    return float(np.clip(COMMON_SHADE_MM / max(traced.contrast, 1e-6), MIN_COMMON_MM, MAX_COMMON_MM))


def widen(traced: TracedHull) -> Floats:
    """(N, N) the rim's covariance with what the fit does not know of."""
    points, normals = np.asarray(traced.points), traced.normals
    floor_mm = EDGE_FLOOR_MM * (1.0 + UNSEEN_FACTOR * float(1.0 - traced.shown.mean()))
    apart = np.linalg.norm(points[:, None] - points, axis=-1)
    stern = STERN_SIGMA_MM * np.clip(-normals[:, 0], 0.0, 1.0) ** 4
    local = floor_mm**2 * np.exp(-0.5 * (apart / EDGE_FLOOR_REACH_MM) ** 2)
    return np.asarray(traced.rim_covariance + common_mm(traced) ** 2 + local + np.outer(stern, stern), dtype=np.float64)


def motion_by_tag(mount: TagMount, column: int, size: int) -> Floats:
    """(3, U) the motion of the piece (x, y, turn about the origin) that errors of a tag's x, y and yaw stand for.

    `column`: of the tag's x among the fit's unknowns; y, z and yaw follow.
    """
    out = np.zeros((3, size))
    out[0, column] = out[1, column + 1] = out[2, column + 3] = 1.0
    out[0, column + 3], out[1, column + 3] = mount.y_mm, -mount.x_mm
    return out


def rim_sigmas_mm(errors: RimErrors, by_unknowns: Floats, mount: TagMount) -> Floats:
    """(N,) of equation (2); `mount` is the tag that places the piece, with its sigmas."""
    (x, y), (nx, ny) = errors.points.T, errors.normals.T
    pivot = mount.pivot_x_mm or 0.0
    swing = ny * (x - pivot) - nx * y
    by_mount = mount.sigma_xy_mm**2 + (mount.sigma_yaw_rad * swing) ** 2
    variance = np.maximum(errors.shape_variance(), errors.variance_from(by_unknowns) - by_mount)
    return np.asarray(np.sqrt(np.maximum(variance, MIN_RIM_SIGMA_MM**2)), dtype=np.float64)


def tag_in_frame(covariance: Floats, with_frame: Floats, frame: Floats, x_mm: float, y_mm: float) -> Floats:
    """(4, 4) of a tag's x, y, z and yaw in a frame that errs itself.

    `frame`: (3, 3) of the frame's x, y and turn; `with_frame`: (4, 3) of the tag with it.
    """
    by_frame = np.array([[1.0, 0.0, -y_mm], [0.0, 1.0, x_mm], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    cross = with_frame @ by_frame.T
    together = covariance - cross - cross.T + by_frame @ frame @ by_frame.T
    return np.asarray((together + together.T) / 2, dtype=np.float64)


def rms(values: Floats) -> float:
    return math.sqrt(float((values**2).mean()))

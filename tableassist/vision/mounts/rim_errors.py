"""How well each stretch of a traced rim is known, and each tag, without counting an error twice.

Rim and tags are measured in the same pictures. In play the tags give the pose, so what counts of a rim point p with
outward normal n is how far its error d is from the motion m of the whole piece that the error of a tag stands for,

    r = d - A m,        row of A: a(p) = (n_x, n_y, n_y x - n_x y)                                            (37)

with the covariance C of all points (docs/measurement-model.md, eq. 37 and 38). A table file keeps two things apart, a
tag's sigmas and the outline's, and a gap adds them. Where the frame of the piece lies is a choice: generalised least
squares

    q = Q A' C^-1 r,        Q = (A' C^-1 A)^-1,        rest = r - A q                                         (38)

splits r into a motion q and a rest that are uncorrelated, so their variances add up to that of r at every point. q is
what the tag's sigmas have to say, the rest is what the outline's have to.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats
from tableassist.pieces import TagMount
from tableassist.vision.hull_trace.trace import TracedHull

EDGE_FLOOR_MM = 0.14
"""What the fit's covariance does not know of each stretch by itself."""
EARNED_EDGE_FLOOR_MM = 0.07
"""The same of a trace that has earned it: neighbours were 0.06 to 0.12 mm rms about the mean of their ship there."""
COMMON_SHADE_MM, MIN_COMMON_MM, MAX_COMMON_MM = 0.11, 0.1, 0.8
"""What it does not know of the whole rim, too far out or in alike: shade that no model describes, as a share of the
ground's light times its width, over the step of light from hull to ground. A light hull in her own shadow has hardly a
step at her foot: whole outlines of light path-traced ships were 0.4 mm rms off, of dark ones 0.1 mm. A yellow hull has
colour but no step (0.25), and was 0.5 mm off."""
EARNED_COMMON_MM = 0.11
"""Of a trace that has earned it: -0.06 mm in the mean of seven ships, 0.10 rms (two path-traced evenings)."""
EARNED_EXPLAINED, EARNED_STEP = (0.78, 0.87), (0.5, 0.6)
"""From where on, and where fully, a trace earns the smaller floors: how much of the pictures' edges it explains, and
the step of light. Sound traces of dark, brown and red hulls explain 0.88 to 0.96; one 1.7 mm too wide did 0.83."""
EDGE_FLOOR_REACH_MM = 3.0
UNSEEN_FACTOR = 2.0
"""How much that grows with the share of the rim that no picture shows: what hides one stretch, the colour of a shadow,
weakens the edges that are left."""
STERN_SIGMA_MM = 0.6
"""Of a transom as a whole: plate and print of a wake plate leave 2 mm of plain ground in front of it. Lengths of 50
path-traced ships came out 0.5 mm rms off, five of them by more than 1 mm; of seven bright ones, 1.0 mm rms."""
BOW_RELIEF = 0.8
"""How much less of both a bow has, by how far her rim there faces ahead: all four pictures show it, and no sail shades
it. Rims facing ahead by 60 degrees or less off the keel were 0.14 mm rms off on 30 path-traced ships, where the fit by
itself says 0.15 and with the whole floor 0.26; on 20 others 0.16."""
MIN_RIM_SIGMA_MM = 0.08
POINT_SIGMA_MM = 0.05
"""Of each point by itself, about the noise of one edge over its neighbours: without it the smooth covariances above
would let differences between neighbours decide where the whole piece is."""


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

    def relative_to(self, by_unknowns: Floats) -> Floats:
        """(N, N) covariance of (1), with the piece's motion (3,) as the fit's unknowns give it: (3, U)."""
        motion = self.by_motion
        cross = self.with_unknowns @ by_unknowns.T @ motion.T
        own = by_unknowns @ self.unknowns @ by_unknowns.T
        return np.asarray(self.covariance - cross - cross.T + motion @ own @ motion.T, dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class SplitErrors:
    """Errors of a rim relative to a tag: those of the whole piece, and those of the rim by itself."""

    motion: Floats
    """(3, 3) covariance of x, y and turn about the origin."""
    rim_sigma_mm: Floats
    """(N,) of the rest."""


def split_errors(errors: RimErrors, by_unknowns: Floats) -> SplitErrors:
    """Split the rim's errors relative to a tag by eq. 38."""
    motion = errors.by_motion
    relative = errors.relative_to(by_unknowns) + POINT_SIGMA_MM**2 * np.eye(len(motion))
    rigid = np.linalg.inv(motion.T @ np.linalg.solve(relative, motion))
    rest = np.diag(relative) - np.einsum("ni,ij,nj->n", motion, rigid, motion)
    return SplitErrors((rigid + rigid.T) / 2, np.sqrt(np.maximum(rest, MIN_RIM_SIGMA_MM**2)))


def earned_share(traced: TracedHull) -> float:
    """How much of the way to the smaller floors a trace has earned by what the pictures show, 0 to 1."""
    values = ((traced.explained, EARNED_EXPLAINED), (traced.step, EARNED_STEP))
    return math.prod(float(np.clip((value - low) / (high - low), 0.0, 1.0)) for value, (low, high) in values)


def common_mm(traced: TracedHull) -> float:
    """How far the whole rim may be off alike, by the step of light from hull to ground."""
    usual = float(np.clip(COMMON_SHADE_MM / max(traced.step, 1e-6), MIN_COMMON_MM, MAX_COMMON_MM))
    return usual + earned_share(traced) * (min(usual, EARNED_COMMON_MM) - usual)


def widen(traced: TracedHull) -> Floats:
    """(N, N) the rim's covariance with what the fit does not know of."""
    points, normals = np.asarray(traced.points), traced.normals
    edge_mm = EDGE_FLOOR_MM + earned_share(traced) * (EARNED_EDGE_FLOOR_MM - EDGE_FLOOR_MM)
    floor_mm = edge_mm * (1.0 + UNSEEN_FACTOR * float(1.0 - traced.shown.mean()))
    apart = np.linalg.norm(points[:, None] - points, axis=-1)
    stern = STERN_SIGMA_MM * np.clip(-normals[:, 0], 0.0, 1.0) ** 4
    share = 1.0 - BOW_RELIEF * np.clip(normals[:, 0], 0.0, 1.0)
    local = floor_mm**2 * np.exp(-0.5 * (apart / EDGE_FLOOR_REACH_MM) ** 2)
    floors = np.outer(share, share) * (MIN_COMMON_MM**2 + local)
    # The bow's relief was measured on hulls that stand out from the sheet; what a weak contrast adds holds all round.
    weak = common_mm(traced) ** 2 - MIN_COMMON_MM**2
    return np.asarray(traced.rim_covariance + floors + weak + np.outer(stern, stern), dtype=np.float64)


def motion_by_tag(mount: TagMount, column: int, size: int) -> Floats:
    """(3, U) the motion of the piece (x, y, turn about the origin) that errors of a tag's x, y and yaw stand for.

    `column`: of the tag's x among the fit's unknowns; y, z and yaw follow.
    """
    out = np.zeros((3, size))
    out[0, column] = out[1, column + 1] = out[2, column + 3] = 1.0
    out[0, column + 3], out[1, column + 3] = mount.y_mm, -mount.x_mm
    return out


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

"""One rim from what every view saw of it, solved together with what each view got wrong (docs/measurement-model.md,
eq. 63).

A view v that sees the rim at point i finds it at an offset along the outward normal n_i,

    o_iv = u_i + n_i . (t_v + theta_v J p_i - d_v dz) + r_iv dh - w_iv b + noise,

where u_i is the correction of the outline itself (the same in all views), t_v and theta_v are the errors of the
piece's pose in that view, d_v is how far a place moves on the mat, away from the camera, for each millimetre of height,
dz is the error of the tag's height (its place is off by d_v dz in every view, in a direction that turns with the
piece), dh is the error of the upper edge's height (r_iv = n_i . d_v where the upper edge is seen, 0 where the foot is),
and b is the share of a narrow wall w_iv that passes for mat. All but u_i have Gaussian priors.

The u_i are eliminated point by point (weighted means over the views), which leaves 3 V + 3 unknowns. Views that show
something else at a place (a sail, a shadow, an edge of the deck) are outliers: Tukey's biweight takes them out.
What moves all views alike cannot be told from a shift of the outline: only the priors limit it, and so it stays in the
covariance, as it should.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Flags, Floats

VIEW_SIGMA_MM = 0.08
"""Between views of the same rim, whatever the noise: pixels and compression fall on it differently."""
ROUNDS = 8
WIDE_MM, NARROW_MM = 1.6, 0.55
"""Half-width of the biweight in the first round, before the poses are corrected, and in the last."""
CUT_SIGMAS = 4.0
CORRELATED_POINTS = 3.0
"""Neighbouring rim points see the same pixels: of the steps of half a millimetre, about this many count as one."""


@dataclass(frozen=True, slots=True)
class Priors:
    """Sigmas of what is not the outline."""

    shift_mm: float
    turn_rad: float
    tag_height_mm: float
    top_height_mm: float
    wall_share: float


@dataclass(frozen=True, slots=True, eq=False)
class Nuisance:
    """What the views got wrong, so far."""

    shift_mm: Floats
    """(V, 2) in the piece's frame, without what the tag's height explains."""
    turn_rad: Floats
    """(V,)."""
    tag_height_mm: float
    top_height_mm: float
    wall_share: float

    @classmethod
    def none(cls, views: int) -> "Nuisance":
        return cls(np.zeros((views, 2)), np.zeros(views), 0.0, 0.0, 0.0)

    @property
    def vector(self) -> Floats:
        return np.concatenate(
            [self.shift_mm.ravel(), self.turn_rad, [self.tag_height_mm, self.top_height_mm, self.wall_share]]
        )

    @classmethod
    def of_vector(cls, vector: Floats) -> "Nuisance":
        views = (len(vector) - 3) // 3
        return cls(
            vector[: 2 * views].reshape(views, 2),
            vector[2 * views : 3 * views],
            float(vector[-3]),
            float(vector[-2]),
            float(vector[-1]),
        )


@dataclass(frozen=True, slots=True, eq=False)
class RimSightings:
    """(V, N) of V views at the N points of a contour; NaN offsets where a view does not show the rim."""

    offset_mm: Floats
    sigma_mm: Floats
    rise: Floats
    narrow_mm: Floats


@dataclass(frozen=True, slots=True, eq=False)
class JointRim:
    offset_mm: Floats
    """(N,) u; 0 where nothing is known."""
    sigma_mm: Floats
    """(N,) of u, with what the nuisances leave open."""
    count: Floats
    """(N,) how many views agree there."""
    known: Flags
    step: Nuisance
    """To be added to the nuisances so far."""
    nuisance_covariance: Floats
    spread_mm: float
    """RMS of single views about the rim."""


def solve_rim(
    points: Floats, normals: Floats, slants: Floats, seen: RimSightings, priors: Priors, so_far: Nuisance
) -> JointRim:
    """`slants`: (V, 2) d_v in the piece's frame. `so_far` is already taken out of `seen`."""
    views = len(seen.offset_mm)
    design = _design(points, normals, slants, seen)
    known = np.isfinite(seen.offset_mm)
    offset = np.where(known, seen.offset_mm, 0.0)
    variance = np.where(known, np.nan_to_num(seen.sigma_mm, posinf=1e3) ** 2 + VIEW_SIGMA_MM**2, 1.0)
    inverse_prior = _inverse_prior(views, priors)
    begun = so_far.vector
    step = np.zeros(len(begun))
    weights = np.where(known, 1.0 / variance, 0.0)
    normal = np.diag(inverse_prior)
    u = _consensus(np.where(known, offset, np.nan))
    for round_ in range(ROUNDS):
        residual = offset - np.einsum("vnk,k->vn", design, step) - u
        half = WIDE_MM + (NARROW_MM - WIDE_MM) * min(1.0, round_ / (ROUNDS - 3))
        reach = np.maximum(half, CUT_SIGMAS * np.sqrt(variance) * (half / NARROW_MM) ** 0.5)
        biweight = np.clip(1.0 - (residual / reach) ** 2, 0.0, 1.0) ** 2
        weights = np.where(known, biweight / variance, 0.0)
        total = weights.sum(axis=0)
        safe = np.maximum(total, 1e-12)
        mean_design = np.einsum("vn,vnk->nk", weights, design) / safe[:, None]
        mean_offset = (weights * offset).sum(axis=0) / safe
        centred = design - mean_design[None]
        scaled = weights[..., None] * centred / CORRELATED_POINTS
        normal = np.einsum("vnk,vnl->kl", scaled, centred) + np.diag(inverse_prior)
        right = np.einsum("vnk,vn->k", scaled, offset - mean_offset[None]) - inverse_prior * begun
        step = np.linalg.solve(normal, right)
        u = np.where(total > 0, mean_offset - mean_design @ step, 0.0)
    covariance = np.asarray(np.linalg.inv(normal), dtype=np.float64)
    residual = offset - np.einsum("vnk,k->vn", design, step) - u
    used = known & (weights * variance > 0.2)
    agreed = used.sum(axis=0)
    freedom = float(np.maximum(agreed - 1, 0).sum())
    chi = float(np.where(used, residual**2 / variance, 0.0).sum()) / freedom if freedom > 0 else 1.0
    spread = math.sqrt(float(np.where(used, residual**2, 0.0).sum()) / freedom) if freedom > 0 else 0.0
    # Views that scatter more than they should are taken at their word; less scatter does not narrow it.
    own = max(1.0, chi) / np.maximum(weights.sum(axis=0), 1e-12)
    shared = np.einsum("nk,kl,nl->n", mean_design, covariance, mean_design)
    seen_at_all = agreed > 0
    sigma = np.sqrt(np.where(seen_at_all, own, 1e4) + shared)
    return JointRim(
        np.where(seen_at_all, u, 0.0),
        sigma,
        agreed.astype(np.float64),
        seen_at_all,
        Nuisance.of_vector(step),
        covariance,
        spread,
    )


def _design(points: Floats, normals: Floats, slants: Floats, seen: RimSightings) -> Floats:
    """(V, N, 3 V + 3)."""
    views, count = seen.offset_mm.shape
    design = np.zeros((views, count, 3 * views + 3))
    lever = normals[:, 1] * points[:, 0] - normals[:, 0] * points[:, 1]
    for view in range(views):
        design[view, :, 2 * view : 2 * view + 2] = normals
        design[view, :, 2 * views + view] = lever
        design[view, :, -3] = -(normals @ slants[view])
    design[..., -2] = seen.rise
    design[..., -1] = -seen.narrow_mm
    return design


def _inverse_prior(views: int, priors: Priors) -> Floats:
    sigmas = np.concatenate(
        [
            np.full(2 * views, priors.shift_mm),
            np.full(views, priors.turn_rad),
            [priors.tag_height_mm, priors.top_height_mm, priors.wall_share],
        ]
    )
    return np.asarray(1.0 / sigmas**2)


def _consensus(offsets: Floats) -> Floats:
    """(N,) the offset that most views share within `NARROW_MM`, of equals the innermost; 0 where nothing is seen.

    What is taken for the rim by mistake is mostly farther out: sails and shadows lie beyond the hull.
    """
    ordered = np.sort(np.where(np.isnan(offsets), np.inf, offsets), axis=0)
    finite = np.isfinite(ordered)
    plain = np.where(finite, ordered, 0.0)
    apart = plain[None] - plain[:, None]
    together = ((apart >= 0.0) & (apart < 2 * NARROW_MM) & finite[None] & finite[:, None]).sum(axis=1)
    first = together.argmax(axis=0)
    columns = np.arange(ordered.shape[1])
    last = np.clip(first + (together[first, columns] - 1) // 2, 0, len(ordered) - 1)
    return np.where(finite[0], plain[last, columns], 0.0)

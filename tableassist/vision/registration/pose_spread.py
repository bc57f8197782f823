"""How well the camera's place is known: by the noise of the corners, and by how well the tags agree.

The factor is that of docs/measurement-model.md, eq. 59; how a piece's place answers to it is eq. 27.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.registration.layout_scale import scale_column
from tableassist.vision.registration.mat_places import covariance_root
from tableassist.vision.registration.mat_view import Equations, Estimate, MatView
from tableassist.vision.registration.picture_noise import split_squares
from tableassist.vision.registration.pose_fit import PoseFit, root_of_inverse, with_lens_prior

TOGETHER = 1.2
"""A bent sheet or a wrong lens moves neighbouring tags alike: however many tags, they tell hardly more than one."""
BY_CHANCE = 2.5
"""Mean squares of the tags' places against the picture's noise up to this are chance."""


@dataclass(frozen=True, slots=True, eq=False)
class PoseSpread:
    factor: Floats
    """(6 + M, K): how pose and lens shift answer to K independent unit errors."""
    place_chi: float
    """How far the tags lie from where they should, against this picture's noise; 1 is just right, and 0 where too few
    are seen to tell."""


def pose_spread(
    view: MatView,
    at: Estimate,
    kept: Flags,
    equations: Equations,
    doubts: tuple[PoseFit, ...] = (),
    *,
    scale_sigma: float = 0.0,
) -> PoseSpread:
    """`view` has the noise that the picture shows, and `equations` are its own there; `doubts` are other fits that may
    be the right ones; `scale_sigma` is by what share all distances between the tags may be wrong."""
    residual, jacobian = view.together(at, kept)
    tags = int(kept.sum())
    place = float(split_squares(equations)[0][kept].sum())
    freedom = 3 * tags - 6
    mean = place / freedom if freedom > 0 else 0.0
    # Residuals larger than their model says are taken at their word; smaller ones are not.
    noise = max(1.0, float(residual @ residual) / (8 * tags - 6))
    noise += max(0.0, mean * freedom / max(freedom - 2, 1) - BY_CHANCE) * max(1.0, tags / TOGETHER)
    factor = _factor(jacobian, noise)
    if doubts:
        whole = np.concatenate([factor, *(_covering(view, at, other) for other in doubts)], axis=1)
        factor = covariance_root(np.asarray(whole @ whole.T, dtype=np.float64))
    if scale_sigma > 0:
        centre = view.on_mat[kept].mean(axis=(0, 1))
        factor = np.concatenate([factor, scale_column(at, centre, scale_sigma)], axis=1)
    return PoseSpread(factor, math.sqrt(mean))


def _factor(jacobian: Floats, noise: float = 1.0) -> Floats:
    unknowns = jacobian.shape[1]
    _, normal = with_lens_prior(np.zeros(unknowns), jacobian.T @ jacobian / noise, np.zeros(unknowns - 6))
    return root_of_inverse(normal)


def _covering(view: MatView, at: Estimate, other: PoseFit) -> Floats:
    """So that the plus-minus holds what another fit says, and its own plus-minus."""
    _, jacobian = view.together(other.at, other.kept)
    return np.concatenate([_factor(jacobian), _step_between(at, other.at)[:, None]], axis=1)


def _step_between(one: Estimate, other: Estimate) -> Floats:
    """(6 + M,) the step that moves one estimate to the other."""
    turn = other.pose.rotation @ one.pose.rotation.T
    axis = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]])
    size = float(np.linalg.norm(axis))
    angle = math.atan2(size / 2.0, (float(np.trace(turn)) - 1.0) / 2.0)
    turned = axis * (angle / size if size > 1e-12 else 0.5)
    return np.concatenate([turned, other.pose.translation - one.pose.translation, other.lens_shift - one.lens_shift])

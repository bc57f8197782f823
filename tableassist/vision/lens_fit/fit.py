"""Lens, camera poses and the target's bend together by least squares in pixels (bundle adjustment).

The six numbers of each pose are eliminated view by view (Schur complement), so the cost grows with the views only.
That is why scipy's least_squares, which the other fits use, is not used here: it comes to the same lens to a millionth
of a sigma, but a calibration has some 200 fits of up to 140 unknowns, and takes four times as long with it (20 views
of a board: 15 s against 4 s).
"""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, Indices
from tableassist.vision.camera.lens import Lens, Projection, plain_lens
from tableassist.vision.camera.pose import CameraPose, rotation_by, skew
from tableassist.vision.lens_fit.models import LensModel, prior_sigma
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

STEPS = 40
CONVERGED = 1e-7
"""Relative change of the sum of squares."""
FIRST_NOISE_PX = 0.2
FIRST_DAMPING = 1e-3
LEAST_AHEAD_MM = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class LensFit:
    model: LensModel
    lens: Lens
    """Its covariance is that of the lens it started from; see lens_covariance."""
    poses: tuple[CameraPose, ...]
    """camera_from_target, one a view."""
    bend: Floats
    """(K,) amounts of the target's flex."""
    noise_px: float
    """Sigma of one corner coordinate by the residuals, with the unknowns counted."""
    residuals: tuple[Floats, ...]
    """(N, 2) seen minus predicted, one a view."""

    @property
    def rms_px(self) -> float:
        """Over corners, both axes together, as OpenCV counts it."""
        return float(np.sqrt((np.concatenate(self.residuals) ** 2).sum(axis=1).mean()))


@dataclass(frozen=True, slots=True, eq=False)
class Normals:
    """The linearised problem with every pose eliminated: per view over the shared unknowns (lens, then bend)."""

    matrix: Floats
    """(V, q, q)."""
    gradient: Floats
    """(V, q)."""
    pose_matrix: Floats
    """(V, 6, 6)."""
    pose_gradient: Floats
    """(V, 6)."""
    pose_shared: Floats
    """(V, 6, q)."""


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    lens: Lens
    rotations: Floats
    translations: Floats
    bend: Floats


class LensProblem:
    """All corners of all views in one stack, sorted by view."""

    def __init__(
        self, views: tuple[CalibrationView, ...], target: CalibrationTarget, model: LensModel, noise_px: float
    ) -> None:
        index = np.concatenate([view.index for view in views])
        counts = np.array([len(view.index) for view in views])
        self.view_of: Indices = np.repeat(np.arange(len(views)), counts)
        self.first: Indices = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.intp)
        self.points = target.points[index]
        self.flex = target.flex[:, index].transpose(1, 2, 0)
        self.px = np.concatenate([view.px for view in views])
        self.noise_px = noise_px
        self.spread = model.spread
        self.flex_sigma = target.flex_sigma

    def residual(self, state: _State) -> Floats:
        return self._off(state.lens, self._in_camera(state)[0])

    def _off(self, lens: Lens, in_camera: Floats) -> Floats:
        return np.asarray(self.px - lens.project(in_camera), dtype=np.float64)

    def _in_camera(self, state: _State) -> tuple[Floats, Floats]:
        turned = np.einsum("nij,nj->ni", state.rotations[self.view_of], self.points + self.flex @ state.bend)
        return turned + state.translations[self.view_of], turned

    def priors(self, state: _State) -> tuple[Floats, Floats]:
        """Precision (q,) of the shared unknowns and how far each is off its prior's middle."""
        usual = plain_lens(state.lens.width_px, state.lens.height_px, 1.0).numbers
        weight = 1.0 / prior_sigma(state.lens) ** 2
        off = np.where(weight > 0, state.lens.numbers - usual, 0.0)
        precision = np.concatenate([self.spread.T @ weight, 1.0 / self.flex_sigma**2])
        return precision, np.concatenate([self.spread.T @ off, state.bend])

    def cost(self, state: _State) -> float:
        in_camera, _ = self._in_camera(state)
        if not (_ahead_mm(in_camera, state.lens) > LEAST_AHEAD_MM).all():
            return np.inf
        precision, off = self.priors(state)
        cost = float((self._off(state.lens, in_camera) ** 2).sum()) / self.noise_px**2 + float(precision @ off**2)
        return cost if np.isfinite(cost) else np.inf

    def normals(self, state: _State) -> Normals:
        in_camera, turned = self._in_camera(state)
        by_point = state.lens.point_jacobian(in_camera)
        by_flex = by_point @ state.rotations[self.view_of] @ self.flex
        shared = np.concatenate([state.lens.lens_jacobian(in_camera) @ self.spread, by_flex], axis=2) / self.noise_px
        pose = np.concatenate([by_point @ -skew(turned), by_point], axis=2) / self.noise_px
        residual = self._off(state.lens, in_camera) / self.noise_px
        joint = np.concatenate([shared, pose, residual[..., None]], axis=2)
        rows = joint.reshape(-1, joint.shape[2])
        products = np.stack([each.T @ each for each in np.split(rows, 2 * self.first[1:])])
        end = shared.shape[2]
        return Normals(
            matrix=products[:, :end, :end],
            gradient=products[:, :end, -1],
            pose_matrix=products[:, end:-1, end:-1],
            pose_gradient=products[:, end:-1, -1],
            pose_shared=products[:, end:-1, :end],
        )

    def step(self, state: _State, normals: Normals, damping: float) -> _State:
        precision, off = self.priors(state)
        eye = np.eye(6) * damping
        pose_matrix = normals.pose_matrix * (1 + eye)
        inner = np.linalg.solve(pose_matrix, normals.pose_shared)
        matrix = (normals.matrix - normals.pose_shared.transpose(0, 2, 1) @ inner).sum(axis=0)
        gradient = (normals.gradient - np.einsum("vpq,vp->vq", inner, normals.pose_gradient)).sum(axis=0)
        damped = matrix + np.diag(precision + damping * np.diag(matrix) + 1e-12)
        shared = np.linalg.solve(damped, gradient - precision * off) if len(precision) else np.zeros(0)
        rest = normals.pose_gradient - normals.pose_shared @ shared
        pose = np.linalg.solve(pose_matrix, rest[..., None])[..., 0]
        count = self.spread.shape[1]
        return _State(
            lens=state.lens.shifted(self.spread @ shared[:count]),
            rotations=np.stack([rotation_by(turn) for turn in pose[:, :3]]) @ state.rotations,
            translations=state.translations + pose[:, 3:],
            bend=state.bend + shared[count:],
        )


def _ahead_mm(in_camera: Floats, lens: Lens) -> Floats:
    """A fisheye also sees what is beside it."""
    return np.linalg.norm(in_camera, axis=1) if lens.projection is Projection.FISHEYE else in_camera[:, 2]


def fit_lens(
    views: tuple[CalibrationView, ...],
    target: CalibrationTarget,
    model: LensModel,
    lens: Lens,
    poses: tuple[CameraPose, ...],
    *,
    noise_px: float = FIRST_NOISE_PX,
    bend: Floats | None = None,
) -> LensFit:
    """Levenberg-Marquardt from a first lens and first poses."""
    problem = LensProblem(views, target, model, noise_px)
    start = np.zeros(len(target.flex_sigma)) if bend is None else bend
    state = _State(lens, np.stack([p.rotation for p in poses]), np.stack([p.translation for p in poses]), start)
    state = _descend(problem, state)
    residual = problem.residual(state)
    unknowns = len(model.free) + 6 * len(views)
    sigma = float(np.sqrt((residual**2).sum() / max(residual.size - unknowns, 1)))
    fitted = tuple(CameraPose(r, t) for r, t in zip(state.rotations, state.translations, strict=True))
    parts = tuple(np.split(residual, problem.first[1:]))
    return LensFit(model, state.lens, fitted, state.bend, sigma, parts)


def refit(fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget, model: LensModel) -> LensFit:
    """The same views again with another model, from where the last fit ended and with the noise it found."""
    noise_px = max(fit.noise_px, 0.01)
    return fit_lens(views, target, model, fit.lens, fit.poses, noise_px=noise_px, bend=fit.bend)


def shared_normals(
    fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget
) -> tuple[Normals, Floats, Floats]:
    """The normal equations at the end of a fit, in units of its noise; the prior precision of the unknowns, and how far
    they are off the prior's middle."""
    problem = LensProblem(views, target, fit.model, max(fit.noise_px, 1e-3))
    state = _State(
        fit.lens, np.stack([p.rotation for p in fit.poses]), np.stack([p.translation for p in fit.poses]), fit.bend
    )
    return problem.normals(state), *problem.priors(state)


def _descend(problem: LensProblem, state: _State) -> _State:
    damping, cost = FIRST_DAMPING, problem.cost(state)
    for _ in range(STEPS):
        normals = problem.normals(state)
        while damping < 1e8:
            trial = problem.step(state, normals, damping)
            trial_cost = problem.cost(trial)
            if trial_cost <= cost:
                break
            damping *= 8
        else:
            return state
        gain = cost - trial_cost
        state, cost, damping = trial, trial_cost, damping / 8
        if gain <= CONVERGED * cost:
            break
    return state

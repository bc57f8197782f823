"""The camera's place by least squares: damped steps, so that the fit never gets worse and never leaves what is
possible (docs/measurement-model.md, eq. 26 and 53)."""

from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.registration.mat_view import Equations, Estimate, MatView

MOST_STEPS = 40
CONVERGED = 1e-8
"""What a further step would gain, in squares of residuals against their noise: a ten-thousandth of a sigma."""
LEAST_DAMPING, MOST_DAMPING = 1e-4, 1e8


@dataclass(frozen=True, slots=True, eq=False)
class PoseFit:
    at: Estimate
    kept: Flags
    """(T,) the tags that were fitted."""
    equations: Equations
    """Of all tags, there."""
    cost: float
    """Sum of the squares of the kept tags' whitened residuals, and of the lens's shift."""

    @property
    def freedom(self) -> int:
        return 8 * int(self.kept.sum()) - 6

    @property
    def misfit(self) -> float:
        """Mean square of the residuals against what the noise model expects: 1 is just right."""
        return self.cost / self.freedom


def fit_pose(view: MatView, start: Estimate, kept: Flags) -> PoseFit:
    at, damping = start, 0.0
    equations = view.equations(at)
    cost = equations.cost_at(equations.residual, at.lens_shift, kept)
    slope, normal = _normal_equations(equations, kept)
    for _ in range(MOST_STEPS):
        step = solved(normal + damping * np.diag(np.diag(normal)), slope)
        if float(slope @ step) < CONVERGED * (1.0 + 1e-3 * cost):
            break
        trial = at.moved(step)
        if view.is_possible(trial):
            there = _equations_there(view, trial)
            if there is not None and equations.cost_at(there.residual, trial.lens_shift, kept) <= cost:
                at, equations = trial, there
                cost = equations.cost_at(equations.residual, at.lens_shift, kept)
                slope, normal = _normal_equations(equations, kept)
                damping = damping / 10.0 if damping > LEAST_DAMPING else 0.0
                continue
        damping = max(10.0 * damping, LEAST_DAMPING)
        if damping > MOST_DAMPING:
            break
    return PoseFit(at, kept, equations, cost)


def _equations_there(view: MatView, at: Estimate) -> Equations | None:
    """None so far off that no number holds them: a tag that lies elsewhere can pull a badly known lens there."""
    try:
        return view.equations(at)
    except np.linalg.LinAlgError:
        return None


def _normal_equations(equations: Equations, kept: Flags) -> tuple[Floats, Floats]:
    unknowns = equations.jacobian.shape[-1]
    white = (equations.whiten[kept] @ equations.jacobian[kept]).reshape(-1, unknowns)
    slope = white.T @ equations.white[kept].ravel()
    normal = white.T @ white
    return with_lens_prior(slope, normal, equations.lens_shift)


def with_lens_prior(slope: Floats, normal: Floats, lens_shift: Floats) -> tuple[Floats, Floats]:
    """(..., N) and (..., N, N), the lens held by its plus-minus."""
    held = np.zeros(slope.shape[-1])
    held[6:] = 1.0
    pull = np.concatenate([np.zeros(6), lens_shift])
    return slope - pull, normal + np.diag(held)


def solved(normal: Floats, slope: Floats) -> Floats:
    """(..., N); the unknowns are scaled alike first, for their sizes differ by millions."""
    scale = 1.0 / np.sqrt(np.diagonal(normal, axis1=-2, axis2=-1))
    alike = normal * scale[..., :, None] * scale[..., None, :]
    answer = np.linalg.solve(alike, (scale * slope)[..., None])[..., 0]
    return np.asarray(scale * answer, dtype=np.float64)


def root_of_inverse(normal: Floats) -> Floats:
    """A factor F with F F' the inverse."""
    scale = 1.0 / np.sqrt(np.diag(normal))
    root = np.linalg.cholesky(normal * np.outer(scale, scale))
    return np.asarray(scale[:, None] * np.linalg.inv(root).T, dtype=np.float64)

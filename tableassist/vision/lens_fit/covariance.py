"""How well a fitted lens is known, from how the views disagree and not only from the corners' noise.

Errors within one view go together (a hand that moved, paper that bent, blur to one side), so the usual covariance,
which takes every corner as independent, claims too much: three times too much on real sets. Leaving out one view at
a time (a jackknife, done in one step by the normal equations) shows what views really disagree by.
"""

from dataclasses import dataclass, replace

import numpy as np

from tableassist.geometry import Floats, Indices
from tableassist.vision.camera.lens import Lens
from tableassist.vision.lens_fit.fit import LensFit, shared_normals
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView

LEAST_KNOWN = 1e-11
"""The least precision of a direction, as a share of the best known one's: below this it is rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewPulls:
    """What each view alone says of the lens and of the target's bend, linearised where a fit of all views ended.

    The unknowns are scaled to be of one size, so that equations of coefficients that nearly cancel stay solvable.
    """

    matrix: Floats
    """(V, q, q) each view's information."""
    gradient: Floats
    """(V, q) each view's wish to move the unknowns."""
    prior: Floats
    """(q,) precision."""
    prior_gradient: Floats
    """(q,)."""
    into_lens: Floats
    """(12, q): PARAMETERS by the scaled unknowns; zero for the bend."""

    def precision(self, part: Indices) -> Floats:
        return _definite(self.matrix[part].sum(axis=0) + np.diag(self.prior))

    def step(self, part: Indices) -> Floats:
        """(q,) where these views alone would take the unknowns."""
        wish = self.gradient[part].sum(axis=0) + self.prior_gradient
        return np.asarray(np.linalg.solve(self.precision(part), wish), dtype=np.float64)

    def covariance(self, part: Indices) -> tuple[Floats, float]:
        """(12, 12) of the lens that these views alone would give, and by how much they disagree among themselves."""
        precision, matrix = self.precision(part), self.matrix[part]
        gradient = self.gradient[part] - matrix @ self.step(part)
        # (V, q): how the unknowns move when one view is left out.
        left = _definite(precision[None] - matrix)
        steps: Floats = np.linalg.solve(left, gradient[..., None])[..., 0].astype(np.float64)
        plain = np.linalg.inv(precision)
        excess, covariance = _widened((plain + plain.T) / 2, steps)
        whole = self.into_lens @ covariance @ self.into_lens.T
        return np.asarray((whole + whole.T) / 2, dtype=np.float64), excess


def view_pulls(fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget) -> ViewPulls:
    normals, prior, off = shared_normals(fit, views, target)
    inner = np.linalg.solve(normals.pose_matrix, normals.pose_shared)
    matrix = normals.matrix - normals.pose_shared.transpose(0, 2, 1) @ inner
    gradient = normals.gradient - np.einsum("vpq,vp->vq", inner, normals.pose_gradient)
    size = 1.0 / np.sqrt(matrix.sum(axis=0).diagonal() + prior + 1e-12)
    spread = fit.model.spread
    into_lens = np.concatenate([spread, np.zeros((len(spread), len(size) - spread.shape[1]))], axis=1) * size
    return ViewPulls(
        matrix * np.outer(size, size), gradient * size, (prior + 1e-12) * size**2, -prior * off * size, into_lens
    )


def lens_with_covariance(
    fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget
) -> tuple[Lens, float]:
    """The lens with its full covariance, and by how much the views disagree beyond the corners' noise (sigma)."""
    covariance, excess = view_pulls(fit, views, target).covariance(np.arange(len(views)))
    return replace(fit.lens, covariance=covariance), excess


def _definite(precision: Floats) -> Floats:
    """(..., q, q) with every direction known at least a little. Coefficients that nearly cancel leave one of which the
    views tell next to nothing, and rounding may even turn its precision negative."""
    known, directions = np.linalg.eigh((precision + precision.swapaxes(-1, -2)) / 2)
    least = LEAST_KNOWN * known[..., -1:]
    if (known >= least).all():
        return precision
    return np.asarray((directions * np.maximum(known, least)[..., None, :]) @ directions.swapaxes(-1, -2))


def _widened(plain: Floats, steps: Floats) -> tuple[float, Floats]:
    """`plain` made as wide as the jackknife says.

    With 20 views and 10 unknowns the jackknife's matrix is itself noisy: its eigenvalues against `plain` scatter
    widely about their mean even where nothing is wrong. So all directions are widened by the mean, and only those
    beyond that scatter (Marchenko and Pastur's edge) by their own value. It never narrows.
    """
    count, unknowns = steps.shape
    root = np.linalg.cholesky(plain)
    white = np.linalg.solve(root, steps.T)
    jackknife = white @ white.T * (count - 1) / count
    values, vectors = np.linalg.eigh(jackknife)
    mean = max(1.0, float(values.mean()))
    edge = mean * (1 + np.sqrt(unknowns / count)) ** 2
    wide = np.where(values > edge, values, mean)
    turned = root @ vectors
    return float(np.sqrt(mean)), np.asarray((turned * wide) @ turned.T, dtype=np.float64)

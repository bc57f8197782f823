"""How well a fitted lens is known, from how the views disagree and not only from the corners' noise.

Errors within one view go together (a hand that moved, paper that bent, blur to one side), so the usual covariance,
which takes every corner as independent, claims too much: three times too much on real sets. Leaving out one view at
a time (a jackknife, done in one step by the normal equations) shows what views really disagree by.
"""

from dataclasses import replace

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.camera.lens import Lens
from tableassist.vision.lens_fit.fit import LensFit, shared_normals
from tableassist.vision.lens_fit.target import CalibrationTarget, CalibrationView


def lens_with_covariance(
    fit: LensFit, views: tuple[CalibrationView, ...], target: CalibrationTarget
) -> tuple[Lens, float]:
    """The lens with its full covariance, and by how much the views disagree beyond the corners' noise (sigma)."""
    normals, prior = shared_normals(fit, views, target)
    inner = np.linalg.solve(normals.pose_matrix, normals.pose_shared)
    per_view = normals.matrix - normals.pose_shared.transpose(0, 2, 1) @ inner
    gradient = normals.gradient - np.einsum("vpq,vp->vq", inner, normals.pose_gradient)
    precision = per_view.sum(axis=0) + np.diag(prior + 1e-12)
    plain = np.linalg.inv(precision)
    # (V, q): how the unknowns move when one view is left out.
    steps = np.linalg.solve(precision[None] - per_view, gradient[..., None])[..., 0]
    excess, covariance = _widened(plain, steps)
    free = len(fit.model.free)
    spread = fit.model.spread
    whole = spread @ covariance[:free, :free] @ spread.T
    return replace(fit.lens, covariance=(whole + whole.T) / 2), excess


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

"""What the mat looks like round a hull, lit or in shadow, and how far each pixel is from that."""

import cv2
import numpy as np

from tableassist.geometry import Flags, Floats
from tableassist.vision.hull.patch import Layer

BLACK = 4.0
"""Added before the logarithm: below it there is only noise."""
LEAST_PIXELS = 60
ENOUGH_PIXELS = 1200
ROUNDS = 4
KEPT_SIGMAS = 2.8
LEAST_CHROMA = 0.012
"""No mat's colour is known better, in logarithms of ratios of colours."""
LEAST_BRIGHT = 0.03
SHADOW = 0.5
"""A shadow darkens by a factor of e to such a power, as one sigma: it says next to nothing."""
SHADOW_TINT = 0.12
"""The light that still reaches a shadow has another colour: by so much of the darkening."""
FAR = 3.5
"""Sigmas from the mat at which a pixel speaks for neither side, at least."""
HALF_WAY = 0.4
"""And at least this share of the way to the hull's own colours: at its rim, colours are mixed."""
DARK = 0.35
"""A pixel darker by e to this power may as well be a wall in shadow."""


def foreground(colours: Layer, ring: Flags, hull: Flags, *, least: float) -> tuple[Layer, float] | None:
    """(H, W) -1 for surely mat to 1 for surely something else; and how many sigmas the hull is from the mat.

    `colours` (H, W, 3) are BGR. `ring` holds the pixels that should show mat; what among them does not is left out.
    None where too few remain.
    `hull` holds those that may show hull; fewer than `least` that stand out are none.
    """
    logs = np.log(cv2.GaussianBlur(colours, (0, 0), 0.6) + BLACK)
    features = np.stack([logs[..., 0] - logs[..., 1], logs[..., 2] - logs[..., 1], logs.mean(axis=-1)], axis=-1).astype(
        np.float64
    )
    plane = _plane(ring.shape)
    some = np.flatnonzero(ring)[:: max(1, int(ring.sum()) // ENOUGH_PIXELS)]
    fit = _robust(features.reshape(-1, 3)[some], plane.reshape(-1, 3)[some])
    if fit is None:
        return None
    weights, spread = fit
    off = features - plane @ weights
    return _graded(off, spread, hull, least)


def _plane(shape: tuple[int, int]) -> Floats:
    rows, columns = shape
    v, u = np.mgrid[-1 : 1 : rows * 1j, -1 : 1 : columns * 1j]
    return np.stack([np.ones(shape), u, v], axis=-1)


def _robust(values: Floats, plane: Floats) -> tuple[Floats, Floats] | None:
    """Weights (3, 3) of the plane and covariance (3, 3) of what is left, without those that are far off."""
    kept: Flags = np.ones(len(values), bool)
    weights: Floats = np.zeros((3, 3))
    spread: Floats = np.eye(3)
    weights[0] = np.median(values, axis=0) if len(values) else 0.0
    for each in range(ROUNDS):
        off = values - plane @ weights
        middle = np.median(np.abs(off[kept]), axis=0) * 1.4826 if kept.any() else np.ones(3)
        sigma = np.maximum(middle, (LEAST_CHROMA, LEAST_CHROMA, LEAST_BRIGHT))
        kept = np.asarray((np.abs(off / sigma) < KEPT_SIGMAS).all(axis=1), bool)
        if kept.sum() < LEAST_PIXELS:
            return None
        if each < ROUNDS - 1:
            weights = np.asarray(np.linalg.lstsq(plane[kept], values[kept], rcond=None)[0], np.float64)
        spread = np.asarray(
            np.cov(off[kept].T) * 1.25, np.float64
        )  # what was cut off beyond KEPT_SIGMAS made it smaller
    return weights, spread + np.diag([LEAST_CHROMA**2, LEAST_CHROMA**2, LEAST_BRIGHT**2])


def _graded(off: Floats, spread: Floats, hull: Flags, least: float) -> tuple[Layer, float]:
    far = _sigmas(off, spread)
    among = far[hull]
    stands_out = among[among > FAR]
    typical = float(np.median(stands_out)) if len(stands_out) > least else 0.0
    limit = max(FAR, HALF_WAY * typical)
    graded = np.clip(far / limit - 1.0, -1.0, 1.0)
    unsure = np.exp(-np.maximum(0.0, -off[..., 2]) / DARK)
    evidence: Layer = np.where(graded < 0, graded * unsure, graded).astype(np.float32)
    return evidence, typical


def _sigmas(off: Floats, spread: Floats) -> Floats:
    """How far from the mat, with shadows and the noise of dark pixels allowed for."""
    dark = np.maximum(0.0, -off[..., 2])
    grown = np.exp(dark)  # noise is about the same in grey levels, so larger in logarithms
    a, b, c = (spread[i, j] * grown + (SHADOW_TINT * dark) ** 2 * (i == j) for i, j in ((0, 0), (1, 1), (0, 1)))
    x, y = off[..., 0], off[..., 1]
    chroma = (b * x * x - 2 * c * x * y + a * y * y) / np.maximum(a * b - c * c, 1e-12)
    sigma = np.where(off[..., 2] > 0, np.sqrt(spread[2, 2]), SHADOW)
    return np.asarray(np.sqrt(chroma + (off[..., 2] / sigma) ** 2), dtype=np.float64)

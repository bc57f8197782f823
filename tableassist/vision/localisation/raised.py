"""Pieces that may stand on something thin, or be held just above the mat, which hardly shows.

A tag that is nearer to the camera by a few millimetres looks larger by less than its noise. So nobody is warned; but
the place of a piece whose tag looks rather large is less sure, along the line of sight.
"""

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.vision.localisation.piece_fit import PieceFits

SHARE = 0.08
"""Of pieces: a coin under the keel, a card's edge, a hand that has not let go yet."""
RAISED_MM, RAISED_SIGMA_MM = 3.0, 1.5
MOST_SHARE = 0.5


def raised_spread(upright: PieceFits, covariance: Floats, wider: Floats, lift_sigma_mm: Floats) -> Floats:
    """(P, 3, 3) what is to be added to the covariance of each place, from the fit of pieces that stand on the mat, its
    covariance (P, 6, 6), how many times that of the corners really is (P,), and how well their lift was known
    beforehand (P,)."""
    known = lift_sigma_mm**2
    after, mean = covariance[:, 5, 5], upright.values[:, 5]
    # What the corners alone say of the height: the prior taken out again.
    seen = 1.0 / np.maximum(1.0 / after - 1.0 / known, 1e-6)
    height, seen = mean * seen / after, seen * wider
    stands, raised = seen + known, seen + RAISED_SIGMA_MM**2
    gain = (height**2 / stands - (height - RAISED_MM) ** 2 / raised + np.log(stands / raised)) / 2.0
    odds = SHARE / (1.0 - SHARE) * np.exp(np.clip(gain, -50.0, 50.0))
    share = np.minimum(odds / (1.0 + odds), MOST_SHARE)
    spread = 1.0 / (1.0 / seen + RAISED_SIGMA_MM**-2)
    middle = spread * (height / seen + RAISED_MM / RAISED_SIGMA_MM**2)
    by_lift = covariance[:, :3, 5] / after[:, None]
    moved = share * ((middle - mean) ** 2 + spread)
    return np.asarray(moved[:, None, None] * by_lift[:, :, None] * by_lift[:, None, :], dtype=np.float64)

"""Pieces that may stand on something thin, or be held just above the mat, which hardly shows.

A tag that is nearer to the camera by a few millimetres looks larger by less than its noise. So nobody is warned; but
the place of a piece whose tag looks rather large is less sure, along the line of sight. Where the picture tells nothing
of it, a call that would turn says that it holds if the piece stands on the mat: were every place less sure for the few
pieces that do not, all plus-minuses would be too wide (docs/measurement-model.md, eq. 31).
"""

import numpy as np

from tableassist.geometry import Floats
from tableassist.vision.localisation.piece_fit import PieceFits

SHIP_SHARE, TERRAIN_SHARE = 0.08, 0.01
"""Share of ships that are raised: a coin under the keel, a card's edge, a hand that has not let go yet. Islands and
other terrain are laid once and stay; one in a hundred has something below it."""
RAISED_MM, RAISED_SIGMA_MM = 3.0, 1.5
MOST_SHARE = 0.5
"""Places are less sure by what the picture adds to the share above, and by no more than this."""

LIKELY_SIGMAS = 2.0
"""A piece may be as high above the mat as its tags have it, and so much more."""
MOST_MM = 5.0
"""More than this is told."""


def raised_spread(
    upright: PieceFits, covariance: Floats, wider: Floats, lift_sigma_mm: Floats, usual_share: Floats
) -> Floats:
    """(P, 3, 3) what is to be added to the covariance of each place, from the fit of pieces that stand on the mat, its
    covariance (P, 6, 6), how many times that of the corners really is (P,), how well their lift was known beforehand
    (P,), and what share of such pieces is raised (P,)."""
    known, mean = lift_sigma_mm**2, upright.values[:, 5]
    height, seen = _by_corners(upright, covariance, wider, known)
    stands, raised = seen + known, seen + RAISED_SIGMA_MM**2
    gain = (height**2 / stands - (height - RAISED_MM) ** 2 / raised + np.log(stands / raised)) / 2.0
    odds = usual_share / (1.0 - usual_share) * np.exp(np.clip(gain, -50.0, 50.0))
    share = np.clip(odds / (1.0 + odds) - usual_share, 0.0, MOST_SHARE)
    spread = 1.0 / (1.0 / seen + RAISED_SIGMA_MM**-2)
    middle = spread * (height / seen + RAISED_MM / RAISED_SIGMA_MM**2)
    by_lift = _by_lift(covariance)
    moved = share * ((middle - mean) ** 2 + spread)
    return np.asarray(moved[:, None, None] * by_lift[:, :, None] * by_lift[:, None, :], dtype=np.float64)


def elsewhere_if_raised(upright: PieceFits, covariance: Floats, wider: Floats, lift_sigma_mm: Floats) -> Floats:
    """(P, 2) from where each piece lies to where it would, if it were as high above the mat as its tags allow."""
    height, seen = _by_corners(upright, covariance, wider, lift_sigma_mm**2)
    most = np.clip(height + LIKELY_SIGMAS * np.sqrt(seen), 0.0, MOST_MM)
    return np.asarray(most[:, None] * _by_lift(covariance)[:, :2], dtype=np.float64)


def _by_corners(upright: PieceFits, covariance: Floats, wider: Floats, known: Floats) -> tuple[Floats, Floats]:
    """(P,) what the corners alone say of the height, and its variance: what was known beforehand (a variance) is taken
    out again."""
    after = covariance[:, 5, 5]
    seen = 1.0 / np.maximum(1.0 / after - 1.0 / known, 1e-6)
    return upright.values[:, 5] * seen / after, seen * wider


def _by_lift(covariance: Floats) -> Floats:
    """(P, 3) how the place answers to the height."""
    return np.asarray(covariance[:, :3, 5] / covariance[:, 5, 5, None], dtype=np.float64)

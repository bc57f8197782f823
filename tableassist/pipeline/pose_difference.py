"""A pose that somebody states against the one that was measured, in units of the measured error."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, wrap_rad
from tableassist.scene.piece_pose import PiecePose

LEAST_SIGMA = 1e-6
"""mm and rad: no pose is known better."""


@dataclass(frozen=True, slots=True)
class PoseDifference:
    piece: str
    apart_mm: float
    turned_rad: float
    sigmas: float
    """How far off it is, in the direction in which that is worst, in units of the error."""
    tightest: float
    """The stated sigma as a share of the measured one, in the direction in which it is smallest; 1 is the same."""
    widest: float


def pose_differences(
    stated: Mapping[str, PiecePose], measured: Mapping[str, PiecePose], *, independent: bool
) -> tuple[PoseDifference, ...]:
    """Of the pieces that both have. `independent`: measured in other pictures, so that both errors add up; else the
    same picture gave both, and the measured error alone is the unit."""
    both = (piece for piece in stated if piece in measured)
    return tuple(_difference(each, stated[each], measured[each], independent=independent) for each in both)


def _difference(piece: str, stated: PiecePose, measured: PiecePose, *, independent: bool) -> PoseDifference:
    one, other = stated.pose, measured.pose
    step = np.array([one.x_mm - other.x_mm, one.y_mm - other.y_mm, wrap_rad(one.heading_rad - other.heading_rad)])
    unit = stated.covariance + measured.covariance if independent else measured.covariance
    shares = np.linalg.eigvalsh(_whitened(stated.covariance, measured.covariance))
    return PoseDifference(
        piece,
        math.hypot(step[0], step[1]),
        abs(float(step[2])),
        float(np.linalg.norm(np.linalg.solve(_root(unit), step))),
        math.sqrt(max(0.0, float(shares[0]))),
        math.sqrt(max(0.0, float(shares[-1]))),
    )


def _whitened(stated: Floats, measured: Floats) -> Floats:
    """The stated covariance in units of the measured one."""
    root = _root(measured)
    half = np.linalg.solve(root, stated)
    return np.asarray(np.linalg.solve(root, half.T), dtype=np.float64)


def _root(covariance: Floats) -> Floats:
    return np.asarray(np.linalg.cholesky(covariance + LEAST_SIGMA**2 * np.eye(3)), dtype=np.float64)

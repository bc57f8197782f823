"""A move in open water: straight segments end to end, each along the keel. How much is needed, how much there is.

Whatever point of the keel she turns about, that point runs along the segments, one straight line each, and the keel
lies along the last of them in the end. So all turns but the last are free, and together the segments before the last
one reach every point of a disc; the last one must come in along the keel. `margin` is how far inside (above zero) or
outside what can be reached the move ends.
"""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.pieces.model import PieceModel
from tableassist.rulebook.editions.terms.movement import Pivot
from tableassist.scene.piece_pose import PiecePose

ARRIVALS = 360
"""Headings tried for a ship that turned on her stern after she arrived."""
STEP = 1e-4


@dataclass(frozen=True, slots=True)
class Keel:
    """Places on the keel, forward of the hull's centre."""

    bow_mm: float
    pivot_mm: float
    stern_mm: float


def keel_of(model: PieceModel, pivot: Pivot) -> Keel:
    xs = [x for x, _ in model.hull]
    bow, stern = max(xs), model.stern[0] if model.stern is not None else min(xs)
    return Keel(bow, {Pivot.BOW: bow, Pivot.CENTRE: 0.0, Pivot.STERN: stern}[pivot], stern)


@dataclass(frozen=True, slots=True)
class Kinematics:
    """All orders of the segments that differ in open water: by which one comes last."""

    lasts: tuple[tuple[float, float], ...]
    """Each the sum of the others, and the last one, in mm."""
    slack_mm: float
    heading_slack_rad: float
    stern_turn: bool = False
    """Whether she may have turned on her stern at the end."""
    any_heading: bool = False
    """Whether the keel need not lie along the segments: a sea creature."""
    segments: int = 1

    @property
    def total_mm(self) -> float:
        return sum(self.lasts[0])


def from_sector(across: Floats, along: Floats, radius_mm: float, half_rad: float) -> Floats:
    """Signed distance from a sector with its tip at the origin, its middle along x; below zero inside."""
    r, angle = np.hypot(along, across), np.arctan2(np.abs(across), along)
    off = angle - half_rad
    beside = np.minimum(np.maximum(r * np.cos(off), 0.0), radius_mm)
    aside = np.hypot(r * np.cos(off) - beside, r * np.sin(off))
    depth = np.minimum(radius_mm - r, np.where(off < -math.pi / 2, r, r * np.sin(np.minimum(-off, math.pi / 2))))
    inside = np.where(r <= radius_mm, -depth, r - radius_mm)
    return np.where(off <= 0, inside, aside)


def margins(rows: Floats, keel: Keel, kinematics: Kinematics) -> Floats:
    """(M,) for rows of x, y, heading before and x, y, heading after (M, 6)."""
    start = _along(rows[:, :3], keel.pivot_mm)
    if kinematics.any_heading:
        end = _along(rows[:, 3:], keel.pivot_mm)
        gone: Floats = np.hypot(*(end - start).T)
        return kinematics.total_mm + kinematics.slack_mm - gone
    arrived = _arrivals(rows[:, 3:], keel) if kinematics.stern_turn else rows[:, None, 3:]
    ends = _along(arrived, keel.pivot_mm)
    gone = ends - start[:, None]
    c, s = np.cos(arrived[..., 2]), np.sin(arrived[..., 2])
    along, across = gone[..., 0] * c + gone[..., 1] * s, gone[..., 1] * c - gone[..., 0] * s
    best = [rest - from_sector(across, along, last, kinematics.heading_slack_rad) for rest, last in kinematics.lasts]
    most: Floats = np.max(best, axis=(0, 2))
    return most + kinematics.slack_mm


def _along(poses: Floats, x_mm: float) -> Floats:
    """The point of the keel at `x_mm` for poses (..., 3)."""
    heading = poses[..., 2]
    return np.stack([poses[..., 0] + x_mm * np.cos(heading), poses[..., 1] + x_mm * np.sin(heading)], axis=-1)


def _arrivals(after: Floats, keel: Keel) -> Floats:
    """(M, ARRIVALS, 3): every pose from which a turn on the stern gives the pose (M, 3)."""
    stern = _along(after, keel.stern_mm)
    heading = after[:, 2:] + np.linspace(0.0, 2 * math.pi, ARRIVALS, endpoint=False)
    x = stern[:, :1] - keel.stern_mm * np.cos(heading)
    y = stern[:, 1:] - keel.stern_mm * np.sin(heading)
    return np.stack([x, y, heading], axis=-1)


def margin_of(
    before: PiecePose,
    after: PiecePose,
    keel: Keel,
    kinematics: Kinematics,
    *,
    model_sigma_mm: float,
    ruler_sigma_mm: float,
) -> tuple[float, float]:
    """The margin and its sigma in mm, by both poses together: the camera's error moves both."""
    row = np.array([_values(before) + _values(after)])
    nudges = np.concatenate([np.zeros((1, 6)), np.eye(6) * STEP, -np.eye(6) * STEP])
    values = margins(row + nudges, keel, kinematics)
    slope = (values[1:7] - values[7:]) / (2 * STEP)
    variance = _variance(before, after, slope)
    longer = _longer(keel)
    variance += ((margins(row, longer, kinematics)[0] - values[0]) / STEP * model_sigma_mm) ** 2
    variance += (kinematics.segments * ruler_sigma_mm) ** 2
    return float(values[0]), math.sqrt(variance)


def _longer(keel: Keel) -> Keel:
    """With the end of the hull that she turns about a little farther out: the model may be wrong there, which matters
    as far as the two headings differ."""
    bow = keel.bow_mm + (STEP if keel.pivot_mm == keel.bow_mm else 0.0)
    stern = keel.stern_mm + (STEP if keel.pivot_mm == keel.stern_mm else 0.0)
    moved = keel.pivot_mm in (keel.bow_mm, keel.stern_mm)
    return Keel(bow, keel.pivot_mm + (STEP if moved else 0.0), stern)


def _values(pose: PiecePose) -> list[float]:
    return [pose.pose.x_mm, pose.pose.y_mm, pose.pose.heading_rad]


def _variance(before: PiecePose, after: PiecePose, slope: Floats) -> float:
    own = float(slope[:3] @ before.own @ slope[:3] + slope[3:] @ after.own @ slope[3:])
    first, second = slope[:3] @ before.shared, slope[3:] @ after.shared
    if first.shape == second.shape:
        return own + float(((first + second) ** 2).sum())
    return own + float((first**2).sum() + (second**2).sum())

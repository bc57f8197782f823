"""A game at a table as a function of time: pieces move one at a time, by hand."""

import bisect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tableassist.geometry import PlanarPose, wrap_rad
from tableassist.studio.staging.staged_table import STILL, StagedHand, StagedMotion, StagedTable

_GLIDE_MM_PER_S = 31.0
"""A legal move is short; a careful hand makes it last."""
_TURN_RAD_PER_S = 1.2
_REACH_S = 0.55
"""How long a hand takes to come in or to go."""
_REACH_MM = 420.0
_PLAY_S = 0.1


@dataclass(frozen=True, slots=True)
class KeyMoment:
    name: str
    t_s: float


@dataclass(frozen=True, slots=True)
class StagedGame:
    duration_s: float
    moments: tuple[KeyMoment, ...]
    table_at: Callable[[float], StagedTable]
    """The table at a time in seconds, 0 to `duration_s`."""

    def time_of(self, name: str) -> float:
        return next(moment.t_s for moment in self.moments if moment.name == name)


@dataclass(frozen=True, slots=True)
class StagedLeg:
    """A straight glide, or a turn on the spot."""

    start: PlanarPose
    end: PlanarPose
    from_s: float
    to_s: float

    def pose_at(self, t_s: float) -> PlanarPose:
        share = _eased((t_s - self.from_s) / (self.to_s - self.from_s))
        turn = wrap_rad(self.end.heading_rad - self.start.heading_rad)
        return PlanarPose(
            self.start.x_mm + share * (self.end.x_mm - self.start.x_mm),
            self.start.y_mm + share * (self.end.y_mm - self.start.y_mm),
            self.start.heading_rad + share * turn,
        )


@dataclass(frozen=True, slots=True)
class StagedVoyage:
    """One move of one piece: turns and glides, bow first, in the hand of its player."""

    piece: str
    legs: tuple[StagedLeg, ...]
    arm_deg: float
    """Where the player's elbow is, seen from the piece."""
    grip: tuple[float, float]
    """Where the fingers hold the piece, in its own frame."""

    @property
    def from_s(self) -> float:
        return self.legs[0].from_s

    @property
    def to_s(self) -> float:
        return self.legs[-1].to_s

    @property
    def end(self) -> PlanarPose:
        return self.legs[-1].end

    def pose_at(self, t_s: float) -> PlanarPose:
        if t_s <= self.from_s:
            return self.legs[0].start
        i = bisect.bisect_right([leg.from_s for leg in self.legs], t_s) - 1
        return self.legs[i].pose_at(min(t_s, self.legs[i].to_s))

    def motion_at(self, t_s: float) -> StagedMotion:
        if not self.from_s < t_s < self.to_s:
            return STILL
        step = 1e-3
        a, b = self.pose_at(t_s - step), self.pose_at(t_s + step)
        return StagedMotion(
            (b.x_mm - a.x_mm) / (2.0 * step),
            (b.y_mm - a.y_mm) / (2.0 * step),
            wrap_rad(b.heading_rad - a.heading_rad) / (2.0 * step),
        )

    def lift_at(self, t_s: float) -> float:
        """A held piece hangs a little above the mat."""
        near_end = min(t_s - self.from_s, self.to_s - t_s)
        return 2.0 * _eased(near_end / 0.25)

    def hand_at(self, t_s: float) -> StagedHand | None:
        away = max(self.from_s - _PLAY_S - t_s, t_s - self.to_s - _PLAY_S)
        return reaching_hand(*self.pose_at(t_s).place_one(*self.grip), self.arm_deg, away)


def reaching_hand(x_mm: float, y_mm: float, arm_deg: float, away_s: float) -> StagedHand | None:
    """A hand that comes for something here, or goes: `away_s` before it is there or after it left."""
    if away_s > _REACH_S:
        return None
    back, arm = _REACH_MM * _eased(away_s / _REACH_S), math.radians(arm_deg)
    return StagedHand(x_mm + back * math.cos(arm), y_mm + back * math.sin(arm), arm_deg, height_mm=66.0)


def _eased(share: float) -> float:
    """From 0 to 1 without a jerk at either end."""
    at = min(max(share, 0.0), 1.0)
    return at * at * (3.0 - 2.0 * at)


def voyage(
    piece: str,
    start: PlanarPose,
    stops: Sequence[tuple[float, float]],
    *,
    from_s: float,
    arm_deg: float,
    grip: tuple[float, float],
) -> StagedVoyage:
    """Turn to each stop in its turn and glide there; the last heading is that of the last glide."""
    legs: list[StagedLeg] = []
    pose, t_s = start, from_s
    for x, y in stops:
        heading = math.atan2(y - pose.y_mm, x - pose.x_mm)
        turned = PlanarPose(pose.x_mm, pose.y_mm, heading)
        angle = abs(wrap_rad(heading - pose.heading_rad))
        if angle > 1e-6:
            takes = max(0.25, angle / _TURN_RAD_PER_S)
            legs.append(StagedLeg(pose, turned, t_s, t_s + takes))
            t_s += takes
        there = PlanarPose(x, y, heading)
        takes = max(0.4, math.hypot(x - pose.x_mm, y - pose.y_mm) / _GLIDE_MM_PER_S)
        legs.append(StagedLeg(turned, there, t_s, t_s + takes))
        pose, t_s = there, t_s + takes
    return StagedVoyage(piece, tuple(legs), arm_deg, grip)

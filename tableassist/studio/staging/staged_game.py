"""A game at a table as a function of time: voyages by hand, masts that come off, hands, ships that slide to contact."""

import bisect
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from shapely import Polygon

from tableassist.geometry import PiecePoints, PlanarPose, wrap_rad
from tableassist.pieces import Piece
from tableassist.studio.staging.staged_table import (
    STILL,
    StagedClutter,
    StagedHand,
    StagedMotion,
    StagedPiece,
    StagedTable,
)
from tableassist.vision.registration.mat_layout import MatLayout

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
        share = _ease((t_s - self.from_s) / (self.to_s - self.from_s))
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
        return 2.0 * _ease(near_end / 0.25)

    def hand_at(self, t_s: float) -> StagedHand | None:
        away = max(self.from_s - _PLAY_S - t_s, t_s - self.to_s - _PLAY_S)
        return reaching_hand(*self.pose_at(t_s).place_one(*self.grip), self.arm_deg, away)


def reaching_hand(x_mm: float, y_mm: float, arm_deg: float, away_s: float) -> StagedHand | None:
    """A hand that comes for something here, or goes: `away_s` before it is there or after it left."""
    if away_s > _REACH_S:
        return None
    back, arm = _REACH_MM * _ease(away_s / _REACH_S), math.radians(arm_deg)
    return StagedHand(x_mm + back * math.cos(arm), y_mm + back * math.sin(arm), arm_deg, height_mm=66.0)


def _ease(share: float) -> float:
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


_HOLD_S = 0.25
"""How long fingers rest on what they take off the table."""


@dataclass(frozen=True, slots=True)
class MastTaken:
    """A hand takes a mast off a ship."""

    t_s: float
    """When it is off."""
    piece: str
    mast: int
    """1 is the foremost."""
    arm_deg: float


@dataclass(frozen=True, slots=True)
class SetAside:
    """A hand takes a piece off the table: she is sunk."""

    t_s: float
    piece: str
    arm_deg: float


@dataclass(frozen=True, slots=True)
class HandReach:
    """A hand that comes to a place and goes again: to throw dice, or to take them."""

    t_s: float
    x_mm: float
    y_mm: float
    arm_deg: float


@dataclass(frozen=True, slots=True)
class StagedScript:
    mat: MatLayout
    pieces: Mapping[str, Piece]
    start: Mapping[str, PlanarPose]
    """A piece without one is not on the table."""
    voyages: tuple[StagedVoyage, ...]
    """In the order of time."""
    masts: tuple[MastTaken, ...] = ()
    aside: tuple[SetAside, ...] = ()
    reaches: tuple[HandReach, ...] = ()
    clutter: tuple[StagedClutter, ...] = ()

    def table_at(self, t_s: float) -> StagedTable:
        taken: tuple[MastTaken | SetAside, ...] = (*self.masts, *self.aside)
        hands = (
            *(voyage.hand_at(t_s) for voyage in self.voyages),
            *(self._taking(taking, t_s) for taking in taken),
            *(reaching_hand(reach.x_mm, reach.y_mm, reach.arm_deg, abs(t_s - reach.t_s)) for reach in self.reaches),
        )
        gone = {taking.piece for taking in self.aside if taking.t_s <= t_s}
        return StagedTable(
            self.mat,
            tuple(self._staged(self.pieces[name], t_s) for name in self.start if name not in gone),
            hands=tuple(hand for hand in hands if hand is not None),
            clutter=self.clutter,
        )

    def _staged(self, piece: Piece, t_s: float) -> StagedPiece:
        lost = {mast.mast for mast in self.masts if mast.piece == piece.id and mast.t_s <= t_s}
        masts = None
        if lost:
            masts = tuple(mast for mast in range(1, len(piece.model.masts) + 1) if mast not in lost)
        begun = [voyage for voyage in self.voyages if voyage.piece == piece.id and voyage.from_s <= t_s]
        if not begun:
            return StagedPiece(piece, self.start[piece.id], masts)
        last = begun[-1]
        if t_s >= last.to_s:
            return StagedPiece(piece, last.end, masts)
        return StagedPiece(piece, last.pose_at(t_s), masts, lift_mm=last.lift_at(t_s), motion=last.motion_at(t_s))

    def _taking(self, taken: MastTaken | SetAside, t_s: float) -> StagedHand | None:
        away = max(taken.t_s - _HOLD_S - t_s, t_s - taken.t_s)
        piece = self.pieces[taken.piece]
        held = (0.0, 0.0)
        if isinstance(taken, MastTaken):
            mast = piece.model.masts[taken.mast - 1]
            held = (mast.x_mm, mast.y_mm)
        x, y = self._staged(piece, taken.t_s - 1e-3).pose.place_one(*held)
        return reaching_hand(x, y, taken.arm_deg, away)


CONTACT_GAP_MM = 0.05
"""Staged contact: no table has a gap of exactly nought, and hulls that overlap are no truth."""


def outline_at(piece: Piece, pose: PlanarPose) -> Polygon:
    return Polygon(pose.place(PiecePoints(np.array(piece.model.hull))))


def ahead(pose: PlanarPose, by_mm: float) -> PlanarPose:
    """The pose further along its own heading."""
    x, y = pose.place_one(by_mm, 0.0)
    return PlanarPose(x, y, pose.heading_rad)


def slid_to_contact(piece: Piece, pose: PlanarPose, target: Polygon, *, reach_mm: float = 500.0) -> PlanarPose:
    """The pose along the heading at which the hulls are `CONTACT_GAP_MM` apart.

    Each step goes as far as the gap is wide, which can never pass through the target.
    """
    gone = 0.0
    while gone < reach_mm:
        gap = outline_at(piece, ahead(pose, gone)).distance(target) - CONTACT_GAP_MM
        if gap < 1e-6:
            return ahead(pose, gone)
        gone += gap
    where = f"from ({pose.x_mm:.0f}, {pose.y_mm:.0f}) heading {math.degrees(pose.heading_rad):.0f} degrees"
    raise ValueError(f"{piece.id} {where} meets nothing within {reach_mm:.0f} mm")

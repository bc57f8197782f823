"""A route past islands and ships: where to turn so that the hull meets nothing on its way.

Routes of up to three straight legs are searched: the last turning point lies on the line that the keel points along
in the end, the first one on a grid and beside the corners of what stands in the way. Candidates are tried from the
shortest on, each with the exact outline that the hull sweeps.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from tableassist.geometry import Flags, Floats, Slider, find_free_slides, sweep_straight
from tableassist.pieces import PieceModel
from tableassist.rulebook.editions.terms import Pivot
from tableassist.rulebook.movement.forbidden_regions import ForbiddenRegions
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


Numbers = npt.NDArray[np.int64]

NO_LENGTH_MM = 1.0
"""A leg shorter than this is a turn on the spot: its direction says nothing."""
FINE_MM, COARSE_MM = 2.0, 6.0
"""Between turning points on the last line of a route with one turning point, and between those with two."""
ENOUGH_PAIRS = 3000
"""Of the shorter ones that are tried when a route with fewer turning points is at hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Voyage:
    """One order of segments from one place to another. Places are those of the pivot."""

    start: Floats
    heading_rad: float
    ends: Floats
    """(T, 2): more than one where she turned on her stern after she arrived."""
    end_headings: Floats
    legs_mm: tuple[float, ...]
    segments: tuple[int, ...]
    """How many segments each leg is made of: so often may she turn before it, if it has no length."""
    hulls: tuple[Slider, ...]
    bow_mm: float
    """How far the bow lies ahead of the pivot."""
    slack_mm: float
    heading_slack_rad: float
    turn_limit_rad: float
    first_turn: bool
    fixed_heading: bool = False
    """Whether the hull keeps its last heading all the way, whichever way it goes: a sea creature."""

    def leg_mm(self, number: int) -> float:
        return self.legs_mm[number] + self.slack_mm / len(self.legs_mm)


@dataclass(frozen=True, slots=True, eq=False)
class SearchTrack:
    points: Floats
    """(legs + 1, 2)."""
    end: int
    """Which of the voyage's ends."""

    @property
    def length_mm(self) -> float:
        return float(np.hypot(*np.diff(self.points, axis=0).T).sum())


def search(voyage: Voyage, forbidden: ForbiddenRegions, *, shorter_than_mm: float = math.inf) -> SearchTrack | None:
    """The shortest at this grain, or None."""
    if len(voyage.legs_mm) == 1:
        return _one_leg(voyage, forbidden)
    if len(voyage.legs_mm) == 2:
        return _two_legs(voyage, forbidden)
    return _three_legs(voyage, forbidden, shorter_than_mm)


def _one_leg(voyage: Voyage, forbidden: ForbiddenRegions) -> SearchTrack | None:
    gone = voyage.ends - voyage.start
    start = np.broadcast_to(voyage.start, voyage.ends.shape)
    fits = _comes_in(voyage, gone, voyage.end_headings, voyage.leg_mm(0), voyage.slack_mm)
    fits &= _turns(voyage, [gone], voyage.end_headings)
    fits[fits] = _leg_free(voyage, forbidden, 0, start[fits], voyage.ends[fits], voyage.end_headings[fits])
    if not fits.any():
        return None
    best = int(np.where(fits, np.hypot(*gone.T), np.inf).argmin())
    return SearchTrack(np.stack([voyage.start, voyage.ends[best]]), best)


def _comes_in(voyage: Voyage, gone: Floats, heading: Floats, leg_mm: float, slack_mm: float) -> Flags:
    """Whether a last leg lies along the keel, as far as it must."""
    if voyage.fixed_heading:
        return np.asarray(np.hypot(*gone.T) <= leg_mm)
    c, s = np.cos(heading), np.sin(heading)
    along, across = gone[:, 0] * c + gone[:, 1] * s, gone[:, 1] * c - gone[:, 0] * s
    return np.asarray(from_sector(across, along, leg_mm, voyage.heading_slack_rad) <= slack_mm)


def _two_legs(voyage: Voyage, forbidden: ForbiddenRegions) -> SearchTrack | None:
    turn, end = _last_turns(voyage, FINE_MM)
    first, last = turn - voyage.start, voyage.ends[end] - turn
    lengths = np.hypot(*first.T)
    fits = (lengths <= voyage.leg_mm(0)) & _turns(voyage, [first, last], voyage.end_headings[end])
    picks = np.flatnonzero(fits)
    picks = picks[np.argsort((lengths + np.hypot(*last.T))[picks], kind="stable")]
    for some in _batches(picks):
        heading = voyage.end_headings[end[some]]
        free = _leg_free(voyage, forbidden, 1, turn[some], voyage.ends[end[some]], heading)
        left = some[free]
        start = np.broadcast_to(voyage.start, (len(left), 2))
        left = left[_leg_free(voyage, forbidden, 0, start, turn[left], heading[free])]
        if len(left):
            at = int(left[0])
            return SearchTrack(np.stack([voyage.start, turn[at], voyage.ends[end[at]]]), int(end[at]))
    return None


def _three_legs(voyage: Voyage, forbidden: ForbiddenRegions, shorter_than_mm: float) -> SearchTrack | None:
    turn, end = _last_turns(voyage, COARSE_MM)
    heading = voyage.end_headings[end]
    free = _leg_free(voyage, forbidden, 2, turn, voyage.ends[end], heading)
    turn, end, heading = turn[free], end[free], heading[free]
    early = _early_turns(voyage, forbidden)
    start = np.broadcast_to(voyage.start, early.shape)
    early = early[_leg_free(voyage, forbidden, 0, start, early, np.full(len(early), voyage.end_headings[0]))]
    before, between = np.hypot(*(early - voyage.start).T), _distances(early, turn)
    total = before[:, None] + between + np.hypot(*(voyage.ends[end] - turn).T)[None]
    first, second = np.nonzero((between <= voyage.leg_mm(1)) & (total < shorter_than_mm - NO_LENGTH_MM))
    legs = [early[first] - voyage.start, turn[second] - early[first], voyage.ends[end[second]] - turn[second]]
    fits = _turns(voyage, legs, heading[second])
    first, second = first[fits], second[fits]
    order = np.argsort(total[first, second], kind="stable")
    if math.isfinite(shorter_than_mm):
        order = order[:ENOUGH_PAIRS]
    for some in _batches(order):
        free = _leg_free(voyage, forbidden, 1, early[first[some]], turn[second[some]], heading[second[some]])
        if free.any():
            at = int(some[free][0])
            points = [voyage.start, early[first[at]], turn[second[at]], voyage.ends[end[second[at]]]]
            return SearchTrack(np.stack(points), int(end[second[at]]))
    return None


def _distances(ones: Floats, others: Floats) -> Floats:
    """(N, M) between points (N, 2) and (M, 2)."""
    apart: Floats = np.hypot(ones[:, None, 0] - others[None, :, 0], ones[:, None, 1] - others[None, :, 1])
    return apart


def _last_turns(voyage: Voyage, step_mm: float) -> tuple[Floats, Numbers]:
    """Places (N, 2) from which the last leg may begin, and the end (N,) that each belongs to."""
    reach = voyage.leg_mm(len(voyage.legs_mm) - 1)
    if voyage.fixed_heading:
        grid = _disc(reach, step_mm * 2)
        places = voyage.ends[:, None] + grid
        return places.reshape(-1, 2), np.repeat(np.arange(len(voyage.ends)), len(grid))
    off = voyage.heading_slack_rad * np.linspace(-1.0, 1.0, 5)
    heading = (voyage.end_headings[:, None] + off)[..., None]
    ahead = np.concatenate([np.cos(heading), np.sin(heading)], axis=-1)
    gone = (voyage.ends - voyage.start)[:, None]
    nearest = np.clip((gone * ahead).sum(axis=-1, keepdims=True), 0.0, reach)
    steps = np.linspace(0.0, reach, math.ceil(reach / step_mm) + 1)
    back = np.concatenate([np.broadcast_to(steps, (*nearest.shape[:2], len(steps))), nearest], axis=-1)
    places = voyage.ends[:, None, None] - back[..., None] * ahead[:, :, None]
    return places.reshape(-1, 2), np.repeat(np.arange(len(voyage.ends)), back[0].size)


def _early_turns(voyage: Voyage, forbidden: ForbiddenRegions) -> Floats:
    """On a grid within the first leg, and beside the corners of what stands in the way."""
    reach = voyage.leg_mm(0)
    beam = max(float(np.abs(hull.leading[:, 1]).max()) for hull in voyage.hulls)
    beside = shapely.buffer(forbidden.between, beam + 0.5, quad_segs=2)
    corners = shapely.get_coordinates(beside) if not forbidden.between.is_empty else np.empty((0, 2))
    corners = corners[np.hypot(*(corners - voyage.start).T) <= reach]
    return np.concatenate([voyage.start + _disc(reach, COARSE_MM), corners])


def _disc(radius_mm: float, step_mm: float) -> Floats:
    """Grid points (N, 2) of a disc round the origin, which is one of them, and its rim."""
    side = np.arange(-math.floor(radius_mm / step_mm), math.floor(radius_mm / step_mm) + 1) * step_mm
    grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    round_angle = np.linspace(0.0, 2 * math.pi, max(8, math.ceil(2 * math.pi * radius_mm / step_mm)), endpoint=False)
    rim = radius_mm * np.column_stack([np.cos(round_angle), np.sin(round_angle)])
    return np.concatenate([grid[np.hypot(*grid.T) <= radius_mm], rim])


def _turns(voyage: Voyage, legs: list[Floats], end_heading: Floats) -> Flags:
    """(N,) whether no turn is larger than allowed; a leg without length lends its turn to the next one."""
    count = len(end_heading)
    fits: Flags = np.ones(count, dtype=np.bool_)
    if voyage.turn_limit_rad >= math.pi and voyage.first_turn:
        return fits
    heading, room = np.full(count, voyage.heading_rad), np.zeros(count)
    limit, spare = voyage.turn_limit_rad, voyage.heading_slack_rad
    for number, leg in enumerate(legs):
        last = number == len(legs) - 1
        length = np.hypot(*leg.T)
        moves = length > NO_LENGTH_MM
        turns = np.where(moves, 1, voyage.segments[number]) - (number == 0 and not voyage.first_turn)
        room = room + limit * turns
        goes = np.where(moves, np.arctan2(leg[:, 1], leg[:, 0]), end_heading if last else heading)
        turned = np.abs((goes - heading + math.pi) % (2 * math.pi) - math.pi)
        heading, may_turn = np.where(moves | last, goes, heading), moves | last
        fits &= ~may_turn | (turned <= room + spare)
        room = np.where(may_turn, 0.0, room)
    return fits


def _leg_free(
    voyage: Voyage, forbidden: ForbiddenRegions, number: int, start: Floats, end: Floats, end_heading: Floats
) -> Flags:
    """(N,) whether the hull meets nothing on this leg."""
    gone = end - start
    length = np.hypot(*gone.T)
    first, last = number == 0, number == len(voyage.legs_mm) - 1
    moved = length > NO_LENGTH_MM
    way = np.where(moved, np.arctan2(gone[:, 1], gone[:, 0]), end_heading)
    free: Flags = np.ones(len(start), dtype=np.bool_)
    ends = {(True, True): forbidden.only, (True, False): forbidden.first, (False, True): forbidden.last}
    blocked = ends.get((first, last), forbidden.between)
    at = np.flatnonzero(moved | last)
    if voyage.fixed_heading:
        free[at] = _is_carried_free(voyage, forbidden, start[at], end[at])
    else:
        free[at] = find_free_slides(voyage.hulls, start[at], way[at], length[at], blocked)
    if first and not forbidden.track.is_empty:
        at = np.flatnonzero(free & moved)
        ahead = voyage.bow_mm * np.column_stack([np.cos(way[at]), np.sin(way[at])])
        lines = shapely.linestrings(np.stack([start[at] + ahead, end[at] + ahead], axis=1))
        free[at] = ~shapely.intersects(forbidden.track, lines)
    return free


def _is_carried_free(voyage: Voyage, forbidden: ForbiddenRegions, start: Floats, end: Floats) -> Flags:
    """For a base that keeps its heading: the hull of where it begins and where it ends. Only what it touches neither
    first nor last is in its way."""
    free: Flags = np.ones(len(start), dtype=np.bool_)
    if forbidden.only.is_empty:
        return free
    for hull in voyage.hulls:
        at = np.flatnonzero(free)
        free[at] = ~shapely.intersects(forbidden.only, sweep_straight(hull, voyage.end_headings[0], start[at], end[at]))
    return free


def _batches(order: Numbers) -> Iterator[Numbers]:
    """The shortest first, a few at a time."""
    begin, size = 0, 32
    while begin < len(order):
        yield order[begin : begin + size]
        begin, size = begin + size, min(size * 2, 1024)

"""A route: where the bow turns, how long each segment is, what is left of it, and what terrain it touches."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import shapely

from tableassist.geometry.arrays import Floats
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.geometry.sweep import Slider, swept
from tableassist.messages import Message
from tableassist.pieces.move_segment import MoveSegment
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.terrain import Trigger
from tableassist.rulebook.movement.kinematics import Keel
from tableassist.rulebook.movement.search import NO_LENGTH_MM
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.terrain.on_route import RouteLeg
from tableassist.scene.placed_piece import PlacedPiece

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RouteSegment:
    segment: MoveSegment
    start: Point
    """Of the bow, after the turn."""
    end: Point
    heading_rad: float
    length_mm: float
    left_mm: float
    """Below zero by no more than what a hand is forgiven."""


@dataclass(frozen=True, slots=True)
class TerrainTouch:
    segment: int
    """1 is the first."""
    piece: str
    at_end: bool
    """Whether she touches it where the segment ends; else only on the way."""


@dataclass(frozen=True, slots=True)
class Route:
    segments: tuple[RouteSegment, ...]
    arrival: PlanarPose
    """Where the last segment ended, before any turn on the stern."""
    stern_turn_rad: float
    """0 where she did not turn on her stern."""
    terrain: tuple[TerrainTouch, ...] = ()
    came_about: bool = False
    wraps: bool = False
    """Whether it leaves the table at one edge and comes back at the opposite one."""

    @property
    def length_mm(self) -> float:
        return sum(each.length_mm for each in self.segments)

    @property
    def left_mm(self) -> float:
        return sum(each.left_mm for each in self.segments)

    @property
    def turning_points(self) -> tuple[Point, ...]:
        """Where the bow is when she turns between two segments."""
        moved = [each for each in self.segments if each.length_mm > NO_LENGTH_MM]
        pairs = pairwise(moved)
        return tuple(one.end for one, two in pairs if abs(two.heading_rad - one.heading_rad) > 1e-6)

    @property
    def words(self) -> Message:
        if self.came_about:
            return Message("came about in place")
        legs = tuple(
            Message(
                "{segment} {length_mm:.0f} mm ({left_mm} left)",
                segment=each.segment,
                length_mm=each.length_mm,
                left_mm=round(each.left_mm),
            )
            for each in self.segments
        )
        if not self.stern_turn_rad:
            return Message("{legs}", legs=legs)
        degrees = math.degrees(self.stern_turn_rad)
        return Message("{legs}, then {degrees:.0f}° on her stern", legs=legs, degrees=degrees)


def legs_of(route: Route, mover: PlacedPiece) -> list[RouteLeg]:
    """The route as terrain is asked about it: the hull's centre where each segment begins and ends."""
    bow = max(x for x, _ in mover.piece.model.hull)
    legs = []
    for each in route.segments:
        ends = (
            PlanarPose(x - bow * math.cos(each.heading_rad), y - bow * math.sin(each.heading_rad), each.heading_rad)
            for x, y in (each.start, each.end)
        )
        legs.append(RouteLeg(*ends))
    return legs


def segments_of(
    points: Floats,
    groups: Sequence[Sequence[tuple[MoveSegment, float]]],
    keel: Keel,
    *,
    first_heading_rad: float,
    last_heading_rad: float,
) -> tuple[RouteSegment, ...]:
    """Legs of the pivot (legs + 1, 2) cut into the segments, with their full lengths, that each is made of."""
    made: list[RouteSegment] = []
    heading = first_heading_rad
    for number, group in enumerate(groups):
        gone = points[number + 1] - points[number]
        length = float(np.hypot(*gone))
        if length > NO_LENGTH_MM:
            heading = math.atan2(gone[1], gone[0])
        elif number == len(groups) - 1:
            heading = last_heading_rad
        made += _cut(points[number], heading, length, group, keel.bow_mm - keel.pivot_mm)
    return tuple(made)


def _cut(
    start: Floats, heading: float, length: float, group: Sequence[tuple[MoveSegment, float]], bow_mm: float
) -> list[RouteSegment]:
    ahead = np.array([math.cos(heading), math.sin(heading)])
    made, gone = [], 0.0
    for number, (segment, full) in enumerate(group):
        left = length - gone
        sails = left if number == len(group) - 1 else min(left, full)
        one, two = start + (gone + bow_mm) * ahead, start + (gone + sails + bow_mm) * ahead
        ends = (float(one[0]), float(one[1])), (float(two[0]), float(two[1]))
        made.append(RouteSegment(segment, *ends, heading, sails, full - sails))
        gone += sails
    return made


def terrain_touched(
    segments: Sequence[RouteSegment], hulls: Sequence[Slider], bow_mm: float, scene: Scene, settings: RuleSettings
) -> tuple[TerrainTouch, ...]:
    """`bow_mm` from the pivot, which is where the hulls have their origin. What is touched only on the way matters
    where terrain works at once."""
    terms = settings.edition.terrain
    terrain = [each for each in scene.pieces if each.piece.model.kind in terms.kinds]
    found = []
    for number, each in enumerate(segments, start=1):
        for piece in terrain:
            on_the_way, at_end = _meets(each, hulls, bow_mm, piece.footprint)
            if at_end or (on_the_way and terms.trigger is Trigger.AT_ONCE):
                found.append(TerrainTouch(number, piece.id, at_end))
    return tuple(found)


def _meets(each: RouteSegment, hulls: Sequence[Slider], bow_mm: float, outline: shapely.Geometry) -> tuple[bool, bool]:
    back = bow_mm * np.array([math.cos(each.heading_rad), math.sin(each.heading_rad)])
    places = np.array([each.start, each.end]) - back
    heading, length = np.full(2, each.heading_rad), np.array([each.length_mm, 0.0])
    meets = [shapely.intersects(outline, swept(hull, places, heading, length)) for hull in hulls]
    both = np.any(meets, axis=0)
    return bool(both[0]), bool(both[1])

"""A move as it is asked about, the voyages that could have made it, and the route that one of them took."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

import numpy as np
import shapely

from tableassist.geometry import Floats, PlanarPose, Slider, make_slider, sweep_slides
from tableassist.messages import Message
from tableassist.pieces import MoveSegment, PieceModel
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import CreatureMeasuring, MoveTerms, Trigger
from tableassist.rulebook.movement.allowance import STERN_TURNERS, MoveAllowance, MoveTrait, segment_mm
from tableassist.rulebook.movement.forbidden_regions import Obstacle, obstacles_of
from tableassist.rulebook.movement.search import NO_LENGTH_MM, Keel, Kinematics, Voyage, keel_of
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.terrain.on_route import RouteLeg
from tableassist.scene.placed_piece import PlacedPiece

Group = tuple[tuple[MoveSegment, float], ...]
STRAIGHT: tuple[int, ...] = (0,)
STERN_TURNS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sign * (first + 10 * step) for step in range(6) for sign in (1, -1)) for first in (10, 70, 130)
)
"""Degrees that a ship turned on her stern after she arrived, in the order in which they are tried: she is taken to
have turned as little as possible, for nobody sees how she arrived."""
MOST_LEGS = 3
"""Of a searched route; more segments than this are sailed straight on in groups."""


@lru_cache(maxsize=256)
def hulls_of(model: PieceModel, pivot_mm: float) -> tuple[Slider, ...]:
    outlines = [model.hull, *(part.outline for part in model.parts if part.touches)]
    return tuple(make_slider(np.asarray(outline) - (pivot_mm, 0.0)) for outline in outlines)


@dataclass(frozen=True, slots=True, eq=False)
class MoveCase:
    before: PlacedPiece
    after: PlacedPiece
    scene: Scene
    """Everything else as it lay while she moved."""
    settings: RuleSettings
    terms: MoveTerms
    allowance: MoveAllowance
    traits: frozenset[MoveTrait] = frozenset()
    apart_from: frozenset[str] = frozenset()
    """Pieces that are never in her way: what she tows."""
    rammed: bool = False
    """Whether this move ended in a ram: then a schooner may not turn on her stern (revolution, Schooner)."""

    @property
    def is_creature(self) -> bool:
        return MoveTrait.CREATURE in self.traits

    @property
    def keel(self) -> Keel:
        keel = keel_of(self.before.piece.model, self.terms.pivot)
        return Keel(keel.bow_mm, 0.0, keel.stern_mm) if self.is_creature else keel

    @property
    def stern_turn(self) -> bool:
        turners = self.traits & STERN_TURNERS
        if self.rammed:
            turners -= {MoveTrait.SCHOONER}
        return self.terms.stern_turn and bool(turners)

    def lengths(self, order: tuple[MoveSegment, ...]) -> Group:
        edges = self.is_creature and self.terms.creature is CreatureMeasuring.EDGE_TO_EDGE
        more = self._length_on_its_way() if edges else 0.0
        return tuple((segment, segment_mm(segment, self.settings.ruler) + more) for segment in order)

    def _length_on_its_way(self) -> float:
        """What a creature that is measured edge to edge gains in every segment."""
        start, end = self.before.pose.pose, self.after.pose.pose
        way = math.atan2(end.y_mm - start.y_mm, end.x_mm - start.x_mm) - end.heading_rad
        return float(np.ptp(np.array(self.before.piece.model.hull) @ (math.cos(way), math.sin(way))))

    @property
    def orders(self) -> tuple[Group, ...]:
        return tuple(self.lengths(order) for order in self.allowance.orders(self.terms.bonus))

    @property
    def kinematics(self) -> Kinematics:
        sums = {(sum(mm for _, mm in order[:-1]), order[-1][1]) for order in self.orders}
        return Kinematics(
            tuple(sorted(sums)),
            self.terms.slack_mm,
            self.terms.heading_slack_rad,
            stern_turn=self.stern_turn,
            any_heading=self.is_creature,
            segments=len(self.orders[0]),
        )

    @property
    def turns_are_free(self) -> bool:
        return self.is_creature or (self.terms.turn_limit_rad >= math.pi and self.terms.first_turn)

    def obstacles(self, reach_mm: float) -> tuple[Obstacle, ...]:
        """What she may not pass through within so far of where she begins."""
        where = (self.before, self.after, self.scene, self.settings, self.terms)
        return obstacles_of(*where, traits=self.traits, reach_mm=reach_mm, apart_from=self.apart_from)

    @property
    def hulls(self) -> tuple[Slider, ...]:
        """The hull and each part that touches at mat level, with the pivot at the origin."""
        return hulls_of(self.before.piece.model, self.keel.pivot_mm)


def pivot_place(pose: PlanarPose, keel: Keel) -> Floats:
    return np.array(pose.place_one(keel.pivot_mm, 0.0))


def groupings(order: Group, legs: int) -> Iterator[tuple[Group, ...]]:
    """The segments in turn, in so many groups that are each sailed straight on."""
    for cuts in combinations(range(1, len(order)), legs - 1):
        bounds = (0, *cuts, len(order))
        yield tuple(order[a:b] for a, b in pairwise(bounds))


def voyage_of(
    case: MoveCase,
    groups: tuple[Group, ...],
    *,
    turned_deg: tuple[int, ...] = STRAIGHT,
    more_mm: float = 0.0,
    more_rad: float = 0.0,
) -> Voyage:
    """`more` is added to what a hand is forgiven, for a search that must not miss a route."""
    keel, after = case.keel, case.after.pose.pose
    headings = after.heading_rad - np.radians(turned_deg)
    stern = after.place_one(keel.stern_mm, 0.0)
    ahead = np.column_stack([np.cos(headings), np.sin(headings)])
    return Voyage(
        start=pivot_place(case.before.pose.pose, keel),
        heading_rad=case.before.pose.pose.heading_rad,
        ends=np.array(stern) + (keel.pivot_mm - keel.stern_mm) * ahead,
        end_headings=headings,
        legs_mm=tuple(sum(mm for _, mm in group) for group in groups),
        segments=tuple(len(group) for group in groups),
        hulls=case.hulls,
        bow_mm=keel.bow_mm - keel.pivot_mm,
        slack_mm=case.terms.slack_mm + more_mm,
        heading_slack_rad=case.terms.heading_slack_rad + more_rad,
        turn_limit_rad=math.pi if case.is_creature else case.terms.turn_limit_rad,
        first_turn=case.is_creature or case.terms.first_turn,
        fixed_heading=case.is_creature,
    )


def heading_doubt_rad(case: MoveCase) -> float:
    """How far a turn may be measured wrong, both headings together."""
    return CALL_SIGMAS * math.hypot(case.before.pose.heading_sigma_rad, case.after.pose.heading_sigma_rad)


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
        return sum(segment.length_mm for segment in self.segments)

    @property
    def left_mm(self) -> float:
        return sum(segment.left_mm for segment in self.segments)

    @property
    def turning_points(self) -> tuple[Point, ...]:
        """Where the bow is when she turns between two segments."""
        moved = [segment for segment in self.segments if segment.length_mm > NO_LENGTH_MM]
        pairs = pairwise(moved)
        return tuple(
            earlier_segment.end
            for earlier_segment, following in pairs
            if abs(following.heading_rad - earlier_segment.heading_rad) > 1e-6
        )

    @property
    def words(self) -> Message:
        if self.came_about:
            return Message("came about in place")
        legs = tuple(
            Message(
                "{segment} {length_mm:.0f} mm ({left_mm} left)",
                segment=segment.segment,
                length_mm=segment.length_mm,
                left_mm=round(segment.left_mm),
            )
            for segment in self.segments
        )
        if not self.stern_turn_rad:
            return Message("{legs}", legs=legs)
        degrees = math.degrees(self.stern_turn_rad)
        return Message("{legs}, then {degrees:.0f}° on her stern", legs=legs, degrees=degrees)


def legs_of(route: Route, mover: PlacedPiece) -> list[RouteLeg]:
    """The route as terrain is asked about it: the hull's centre where each segment begins and ends."""
    bow = max(x for x, _ in mover.piece.model.hull)
    legs = []
    for segment in route.segments:
        ends = (
            PlanarPose(
                x - bow * math.cos(segment.heading_rad), y - bow * math.sin(segment.heading_rad), segment.heading_rad
            )
            for x, y in (segment.start, segment.end)
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
        from_mm, to_mm = start + (gone + bow_mm) * ahead, start + (gone + sails + bow_mm) * ahead
        ends = (float(from_mm[0]), float(from_mm[1])), (float(to_mm[0]), float(to_mm[1]))
        made.append(RouteSegment(segment, *ends, heading, sails, full - sails))
        gone += sails
    return made


def terrain_touched(
    segments: Sequence[RouteSegment], hulls: Sequence[Slider], bow_mm: float, scene: Scene, settings: RuleSettings
) -> tuple[TerrainTouch, ...]:
    """`bow_mm` from the pivot, which is where the hulls have their origin. What is touched only on the way matters
    where terrain works at once."""
    terms = settings.edition.terrain
    terrain = [piece for piece in scene.pieces if piece.piece.model.kind in terms.kinds]
    touched = []
    for number, segment in enumerate(segments, start=1):
        for piece in terrain:
            on_the_way, at_end = _meets(segment, hulls, bow_mm, piece.footprint)
            if at_end or (on_the_way and terms.trigger is Trigger.AT_ONCE):
                touched.append(TerrainTouch(number, piece.id, at_end))
    return tuple(touched)


def _meets(each: RouteSegment, hulls: Sequence[Slider], bow_mm: float, outline: shapely.Geometry) -> tuple[bool, bool]:
    back = bow_mm * np.array([math.cos(each.heading_rad), math.sin(each.heading_rad)])
    places = np.array([each.start, each.end]) - back
    heading, length = np.full(2, each.heading_rad), np.array([each.length_mm, 0.0])
    meets = [shapely.intersects(outline, sweep_slides(hull, places, heading, length)) for hull in hulls]
    both = np.any(meets, axis=0)
    return bool(both[0]), bool(both[1])

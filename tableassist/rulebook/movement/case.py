"""One move as it is asked about, and the voyages that could have made it."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

import numpy as np

from tableassist.geometry.arrays import Floats
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.geometry.sweep import Slider, slider
from tableassist.pieces.model import PieceModel
from tableassist.pieces.move_segment import MoveSegment
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.movement import CreatureMeasuring, MoveTerms
from tableassist.rulebook.movement.allowance import STERN_TURNERS, MoveAllowance, MoveTrait, segment_mm
from tableassist.rulebook.movement.forbidden_regions import Obstacle, obstacles_of
from tableassist.rulebook.movement.kinematics import Keel, Kinematics, keel_of
from tableassist.rulebook.movement.search import Voyage
from tableassist.rulebook.ruling.ruling import CALL_SIGMAS
from tableassist.rulebook.scene.scene import Scene
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
    return tuple(slider(np.asarray(outline) - (pivot_mm, 0.0)) for outline in outlines)


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
        one, two = self.before.pose.pose, self.after.pose.pose
        way = math.atan2(two.y_mm - one.y_mm, two.x_mm - one.x_mm) - two.heading_rad
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

"""The forbidden regions of a move: what the hull may not meet on the first leg, on those between, on the last one."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import measure_overlap
from tableassist.messages import Message, Text
from tableassist.pieces import SAILING_KINDS, TERRAIN_KINDS, PieceKind, PieceState
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import MoveTerms, TableEdge
from tableassist.rulebook.movement.allowance import MoveTrait
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.questions import is_in
from tableassist.scene.placed_piece import PlacedPiece

SOLID_KINDS = SAILING_KINDS | {PieceKind.ISLAND, PieceKind.FORT}
FAR_MM = 1e4
ROUND = 1.02
"""A buffer's corners are cut short by up to 2 % with four edges a quarter."""


@dataclass(frozen=True, slots=True, eq=False)
class Obstacle:
    id: str
    name: Text
    outline: BaseGeometry
    sigma_mm: float
    """Of a gap between it and the piece that moves."""
    touch_mm: float
    """Nearer than this stops her; 0 where contact stops nobody."""
    tolerance_mm: float
    """An overlap as deep as this is mere contact."""
    at_start: bool
    """Whether she may touch it where she begins."""
    at_end: bool
    sure: bool
    """Whether it is known to be there: a ship that a hand hides may be gone."""
    overlap_mm: float = 0.0
    """How deep the mover is measured to lie over it where she begins or ends."""
    is_left: bool = False
    """Whether she is measured to touch it where she begins: then she is set off from it."""


@dataclass(frozen=True, slots=True, eq=False)
class ForbiddenRegions:
    """What each leg may not meet. The first may lie over what she touched: she was set off from it, but her bow may
    not run through it."""

    first: BaseGeometry
    track: BaseGeometry
    between: BaseGeometry
    last: BaseGeometry
    only: BaseGeometry
    """For a move of one leg, the first and last."""

    @property
    def is_open(self) -> bool:
        return all(part.is_empty for part in (self.first, self.track, self.between, self.last, self.only))


def obstacles_of(
    before: PlacedPiece,
    after: PlacedPiece,
    scene: Scene,
    settings: RuleSettings,
    terms: MoveTerms,
    *,
    traits: frozenset[MoveTrait],
    reach_mm: float,
    apart_from: frozenset[str] = frozenset(),
) -> tuple[Obstacle, ...]:
    """All that a ship may not pass through within `reach_mm` of where she begins."""
    touch = settings.contact_tolerance_mm if terms.stops_at_contact else 0.0
    obstacles = []
    for piece in scene.pieces:
        if piece.id in apart_from or piece.id == before.id or not _is_solid(piece, before, scene, traits):
            continue
        middle = piece.pose.pose
        apart = math.hypot(middle.x_mm - before.pose.pose.x_mm, middle.y_mm - before.pose.pose.y_mm)
        if apart <= reach_mm + piece.reach_mm + before.reach_mm:
            obstacles.append(_obstacle(piece, before, after, settings.contact_tolerance_mm, touch))
    wall = _wall(before, after, settings, terms, reach_mm)
    return (*obstacles, wall) if wall is not None else tuple(obstacles)


def _is_solid(other: PlacedPiece, mover: PlacedPiece, scene: Scene, traits: frozenset[MoveTrait]) -> bool:
    kind, state = other.piece.model.kind, scene.state
    if kind not in SOLID_KINDS or other.id in scene.gone or is_in(state, other.id, PieceState.SUBMERGED):
        return False
    if MoveTrait.TITAN in traits and kind is PieceKind.ISLAND:
        home_of = state.homes.get(other.id)
        return home_of is not None and home_of != state.owners.get(mover.id)
    return True


def _obstacle(
    other: PlacedPiece, before: PlacedPiece, after: PlacedPiece, tolerance_mm: float, touch_mm: float
) -> Obstacle:
    seen = [_apart_sigma_mm(mover, other) for mover in (before, after)]
    sigma = math.hypot(max(seen), other.piece.model.sigma_mm, before.piece.model.sigma_mm)
    near = tolerance_mm + CALL_SIGMAS * sigma
    at_start, at_end = (shapely.distance(mover.footprint, other.footprint) <= near for mover in (before, after))
    return Obstacle(
        id=other.id,
        name=other.name,
        outline=other.footprint,
        sigma_mm=sigma,
        touch_mm=touch_mm,
        tolerance_mm=tolerance_mm,
        at_start=bool(at_start),
        at_end=bool(at_end),
        sure=not other.is_stale,
        overlap_mm=max(_overlap_mm(mover, other.footprint) for mover in (before, after)),
        is_left=bool(shapely.distance(before.footprint, other.footprint) <= tolerance_mm),
    )


def _overlap_mm(mover: PlacedPiece, outline: BaseGeometry) -> float:
    overlap = measure_overlap(mover.footprint, outline)
    return 0.0 if overlap is None else overlap[0]


def _apart_sigma_mm(one: PlacedPiece, other: PlacedPiece) -> float:
    """The largest of how far apart any two of their places are measured wrong: the camera's error moves both."""
    own = one.pose.own + other.pose.own
    if one.pose.shared.shape == other.pose.shared.shape:
        apart = one.pose.shared - other.pose.shared
        both = own + apart @ apart.T
    else:
        both = one.pose.covariance + other.pose.covariance
    place = math.sqrt(float(np.linalg.eigvalsh(both[:2, :2])[-1]))
    swings = (ship.pose.heading_sigma_rad * ship.reach_mm for ship in (one, other))
    return math.hypot(place, *swings)


def _wall(
    before: PlacedPiece, after: PlacedPiece, settings: RuleSettings, terms: MoveTerms, reach_mm: float
) -> Obstacle | None:
    """All outside the play area. On a flat earth it is in nobody's way who ends there; but who ends on the table has
    not been over the edge, for nobody comes back."""
    if settings.table_mm is None or terms.edge is TableEdge.OPEN:
        return None
    if terms.edge is TableEdge.FLAT_EARTH and falls_off(after, settings):
        return None
    outside = _outside(settings.table_mm)
    if shapely.distance(before.footprint, outside) > reach_mm + 2 * before.reach_mm:
        return None
    sigma = math.hypot(max(before.pose.sigma_mm, after.pose.sigma_mm), before.piece.model.sigma_mm)
    near = CALL_SIGMAS * sigma
    at_start, at_end = (shapely.distance(mover.footprint, outside) <= near for mover in (before, after))
    return Obstacle(
        "edge",
        Message("the table's edge"),
        outside,
        sigma,
        0.0,
        0.0,
        bool(at_start),
        bool(at_end),
        True,
        max(_overlap_mm(mover, outside) for mover in (before, after)),
        bool(shapely.intersects(before.footprint, outside)),
    )


def falls_off(placed: PlacedPiece, settings: RuleSettings) -> bool:
    """Whether any part of her lies beyond the edge of the play area, deeper than a hand sets a ship by chance."""
    if settings.table_mm is None:
        return False
    return _overlap_mm(placed, _outside(settings.table_mm)) > settings.contact_tolerance_mm


@lru_cache(maxsize=8)
def _outside(table_mm: tuple[float, float]) -> BaseGeometry:
    return shapely.box(-FAR_MM, -FAR_MM, FAR_MM, FAR_MM).difference(shapely.box(0.0, 0.0, *table_mm))


def terrain_as_obstacles(
    scene: Scene, settings: RuleSettings, only: frozenset[PieceKind] = TERRAIN_KINDS
) -> tuple[Obstacle, ...]:
    """Terrain as if it were solid, for a route that touches none of it."""
    kinds = settings.edition.terrain.kinds & only
    return tuple(
        Obstacle(piece.id, piece.name, piece.footprint, 0.0, 0.0, 0.0, False, False, True)
        for piece in scene.pieces
        if piece.piece.model.kind in kinds
    )


def sure_forbidden(obstacles: Sequence[Obstacle], terms: MoveTerms) -> ForbiddenRegions:
    """Where a route is surely clear: every obstacle grown by what it may be off."""
    return _forbidden(
        obstacles,
        terms,
        grown={
            obstacle.id: _off(obstacle.outline, obstacle.touch_mm + CALL_SIGMAS * obstacle.sigma_mm)
            for obstacle in obstacles
        },
        # No more is taken off than what she is seen to lie over: what is known badly does not vanish from her way.
        touched={
            obstacle.id: _off(
                obstacle.outline, -min(_contact_mm(obstacle), obstacle.overlap_mm + obstacle.tolerance_mm)
            )
            for obstacle in obstacles
        },
        left=frozenset(obstacle.id for obstacle in obstacles if obstacle.is_left),
    )


def shrink_to_hoped_regions(obstacles: Sequence[Obstacle], terms: MoveTerms, *, finer_mm: float) -> ForbiddenRegions:
    """Where no route is found there is none: every obstacle is shrunk by what it may be off and by the search grain."""
    sure_obstacles = [obstacle for obstacle in obstacles if obstacle.sure]
    return _forbidden(
        sure_obstacles,
        terms,
        grown={
            obstacle.id: _off(obstacle.outline, obstacle.touch_mm - CALL_SIGMAS * obstacle.sigma_mm - finer_mm)
            for obstacle in sure_obstacles
        },
        touched={obstacle.id: _off(obstacle.outline, -_contact_mm(obstacle) - finer_mm) for obstacle in sure_obstacles},
        left=frozenset(obstacle.id for obstacle in sure_obstacles if obstacle.at_start),
    )


def _forbidden(
    obstacles: Sequence[Obstacle],
    terms: MoveTerms,
    *,
    grown: dict[str, BaseGeometry],
    touched: dict[str, BaseGeometry],
    left: frozenset[str],
) -> ForbiddenRegions:
    """`touched`: what is left of a piece that she may touch when all that may be mere contact is taken off; `left`: the
    pieces that she is set off from."""

    def joined(parts: Iterable[BaseGeometry]) -> BaseGeometry:
        whole = shapely.union_all([part for part in parts if not part.is_empty])
        shapely.prepare(whole)
        return whole

    # Where contact stops nobody, a piece that she touches in the end may be touched before, too.
    loose = not terms.stops_at_contact
    return ForbiddenRegions(
        first=joined(
            touched[obstacle.id] if obstacle.at_start or (obstacle.at_end and loose) else grown[obstacle.id]
            for obstacle in obstacles
            if obstacle.id not in left
        ),
        track=joined(touched[obstacle.id] for obstacle in obstacles if obstacle.id in left),
        between=joined(
            touched[obstacle.id] if (obstacle.at_start or obstacle.at_end) and loose else grown[obstacle.id]
            for obstacle in obstacles
        ),
        last=joined(touched[obstacle.id] if obstacle.at_end else grown[obstacle.id] for obstacle in obstacles),
        only=joined(
            touched[obstacle.id] if obstacle.at_start or obstacle.at_end else grown[obstacle.id]
            for obstacle in obstacles
            if obstacle.id not in left
        ),
    )


def _contact_mm(each: Obstacle) -> float:
    """An overlap as deep as this may be mere contact."""
    return each.tolerance_mm + CALL_SIGMAS * each.sigma_mm


def _off(outline: BaseGeometry, by_mm: float) -> BaseGeometry:
    return outline.buffer(by_mm * ROUND if by_mm > 0 else by_mm, quad_segs=4)


def overlap_at_end(after: PlacedPiece, obstacles: Sequence[Obstacle]) -> Obstacle | None:
    """The first piece that she surely lies over; an overlap as deep as contact's tolerance is none."""
    for obstacle in obstacles:
        if (
            obstacle.at_end
            and obstacle.sure
            and shapely.intersects(after.footprint, _off(obstacle.outline, -_contact_mm(obstacle)))
        ):
            return obstacle
    return None

"""Reach: all the water that her bow can come to in one move, how she can lie there, whom she could shoot at."""

import math
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Flags, Floats, find_free_slides
from tableassist.pieces import Cannon
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import ShotOrigin
from tableassist.rulebook.movement.allowance import MoveAllowance
from tableassist.rulebook.movement.asked import traits_now
from tableassist.rulebook.movement.forbidden_regions import ForbiddenRegions, sure_forbidden
from tableassist.rulebook.movement.route import Group, MoveCase, pivot_place
from tableassist.rulebook.movement.search import Numbers
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.shooting.gun import gun_of, list_printed_cannons
from tableassist.scene.placed_piece import PlacedPiece

RAYS = 36
"""Directions that are tried from each turning point."""
HALVINGS = 6
"""Of a blocked segment: its free part is known to 1/64 of it."""
THINNED_MM = 24.0
"""Between turning points that are gone on from, after the first segment; twice that after the second."""
TIP_MM = 0.01
"""So that a star never closes to nothing at its centre."""
CIRCLE = 64
"""Edges a quarter of a drawn circle: 0.04 mm short at 140 mm."""


@dataclass(frozen=True, slots=True, eq=False)
class Reach:
    region: BaseGeometry
    """Where the bow can be."""
    exact: bool
    """In open water; else sampled: what it holds can be reached, its rim may lie a little farther out."""
    poses: Floats
    """(N, 3): some of the poses she can end in, of the hull's centre."""


def reach_region(case: MoveCase, *, heading_rad: float | None = None) -> Reach:
    """For the piece at `case.before`; `case.after` matters only as a piece that is not in its own way. With a
    heading: only where she can lie so. A turn on the stern is not in it: it comes on top of every pose."""
    stays = replace(case, after=case.before)
    forbidden = sure_forbidden(stays.obstacles(case.kinematics.total_mm + case.terms.slack_mm), case.terms)
    stars = [_sail_segments(case, order, forbidden) for order in case.orders]
    poses = np.concatenate([_poses(case, star) for star in stars])
    if forbidden.is_open and case.turns_are_free:
        return Reach(_open_water(case, heading_rad), True, _with_heading(poses, heading_rad, case))
    poses = _with_heading(poses, heading_rad, case)
    if heading_rad is None:
        region = shapely.union_all([_region(case, star) for star in stars])
    else:
        bow = np.column_stack(_bow(poses, case.keel.bow_mm))
        region = shapely.union_all(shapely.buffer(shapely.points(bow), THINNED_MM / 2))
    return Reach(region, False, poses)


@dataclass(frozen=True, slots=True, eq=False)
class Star:
    """The last segment from many turning points: how far it runs free in each direction."""

    centres: Floats
    headings: Floats
    """(C, RAYS)."""
    free_mm: Floats
    """(C, RAYS); below zero where she cannot even lie so."""


def _open_water(case: MoveCase, heading_rad: float | None) -> BaseGeometry:
    """A disc; without the middle, if her bow must swing about another point; with a heading, a disc dragged along."""
    keel, start = case.keel, pivot_place(case.before.pose.pose, case.keel)
    ahead, regions = keel.bow_mm - keel.pivot_mm, list[BaseGeometry]()
    for rest, last in case.kinematics.lasts:
        if heading_rad is not None and not case.is_creature:
            along = np.array([math.cos(heading_rad), math.sin(heading_rad)])
            line = LineString([start + ahead * along, start + (ahead + last) * along])
            regions.append(line.buffer(rest, quad_segs=CIRCLE) if rest > 0 else line)
            continue
        disc = Point(start).buffer(rest + last + ahead, quad_segs=CIRCLE)
        hole = Point(start).buffer(max(0.0, ahead - rest), quad_segs=CIRCLE)
        regions.append(disc.difference(hole) if ahead > rest else disc)
    return shapely.union_all(regions)


def _sail_segments(case: MoveCase, order: Group, forbidden: ForbiddenRegions) -> Star:
    """Every segment of one order in turn."""
    centres = pivot_place(case.before.pose.pose, case.keel)[None]
    arrived = np.array([case.before.pose.pose.heading_rad])
    star = None
    for number, (_, length) in enumerate(order):
        first = number == 0
        star = _cast(
            case, centres, arrived, length, forbidden.only if first else forbidden.last, forbidden, first=first
        )
        if number < len(order) - 1:
            centres, arrived = _sail_on(star, centres, arrived, THINNED_MM * (number + 1))
    assert star is not None
    return star


def _cast(
    case: MoveCase,
    centres: Floats,
    arrived: Floats,
    length: float,
    blocked: BaseGeometry,
    forbidden: ForbiddenRegions,
    *,
    first: bool,
) -> Star:
    """`first` segments may lie over what she touched where she began; only her bow may not run through it."""
    count = len(centres)
    start = np.repeat(centres, RAYS, axis=0)
    heading = np.tile(np.linspace(-math.pi, math.pi, RAYS, endpoint=False), count)
    turn = np.abs((heading - np.repeat(arrived, RAYS) + math.pi) % (2 * math.pi) - math.pi)
    limit = 0.0 if first and not case.terms.first_turn else case.terms.turn_limit_rad
    ahead = (case.keel.bow_mm - case.keel.pivot_mm) * np.column_stack([np.cos(heading), np.sin(heading)])

    def clear(at: Numbers, mm: Floats) -> Flags:
        free = find_free_slides(case.hulls, start[at], heading[at], mm, blocked)
        if first and not forbidden.track.is_empty:
            bow = start[at] + ahead[at]
            along = mm[:, None] * np.column_stack([np.cos(heading[at]), np.sin(heading[at])])
            free &= ~shapely.intersects(forbidden.track, shapely.linestrings(np.stack([bow, bow + along], axis=1)))
        return free

    may = np.flatnonzero(turn <= limit + math.pi / RAYS)
    low = np.full(len(start), -1.0)
    whole = clear(may, np.full(len(may), length))
    low[may[whole]] = length
    left = may[~whole]
    stopped = left[clear(left, np.zeros(len(left)))]
    low[stopped] = 0.0
    high = np.full(len(stopped), length)
    for _ in range(HALVINGS):
        middle = (low[stopped] + high) / 2
        free = clear(stopped, middle)
        low[stopped] = np.where(free, middle, low[stopped])
        high = np.where(free, high, middle)
    return Star(centres, heading.reshape(count, RAYS), low.reshape(count, RAYS))


def _sail_on(star: Star, centres: Floats, arrived: Floats, apart_mm: float) -> tuple[Floats, Floats]:
    """Turning points after this segment, not too near each other, with the heading she has there."""
    share = np.array([0.5, 1.0])
    going = star.free_mm > 0
    length = star.free_mm[going][:, None] * share
    heading = np.broadcast_to(star.headings[going][:, None], length.shape)
    start = np.broadcast_to(centres[:, None], (*star.free_mm.shape, 2))[going][:, None]
    places = start + length[..., None] * np.stack([np.cos(heading), np.sin(heading)], axis=-1)
    every = np.concatenate([centres, places.reshape(-1, 2)])
    headings = np.concatenate([arrived, heading.reshape(-1)])
    _, picked = np.unique(np.rint(every / apart_mm), axis=0, return_index=True)
    return every[picked], headings[picked]


def _region(case: MoveCase, star: Star) -> BaseGeometry:
    """The bows of all poses, as one star round each turning point."""
    ahead = case.keel.bow_mm - case.keel.pivot_mm
    reach = np.where(star.free_mm >= 0, star.free_mm + ahead, 0.0) + TIP_MM
    rim = np.stack([np.cos(star.headings), np.sin(star.headings)], axis=-1) * reach[..., None]
    return shapely.union_all(shapely.polygons(star.centres[:, None] + rim))


def _poses(case: MoveCase, star: Star) -> Floats:
    """(N, 3) of the hull's centre: at the start, the middle and the end of every free ray."""
    going = star.free_mm >= 0
    heading = np.repeat(star.headings[going], 3)
    length = (star.free_mm[going][:, None] * np.array([0.0, 0.5, 1.0])).reshape(-1) - case.keel.pivot_mm
    start = np.repeat(np.broadcast_to(star.centres[:, None], (*star.free_mm.shape, 2))[going], 3, axis=0)
    return np.column_stack([start[:, 0] + length * np.cos(heading), start[:, 1] + length * np.sin(heading), heading])


def _with_heading(poses: Floats, heading_rad: float | None, case: MoveCase) -> Floats:
    if heading_rad is None:
        return poses
    off = np.abs((poses[:, 2] - heading_rad + math.pi) % (2 * math.pi) - math.pi)
    return poses[off <= max(case.terms.heading_slack_rad, math.pi / RAYS)]


def _bow(poses: Floats, bow_mm: float) -> tuple[Floats, Floats]:
    return poses[:, 0] + bow_mm * np.cos(poses[:, 2]), poses[:, 1] + bow_mm * np.sin(poses[:, 2])


def reach_now(
    scene: Scene, piece_id: str, settings: RuleSettings, allowance: MoveAllowance, *, heading_rad: float | None = None
) -> Reach | None:
    """None where she is not seen, or may not move. Without what a trade current on her way would add."""
    placed = scene.find(piece_id)
    if placed is None or allowance.forbidden is not None or not set(allowance.base) <= {"S", "L"}:
        return None
    case = MoveCase(
        placed,
        placed,
        scene,
        settings,
        settings.edition.movement,
        allowance,
        traits_now(placed, scene),
        scene.state.tows(piece_id),
    )
    return reach_region(case, heading_rad=heading_rad)


@dataclass(frozen=True, slots=True, eq=False)
class ReachShot:
    target: str
    cannon: int
    """Its number on the card."""
    poses: Floats
    """(N, 3) of the reach's poses: those from which the target is in range and no piece stands on the shortest line.
    Her own sails are not looked at, nor lines to other parts: the shot itself is ruled once she lies there."""


def shots_from_reach(shooter: PlacedPiece, reach: Reach, scene: Scene, settings: RuleSettings) -> tuple[ReachShot, ...]:
    """For each standing cannon and each enemy ship or creature that some pose can shoot at."""
    effects = scene.effects_of(shooter.id)
    enemies = [
        piece for piece in scene.pieces if scene.state.are_enemies(shooter.id, piece.id) and piece.id not in scene.gone
    ]
    shots = []
    for cannon in list_printed_cannons(shooter, effects):
        limit = gun_of(shooter, cannon, effects, settings).limit_mm
        origins = _origins(shooter, cannon, reach.poses, settings)
        for enemy in enemies:
            seen = _can_be_seen(origins, limit, shooter, enemy, scene, settings)
            if seen.any():
                shots.append(ReachShot(enemy.id, cannon.number, reach.poses[seen]))
    return tuple(shots)


def _origins(shooter: PlacedPiece, cannon: Cannon, poses: Floats, settings: RuleSettings) -> Floats:
    model = shooter.piece.model
    if cannon.mast is None:
        assert cannon.at is not None
        x, y = cannon.at
    elif settings.edition.shooting.shot_origin is ShotOrigin.PRINTED_DIE:
        x, y = model.die_place(cannon.mast)
    else:
        x, y = model.upright_place(cannon.mast)
    c, s = np.cos(poses[:, 2]), np.sin(poses[:, 2])
    return np.column_stack([poses[:, 0] + c * x - s * y, poses[:, 1] + s * x + c * y])


def _can_be_seen(
    origins: Floats, limit_mm: float, shooter: PlacedPiece, enemy: PlacedPiece, scene: Scene, settings: RuleSettings
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """(N,) whether the enemy is in range of each origin, past everything else."""
    middle = enemy.pose.pose
    near = np.hypot(origins[:, 0] - middle.x_mm, origins[:, 1] - middle.y_mm) <= limit_mm + enemy.reach_mm
    seen = np.zeros(len(origins), dtype=np.bool_)
    at = np.flatnonzero(near)
    if not len(at):
        return seen
    whole = shapely.union_all([enemy.footprint, MultiLineString(list(enemy.part_edges))])
    lines = shapely.shortest_line(shapely.points(origins[at]), whole)
    kinds = settings.edition.shooting.line_blockers
    others = [
        piece.footprint
        for piece in scene.pieces
        if piece.id not in (shooter.id, enemy.id, *scene.gone)
        and piece.piece.model.kind in kinds
        and math.hypot(piece.pose.pose.x_mm - middle.x_mm, piece.pose.pose.y_mm - middle.y_mm)
        <= limit_mm + enemy.reach_mm + piece.reach_mm
    ]
    blocked = shapely.union_all(others)
    shapely.prepare(blocked)
    seen[at] = (shapely.length(lines) <= limit_mm) & ~shapely.intersects(blocked, lines)
    return seen

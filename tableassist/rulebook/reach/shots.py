"""Shots from where she could go: which enemy from which pose, coarsely, for a look ahead."""

import math
from dataclasses import dataclass

import numpy as np
import shapely
from shapely import MultiLineString

from tableassist.geometry.arrays import Floats
from tableassist.pieces.piece import Cannon
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms.shooting import ShotOrigin
from tableassist.rulebook.reach.region import Reach
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.shooting.gun import gun_of, printed_now
from tableassist.scene.placed_piece import PlacedPiece


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
        each for each in scene.pieces if scene.state.are_enemies(shooter.id, each.id) and each.id not in scene.gone
    ]
    found = []
    for cannon in printed_now(shooter, effects):
        limit = gun_of(shooter, cannon, effects, settings).limit_mm
        origins = _origins(shooter, cannon, reach.poses, settings)
        for enemy in enemies:
            seen = _seen(origins, limit, shooter, enemy, scene, settings)
            if seen.any():
                found.append(ReachShot(enemy.id, cannon.number, reach.poses[seen]))
    return tuple(found)


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


def _seen(
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
        each.footprint
        for each in scene.pieces
        if each.id not in (shooter.id, enemy.id, *scene.gone)
        and each.piece.model.kind in kinds
        and math.hypot(each.pose.pose.x_mm - middle.x_mm, each.pose.pose.y_mm - middle.y_mm)
        <= limit_mm + enemy.reach_mm + each.reach_mm
    ]
    blocked = shapely.union_all(others)
    shapely.prepare(blocked)
    seen[at] = (shapely.length(lines) <= limit_mm) & ~shapely.intersects(blocked, lines)
    return seen

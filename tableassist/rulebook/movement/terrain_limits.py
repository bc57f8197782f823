"""Terrain that changes what a move may be: fog ends it, a whirlpool ends it elsewhere."""

import math
from collections.abc import Callable
from dataclasses import replace

import shapely

from tableassist.geometry.planar_pose import PlanarPose
from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.movement.allowance import MoveTrait
from tableassist.rulebook.movement.case import MoveCase
from tableassist.rulebook.movement.route import Route
from tableassist.rulebook.ruling.ruling import CALL_SIGMAS, Verdict
from tableassist.scene.placed_piece import PlacedPiece

FOG = frozenset({PieceKind.FOG_BANK})


def fog_on_the_way(case: MoveCase, route: Route) -> PlacedPiece | None:
    """The fog bank that would have taken her in before she came where she lies. One that she ends in is no such."""
    effects = case.scene.effects_of(case.before.id) | frozenset(case.before.piece.effects)
    if MoveTrait.GHOSTLY in case.traits or Effect.IGNORES_TERRAIN in effects:
        return None
    for touch in route.terrain:
        fog = case.scene.find(touch.piece)
        is_end = touch.at_end and touch.segment == len(route.segments)
        if fog is not None and fog.piece.model.kind in FOG and not is_end:
            return fog
    return None


def by_whirlpool(case: MoveCase, is_legal: Callable[[MoveCase], Verdict]) -> tuple[Verdict, Message] | None:
    """Whether she may have come out of a whirlpool that she touches now, and by which one she went in; `is_legal`
    judges a move to there. None where no whirlpool has to do with it (complete, Whirlpool)."""
    if PieceKind.WHIRLPOOL not in case.settings.edition.terrain.kinds or MoveTrait.GHOSTLY in case.traits:
        return None
    pools = [each for each in case.scene.pieces if each.piece.model.kind is PieceKind.WHIRLPOOL]
    out = next((each for each in pools if _touches(case, each)), None)
    if out is None:
        return None
    found: tuple[Verdict, Message] | None = None
    for pool in (each for each in pools if each is not out):
        way = {"whirlpool": pool.name, "other": out.name}
        if is_legal(replace(case, after=_at(case, pool))) is Verdict.YES:
            return Verdict.YES, Message("in by {whirlpool}, out by {other}", **way)
        if _could_reach(case, pool):
            found = Verdict.TOO_CLOSE, Message("perhaps in by {whirlpool}, out by {other}", **way)
    return found


def _touches(case: MoveCase, pool: PlacedPiece) -> bool:
    doubt = math.hypot(case.after.pose.sigma_mm, pool.pose.sigma_mm, pool.piece.model.sigma_mm)
    near = case.settings.contact_tolerance_mm + CALL_SIGMAS * doubt
    return bool(shapely.distance(case.after.footprint, pool.footprint) <= near)


def _at(case: MoveCase, pool: PlacedPiece) -> PlacedPiece:
    """Straight ahead from her bow to the nearest place of the whirlpool."""
    bow = case.keel.bow_mm
    here = case.before.pose.pose.place_one(bow, 0.0)
    line = shapely.shortest_line(shapely.Point(here), pool.footprint)
    (_, (x, y)) = shapely.get_coordinates(line).tolist()
    heading = math.atan2(y - here[1], x - here[0]) if line.length > 0 else case.before.pose.pose.heading_rad
    pose = PlanarPose(x - bow * math.cos(heading), y - bow * math.sin(heading), heading)
    return replace(case.after, pose=replace(case.after.pose, pose=pose))


def _could_reach(case: MoveCase, pool: PlacedPiece) -> bool:
    """By some part of her: a bow that swings about goes no farther than her length beside all segments."""
    far = case.kinematics.total_mm + case.terms.slack_mm + 2 * case.before.reach_mm
    return bool(shapely.distance(case.before.footprint, pool.footprint) <= far)

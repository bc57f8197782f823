"""Asking about a move or a reach with what the table knows: state, effects and keywords from the scene."""

import math
from collections.abc import Sequence

from tableassist.geometry.planar_pose import PlanarPose
from tableassist.ledger.ledger import PieceState
from tableassist.pieces.move_segment import MoveSegment
from tableassist.rules.abilities.effects_of import effects_of
from tableassist.rules.editions.settings import RuleSettings
from tableassist.rules.movement.allowance import Holds, MoveAllowance, MoveTrait, ShipState, allowances, traits_of
from tableassist.rules.movement.case import MoveCase
from tableassist.rules.movement.move import MoveJudgement, judge_move
from tableassist.rules.movement.reach_region import Reach, reach_region
from tableassist.rules.movement.route import Route
from tableassist.rules.ruling.ruling import Ruling
from tableassist.rules.terrain.on_route import RouteLeg, rule_terrain_of_move
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.scene import Scene


def traits_now(placed: PlacedPiece, scene: Scene) -> frozenset[MoveTrait]:
    return traits_of(placed.piece, ghostly=scene.ledger.is_in(placed.id, PieceState.GHOSTLY))


def allowances_now(
    placed: PlacedPiece,
    scene: Scene,
    settings: RuleSettings,
    base_move: Sequence[MoveSegment],
    *,
    holds: Holds | None = None,
    captain: bool | None = None,
    towing: bool = False,
    trade_current: bool = False,
) -> tuple[MoveAllowance, ...]:
    """`base_move` as on the card; the rest is what nobody but the players knows, None where they did not tell."""
    state = ShipState(
        masts_standing=len(placed.masts_standing),
        effects=effects_of(placed.id, scene, settings),
        masts_built=placed.piece.model.upright_count,
        holds=holds,
        captain=captain,
        towing=towing,
        states=scene.ledger.states.get(placed.id, frozenset()),
        trade_current=trade_current,
    )
    return allowances(base_move, state, traits_now(placed, scene), settings.edition.movement)


def rule_move(
    before: Scene,
    after: Scene,
    piece_id: str,
    settings: RuleSettings,
    base_move: Sequence[MoveSegment],
    *,
    holds: Holds | None = None,
    captain: bool | None = None,
    towed: frozenset[str] = frozenset(),
    trade_current: bool = False,
    rammed: bool = False,
) -> MoveJudgement | None:
    """Of a piece that both scenes hold; None where one of them does not. `towed` moved with her."""
    then, now = before.find(piece_id), after.find(piece_id)
    if then is None or now is None:
        return None
    allowed = allowances_now(
        then,
        before,
        settings,
        base_move,
        holds=holds,
        captain=captain,
        towing=bool(towed),
        trade_current=trade_current,
    )
    traits = traits_now(then, before)
    return judge_move(then, now, after, settings, allowed, traits=traits, apart_from=towed, rammed=rammed)


def rule_terrain_of_route(route: Route, mover: PlacedPiece, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """What terrain does to her on this route."""
    bow = max(x for x, _ in mover.piece.model.hull)
    legs = []
    for each in route.segments:
        ends = (
            PlanarPose(x - bow * math.cos(each.heading_rad), y - bow * math.sin(each.heading_rad), each.heading_rad)
            for x, y in (each.start, each.end)
        )
        legs.append(RouteLeg(*ends))
    return rule_terrain_of_move(mover, legs, scene, settings) if legs else []


def reach_now(
    scene: Scene, piece_id: str, settings: RuleSettings, allowance: MoveAllowance, *, heading_rad: float | None = None
) -> Reach | None:
    """None where she is not seen, or may not move."""
    placed = scene.find(piece_id)
    if placed is None or allowance.forbidden is not None or not set(allowance.base) <= {"S", "L"}:
        return None
    terms = settings.edition.movement
    case = MoveCase(placed, placed, scene, settings, terms, allowance, traits_now(placed, scene))
    return reach_region(case, heading_rad=heading_rad)

"""What terrain has to do with a move that was found: on the way of a ship, where she left it, or an iceberg's drift."""

from tableassist.geometry import measure_overlap
from tableassist.messages import Message
from tableassist.pieces import PieceKind
from tableassist.pipeline.moves.motion import Motion
from tableassist.rulebook import RuleSettings, Ruling, Verdict
from tableassist.rulebook.moves import LEFT, MoveJudgement, judge_drift, rule_exits, rule_terrain_of_route
from tableassist.scene.placed_piece import PlacedPiece


def drift_of(motion: Motion, settings: RuleSettings) -> tuple[MoveJudgement | None, tuple[Ruling, ...]]:
    """Of an iceberg: whether it lies where a number takes it, and what it met. Nothing where the edition knows none."""
    before = None if motion.before is None else motion.before.find(motion.piece)
    if before is None or motion.before is None or PieceKind.ICEBERG not in settings.edition.terrain.kinds:
        return None, ()
    return judge_drift(before, motion.end, motion.before, settings) or (None, ())


def terrain_of(motion: Motion, judgement: MoveJudgement | None, settings: RuleSettings) -> tuple[Ruling, ...]:
    """Of a ship or a creature."""
    before = None if motion.before is None else motion.before.find(motion.piece)
    if before is None:
        return ()
    return (*_exits(before, motion, judgement, settings), *_on_the_way(before, motion, judgement, settings))


def _on_the_way(
    before: PlacedPiece, motion: Motion, judgement: MoveJudgement | None, settings: RuleSettings
) -> list[Ruling]:
    """By the shortest legal route; which way she took in truth is known only if it is the only one. A route round the
    earth is not looked at: it leaves the mat."""
    route = None if judgement is None else judgement.route
    if judgement is None or route is None or route.wraps or motion.after is None:
        return []
    rulings = rule_terrain_of_route(route, before, motion.after, settings)
    met = [each for each in rulings if each.verdict is not Verdict.NO]
    return met if judgement.dry_route is None else [_perhaps(each) for each in met]


def _perhaps(met: Ruling) -> Ruling:
    reason = Message("{reason}; unless she went clear of terrain, which she could", reason=met.reason)
    return met.replace(verdict=Verdict.TOO_CLOSE, probability=0.5, reason=reason)


def _exits(
    before: PlacedPiece, motion: Motion, judgement: MoveJudgement | None, settings: RuleSettings
) -> list[Ruling]:
    """Of what she lay in and does no more: the numbers that fit, or how far off the nearest is. Out of fog she sails on
    from her number, so that where the move was judged only a number at which she has stayed is told."""
    found: list[Ruling] = []
    for terrain in () if motion.after is None else motion.after.pieces:
        if terrain.piece.model.kind in LEFT and _lies_in(before, terrain, settings):
            exits = [] if _lies_in(motion.end, terrain, settings) else rule_exits(motion.end, terrain, settings)
            fit = [each for each in exits if each.verdict is not Verdict.NO]
            sails_on = judgement is not None and terrain.piece.model.kind is PieceKind.FOG_BANK
            found += fit or ([] if sails_on else sorted(exits, key=lambda each: each.measured_mm or 0.0)[:1])
    return found


def _lies_in(mover: PlacedPiece, terrain: PlacedPiece, settings: RuleSettings) -> bool:
    """Deeper than pieces that only touch seem to."""
    depth = measure_overlap(mover.footprint, terrain.footprint)
    return depth is not None and depth[0] > settings.contact_tolerance_mm

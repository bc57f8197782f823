"""Trade currents in a move: +S, once a turn, for a ship that begins on one of her side's or sails over it."""

from collections.abc import Sequence

import shapely

from tableassist.messages import Message
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.movement.allowance import MoveAllowance, segment_mm
from tableassist.rulebook.movement.move import MoveJudgement
from tableassist.rulebook.movement.out_of_terrain import MoveAsk
from tableassist.rulebook.movement.route import Route, legs_of
from tableassist.rulebook.ruling.ruling import Verdict, changed, cite
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.terrain.on_route import rule_terrain_of_move
from tableassist.rulebook.terrain.terrain import rule_terrain
from tableassist.scene.placed_piece import PlacedPiece


def current_under(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool | None:
    """Whether she begins on a trade current of her side; None where that is not sure."""
    currents = _hers(placed, scene, settings)
    if not currents:
        return False
    touches = rule_terrain([(placed, current) for current in currents], scene, settings)
    if any(each.verdict is Verdict.YES and _is_friendly(placed, each.target, scene) for each in touches):
        return True
    return None if any(each.verdict is not Verdict.NO for each in touches) else False


def _hers(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> list[PlacedPiece]:
    """Those of her side, and those of which nobody said who laid them."""
    if PieceKind.TRADE_CURRENT not in settings.edition.terrain.kinds:
        return []
    currents = (each for each in scene.pieces if each.piece.model.kind is PieceKind.TRADE_CURRENT)
    return [each for each in currents if each.id not in scene.gone and not scene.state.are_enemies(placed.id, each.id)]


def _is_friendly(placed: PlacedPiece, current: str, scene: Scene) -> bool:
    own = scene.state.owners.get(placed.id)
    return own is not None and own == scene.state.owners.get(current)


def over_a_current(judged: MoveJudgement, ask: MoveAsk, before: Scene, more: Sequence[MoveAllowance]) -> MoveJudgement:
    """A move that is too long without the +S, if she can have sailed over a current before her last segment; `more` is
    what she may sail with it."""
    if judged.ruling.verdict is Verdict.YES or any(each.forbidden is not None for each in more):
        return judged
    reach = max(sum(segment_mm(each, ask.settings.ruler) for each in (*way.base, *way.bonus)) for way in more)
    ahead = [
        each
        for each in _hers(ask.before, before, ask.settings)
        if shapely.distance(ask.before.footprint, each.footprint) <= reach + 2 * ask.before.reach_mm
    ]
    if not ahead:
        return judged
    lifted = ask.judged(more)
    if lifted.ruling.verdict is Verdict.NO:
        return judged
    section = cite(lifted.ruling.citation, ask.settings.edition.terrain.sections[PieceKind.TRADE_CURRENT])
    names = tuple(each.name for each in ahead)
    over = lifted.route is not None and _sails_over(lifted.route, ask, ahead)
    said = {"outcome": lifted.ruling.reason, "currents": names}
    if over and lifted.ruling.verdict is Verdict.YES:
        reason = Message("{outcome}; +S by {currents}, which she sails over", **said)
        return lifted.with_ruling(changed(lifted.ruling, reason=reason, citation=section))
    if judged.ruling.verdict is not Verdict.NO:
        return judged
    reason = Message("{outcome}; only with +S, if she sailed over {currents} before her last segment", **said)
    doubt = changed(lifted.ruling, verdict=Verdict.TOO_CLOSE, probability=0.5, reason=reason, citation=section)
    return lifted.with_ruling(doubt)


def _sails_over(route: Route, ask: MoveAsk, currents: Sequence[PlacedPiece]) -> bool:
    """Whether the segments before the last one surely pass over a current that is known to be of her side."""
    legs = legs_of(route, ask.before)[:-1]
    met = rule_terrain_of_move(ask.before, legs, ask.scene, ask.settings) if legs else []
    ids = {each.id for each in currents if _is_friendly(ask.before, each.id, ask.scene)}
    return any(each.target in ids and each.verdict is Verdict.YES for each in met)

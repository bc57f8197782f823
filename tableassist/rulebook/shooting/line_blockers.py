"""What may stand in a line of fire: which pieces by the rules, which of them near enough to matter, how well known."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from tableassist.geometry.arrays import Flags, Floats, Indices
from tableassist.geometry.sightline import Blockers
from tableassist.messages import Message, Text, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.model import SAILING_KINDS, PieceKind
from tableassist.pieces.piece import Cannon, Piece
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling.confidence import CALL_SIGMAS
from tableassist.rulebook.ruling.ruling import Ruling, Verdict, changed
from tableassist.rulebook.scene.obstacles import Obstacles, obstacles, seen_from, sigma_mm
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.shooting.marine import is_marine, islands_under
from tableassist.scene.from_above import from_above
from tableassist.scene.placed_piece import PlacedPiece

BESIDE_MM = 10.0
"""Room that is more than enough: what lies farther from every possible line is not looked at."""
FIXED = frozenset({PieceKind.ISLAND, PieceKind.FOG_BANK})
"""They lie on the mat all game long. A ship that has not been seen may still be in its box."""
Effects = Mapping[str, frozenset[Effect]]


@dataclass(frozen=True, slots=True)
class LineAsk:
    """Whether this cannon has a line of fire to the target; `in_range` is the ruling on its range."""

    shooter: PlacedPiece
    cannon: Cannon
    target: PlacedPiece
    in_range: Ruling
    lifted: frozenset[str] = frozenset()
    """Pieces that are not in the way of this one, by another reading of the rules."""
    scene: Scene | None = None
    """Where it is asked, if not in the same scene as the others."""


@dataclass(frozen=True, slots=True, eq=False)
class InTheWay:
    """P blockers, each of one question."""

    blockers: Blockers
    piece: tuple[PlacedPiece, ...]
    words: tuple[Text, ...]
    sigma_mm: Floats


def in_the_way(
    asks: Sequence[LineAsk], origins: Floats, scene: Scene, settings: RuleSettings, effects: Effects | None
) -> InTheWay:
    shooters, targets = [ask.shooter for ask in asks], [ask.target for ask in asks]
    reach = np.array([_longest_reach(ask) for ask in asks])
    bound = np.array([from_above(ask.shooter).bound_mm + from_above(ask.target).bound_mm for ask in asks])
    # At least all that `_near_enough` takes, so that what is in the way of one line is no matter of the others.
    farthest = reach + np.maximum(BESIDE_MM, CALL_SIGMAS * bound)
    known = obstacles([ask.scene or scene for ask in asks], shooters, targets, origins, farthest, CALL_SIGMAS)
    at = {placed: index for index, placed in enumerate(known.pieces)}
    shooter, target = np.array([(at[ask.shooter], at[ask.target]) for ask in asks]).T
    allowed = _by_the_rules(asks, shooter, target, known, scene, settings, effects)
    ask, thing = np.nonzero(allowed & _near_enough(origins, reach, shooter, target, known))
    sigma = sigma_mm(origins[ask], shooter[ask], target[ask], thing, known)
    placed = tuple(known.pieces[index] for index in known.piece[thing].tolist())
    masts = known.things.mast[thing].tolist()
    own = {mast: Message("her own mast {number}", number=mast) for mast in set(masts)}
    words = tuple(own[mast] if mast else each.piece.name for mast, each in zip(masts, placed, strict=True))
    return InTheWay(seen_from(known.things, thing, ask, origins[ask], CALL_SIGMAS * sigma), placed, words, sigma)


def _by_the_rules(
    asks: Sequence[LineAsk],
    shooter: Indices,
    target: Indices,
    known: Obstacles,
    scene: Scene,
    settings: RuleSettings,
    effects: Effects | None,
) -> Flags:
    """(A, N): her own standing masts and sails but the one that carries the cannon, and other pieces by their kind."""
    mast = np.array([ask.cannon.mast or 0 for ask in asks])
    kinds = {index: _stopping(known.pieces[index], settings, effects) for index in set(shooter.tolist())}
    # Most shooters are stopped by the same kinds.
    stops = {each: _are_of(each, known, scene.gone) for each in set(kinds.values())}
    others = np.array([stops[kinds[index]] for index in shooter.tolist()])[:, known.piece]
    mine = shooter[:, None] == known.piece
    own = mine & (known.things.mast != mast[:, None])
    allowed: Flags = np.where(known.things.mast > 0, own, others & ~mine) & (target[:, None] != known.piece)
    if known.is_there is not None:
        allowed &= known.is_there[:, known.piece]
    lifted = [_lifted(ask, number, known, settings) for number, ask in enumerate(asks)]
    for gone in set(lifted) - {frozenset()}:
        stays = np.array([placed.id not in gone for placed in known.pieces])[known.piece]
        allowed[[index for index, each in enumerate(lifted) if each == gone]] &= stays | (known.things.mast > 0)
    return allowed


def _stopping(shooter: PlacedPiece, settings: RuleSettings, effects: Effects | None) -> frozenset[PieceKind]:
    """The kinds of pieces that stop this shooter's lines."""
    kinds = settings.edition.shooting.line_blockers
    if shooter.piece.model.kind is PieceKind.FORT:
        kinds = settings.edition.shooting.fort_line_blockers
    hers = frozenset(shooter.piece.effects) if effects is None else effects.get(shooter.id, frozenset())
    if Effect.LOF_NOT_BLOCKED_BY_SHIPS in hers:
        kinds = kinds - SAILING_KINDS
    return kinds


def _are_of(kinds: frozenset[PieceKind], known: Obstacles, gone: Collection[str]) -> list[bool]:
    """Of each piece, whether it is in the way by its kind. A wreck is a ship."""
    return [each.piece.model.kind in kinds and each.id not in gone for each in known.pieces]


def _lifted(ask: LineAsk, number: int, known: Obstacles, settings: RuleSettings) -> frozenset[str]:
    """The island that a titan stands on is in nobody's way to her, nor in hers (keyword Titan, complete); nor is
    that of a marine."""
    marines = [each for each in (ask.shooter, ask.target) if is_marine(each.piece)]
    if marines:
        return ask.lifted.union(*(islands_under(each, known.seen_by(number)) for each in marines))
    titans = [each for each in (ask.shooter, ask.target) if each.piece.model.segments and _is_titan(each)]
    if not titans or not settings.edition.shooting.titans_shoot_past_islands:
        return ask.lifted
    islands = [other for other in known.seen_by(number) if other.piece.model.kind is PieceKind.ISLAND]
    return ask.lifted.union(each.id for each in islands for titan in titans if titan.hull.intersects(each.hull))


def _is_titan(placed: PlacedPiece) -> bool:
    return "Titan" in placed.piece.keywords or placed.piece.model.name == "titan"


def _near_enough(origins: Floats, reach: Floats, shooter: Indices, target: Indices, known: Obstacles) -> Flags:
    """(A, N): whether any line to the target passes a thing so near that it matters. From the origin the lines spread
    out to the circle about the target; a thing is a circle, too."""
    x, y = (known.things.middle[:, axis] - origins[:, axis, None] for axis in (0, 1))
    goal_x, goal_y = (known.place[target] - origins).T[..., None]
    square = np.maximum(goal_x**2 + goal_y**2, 1e-12)
    share = np.clip((x * goal_x + y * goal_y) / square, 0.0, 1.0)
    aside = (x - share * goal_x) ** 2 + (y - share * goal_y) ** 2
    bound = known.bound_mm
    doubt = CALL_SIGMAS * ((bound[shooter] + bound[target])[:, None] + bound[known.piece])
    room = np.maximum(BESIDE_MM, doubt) + known.things.reach_mm
    # The farther edge of a thing may lie where the lines have spread wider than at its middle.
    spread_there = np.minimum(1.0, share + room / np.sqrt(square)) * known.reach_mm[target][:, None]
    near: Flags = (x**2 + y**2 < (reach[:, None] + room) ** 2) & (aside < (spread_there + room) ** 2)
    return near


def _longest_reach(ask: LineAsk) -> float:
    """How far from the origin anything can matter."""
    doubt = (ask.in_range.sigma_mm or 0.0) + from_above(ask.shooter).bound_mm + from_above(ask.target).bound_mm
    return max(ask.in_range.limit_mm or 0.0, ask.in_range.measured_mm or 0.0) + BESIDE_MM + CALL_SIGMAS * doubt


def unseen_blockers(scene: Scene, settings: RuleSettings) -> tuple[Piece, ...]:
    """What has never been seen may stand anywhere, so no line is called clear."""
    kinds = FIXED & settings.edition.shooting.line_blockers
    return tuple(piece for piece in scene.unseen if piece.model.kind in kinds and piece.id not in scene.gone)


def not_past_the_unseen(
    line: Ruling | None, shooter: Piece, unseen: tuple[Piece, ...], scene: Scene, settings: RuleSettings
) -> Ruling | None:
    """The line as it was ruled; but where it was called clear, or nearly, only if all that could stop it is seen."""
    if line is None or not unseen or line.verdict not in (Verdict.YES, Verdict.TOO_CLOSE):
        return line
    is_fort = shooter.model.kind is PieceKind.FORT
    stops = settings.edition.shooting.fort_line_blockers if is_fort else settings.edition.shooting.line_blockers
    stopping = tuple(piece for piece in unseen if piece.model.kind in stops)
    if not stopping:
        return line
    reason = _in_doubt(line.reason, stopping, scene)
    return changed(line, verdict=Verdict.NOT_SEEN, probability=None, reason=reason)


def _in_doubt(reason: Message, stopping: tuple[Piece, ...], scene: Scene) -> Message:
    names = tuple(piece.name for piece in stopping)
    why = scene.reasons.get(stopping[0].id)
    if why is None:
        what = template("{reason}, as far as can be seen: {names} may stand in the way, and has not been seen")
        return Message(what, reason=reason, names=names)
    if len(stopping) > 1:
        what = template("{reason}, as far as can be seen: any of {names} may stand in the way, and none is measured")
        return Message(what, reason=reason, names=names)
    what = template("{reason}, as far as can be seen: {name} may stand in the way, and is not measured: {why}")
    return Message(what, reason=reason, name=names[0], why=why)

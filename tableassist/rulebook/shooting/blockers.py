"""What may stand in a line of fire: which pieces by the rules, which of them near enough to matter, how well known.

    pieces of the scene --_find_obstacles--> circles within reach of a question's cannon
       --_by_the_rules--> kinds that block in this edition; a shooter's own other masts; less what is shot past
       --_near_enough--> circles that a line to the target may pass within its doubt
       --_sigma_mm--> sigma of each against its line (docs/measurement-model.md, eq. 67)
       --_see_from--> blockers of `geometry.sightline`, with a doubt of 2.5 sigma

A thing is off the line by its own error, less the line's error at that share t of the way: 1 - t of the cannon's and t
of the end's. What the camera gets wrong moves all three alike and cancels, since 1 - (1 - t) - t = 0. The worst
direction is taken (the larger eigenvalue), because the line may pass the thing on any side. Every shortcut here keeps a
superset: a circle holds all of a piece wherever it may be, so nothing that could matter is left out.

A piece that has never been seen may stand anywhere; then no line is called clear that it could stop
(`not_past_the_unseen`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import Flags, Floats, Indices
from tableassist.geometry.sightline import Blockers, Sides, clamp, expand_lists, list_starts
from tableassist.messages import Message, Text, template
from tableassist.pieces import SAILING_KINDS, Cannon, Effect, Piece, PieceKind
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling import CALL_SIGMAS, Ruling, Verdict
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.shooting.special import is_marine, islands_under
from tableassist.scene.from_above import Blocks, from_above
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.scene.separation import shared_errors
from tableassist.scene.whereabouts import Spot

BESIDE_MM = 10.0
"""Room that is more than enough: what is farther from every possible line is not looked at."""
MIN_SIGMA_MM = 0.05
"""Of a ship's own rig against her own cannon: both are fixed to one hull."""
FIXED = frozenset({PieceKind.ISLAND, PieceKind.FOG_BANK})
"""They stay on the mat all game long. A ship that has not been seen may still be in its box."""
BLOCK_FIELDS = tuple(field.name for field in fields(Blocks))
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
    """(P,) against any line to the middle of the target."""
    pairs: "_Pairs"

    def sigma_against(self, ends: Floats) -> Floats:
        """(P,) against the lines to `ends` (A, 2), from their origins, at the share of each line at which it is nearest
        to a corner of its blocker. A line that ends beside a long sail is nearest to it at its very end, which moves
        with the target alone."""
        end, counts, corner = ends[self.blockers.ask], self.blockers.corner_counts, self.blockers.corners
        if len(end) == 0:
            return np.zeros(0)
        whose = np.arange(len(end)).repeat(counts)
        line = end[whose]
        share = clamp((line * corner).sum(axis=1) / np.maximum((line**2).sum(axis=1), 1e-12), 0.0, 1.0)
        away = ((corner - share[:, None] * line) ** 2).sum(axis=1)
        return _sigma_mm(self.pairs, share[np.lexsort((away, whose))[list_starts(counts)]], end)


@dataclass(frozen=True, slots=True, eq=False)
class Obstacles:
    """P pieces, and N things that stand in the way: each piece as a whole, and each mast of a shooter by itself."""

    pieces: tuple[PlacedPiece, ...]
    things: Blocks
    piece: Indices
    """(N,) whose thing it is."""
    place: Floats
    """(P, 2)."""
    own: Floats
    shared: Floats
    heading_variance: Floats
    model_mm: Floats
    reach_mm: Floats
    bound_mm: Floats
    """(P,) no place on the piece is known worse than this, in any direction."""
    is_there: Flags | None = None
    """(A, P) whether the piece is on the mat of that question; None where all are on one mat."""

    def seen_by(self, ask: int) -> tuple[PlacedPiece, ...]:
        """The pieces on the mat of a question."""
        if self.is_there is None:
            return self.pieces
        return tuple(placed for placed, here in zip(self.pieces, self.is_there[ask].tolist(), strict=True) if here)


def in_the_way(
    asks: Sequence[LineAsk], origins: Floats, scene: Scene, settings: RuleSettings, effects: Effects | None
) -> InTheWay:
    """Find what stands in the way of each line, or may. `effects` by piece; None: what is on the cards alone."""
    bound = np.array([from_above(ask.shooter).bound_mm + from_above(ask.target).bound_mm for ask in asks])
    # How far from its origin anything can matter to a line.
    farthest = [max(ask.in_range.limit_mm or 0.0, ask.in_range.measured_mm or 0.0) for ask in asks]
    range_sigma = [ask.in_range.sigma_mm or 0.0 for ask in asks]
    reach = np.array(farthest) + BESIDE_MM + CALL_SIGMAS * (np.array(range_sigma) + bound)
    obstacles = _find_obstacles(asks, scene, origins, reach + np.maximum(BESIDE_MM, CALL_SIGMAS * bound))
    at = {placed: index for index, placed in enumerate(obstacles.pieces)}
    shooter, target = np.array([(at[ask.shooter], at[ask.target]) for ask in asks]).T
    allowed = _by_the_rules(asks, shooter, target, obstacles, scene, settings, effects)
    ask, thing = np.nonzero(allowed & _near_enough(origins, reach, shooter, target, obstacles))
    pairs = _Pairs(origins[ask], shooter[ask], target[ask], thing, obstacles)
    # At the share of the way to the target's middle at which each thing's middle is.
    away = np.sqrt(((obstacles.things.middle[thing] - pairs.origins) ** 2).sum(axis=1))
    whole = np.sqrt(((obstacles.place[pairs.target] - pairs.origins) ** 2).sum(axis=1))
    sigma = _sigma_mm(pairs, clamp(away / np.maximum(whole, 1e-9), 0.0, 1.0))
    placed = tuple(obstacles.pieces[index] for index in obstacles.piece[thing].tolist())
    masts = obstacles.things.mast[thing].tolist()
    own = {mast: Message("her own mast {number}", number=mast) for mast in set(masts)}
    words = tuple(own[mast] if mast else piece.piece.name for mast, piece in zip(masts, placed, strict=True))
    return InTheWay(
        _see_from(obstacles.things, thing, ask, origins[ask], CALL_SIGMAS * sigma), placed, words, sigma, pairs
    )


def _find_obstacles(asks: Sequence[LineAsk], scene: Scene, origins: Floats, reach_mm: Floats) -> Obstacles:
    """Collect the pieces that are asked about, and all pieces within a reach (A,) of an origin (A, 2), each question in
    its own scene. One that is asked about may be elsewhere than in its scene; then it is only there.

    In the scene's order, whatever is asked: where two leave a line the same room, the first is named.
    """
    on_mat: dict[Scene, dict[PlacedPiece, None]] = {}
    for ask in asks:
        on_mat.setdefault(ask.scene or scene, {}).update({ask.shooter: None, ask.target: None})
    for there, ask_indexes in on_mat.items():
        names = {placed.piece.id for placed in ask_indexes}
        ask_indexes.update((placed, None) for placed in there.pieces if placed.piece.id not in names)
    others = list(dict.fromkeys(placed for there in on_mat.values() for placed in there))
    x, y, reach, bound = np.array([from_above(placed).circle for placed in others]).reshape(-1, 4).T
    # All of a piece is in its circle, wherever it may be within so many sigmas.
    broad = reach + CALL_SIGMAS * bound
    apart = (x - origins[:, :1]) ** 2 + (y - origins[:, 1:]) ** 2
    near = np.flatnonzero((apart < (reach_mm[:, None] + broad) ** 2).any(axis=0))
    shooters = dict.fromkeys(ask.shooter for ask in asks)
    wanted = dict.fromkeys((*shooters, *(ask.target for ask in asks), *(others[index] for index in near.tolist())))
    first = (asks[0].scene or scene).pieces
    by_id = {placed.piece.id: index for index, placed in reversed(list(enumerate(first)))}
    by_place = {placed: index for there in on_mat for index, placed in enumerate(there.pieces)}
    pieces = tuple(sorted(wanted, key=lambda outline: by_place.get(outline, by_id.get(outline.piece.id, len(by_id)))))
    seen = [from_above(placed) for placed in pieces]
    # Masts by themselves are in the way of a ship's own cannons only.
    pools = [
        (outline.blocks, outline.rig) if placed in shooters else (outline.blocks,)
        for placed, outline in zip(pieces, seen, strict=True)
    ]
    parts = [blocks for pool in pools for blocks in pool]
    counts = np.array([sum(len(blocks.mast) for blocks in pool) for pool in pools])
    own = np.array([placed.pose.own for placed in pieces])
    shared = shared_errors([placed.pose for placed in pieces])
    variance = np.diagonal(own, axis1=1, axis2=2) + np.einsum("pik,pik->pi", shared, shared)
    is_there = None
    if len(on_mat) > 1:
        number = {there: index for index, there in enumerate(on_mat)}
        is_there = np.array([[placed in there for placed in pieces] for there in on_mat.values()])
        is_there = is_there[[number[ask.scene or scene] for ask in asks]]
    return Obstacles(
        pieces=pieces,
        things=Blocks(*(np.concatenate([getattr(part, name) for part in parts]) for name in BLOCK_FIELDS)),
        piece=np.arange(len(pieces)).repeat(counts),
        place=np.array([(placed.pose.pose.x_mm, placed.pose.pose.y_mm) for placed in pieces]),
        own=own,
        shared=shared,
        heading_variance=variance[:, 2],
        model_mm=np.array([placed.piece.model.sigma_mm for placed in pieces]),
        reach_mm=np.array([placed.reach_mm for placed in pieces]),
        bound_mm=np.array([outline.bound_mm for outline in seen]),
        is_there=is_there,
    )


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
    mast, terms, stops = np.array([ask.cannon.mast or 0 for ask in asks]), settings.edition.shooting, {}
    for index in set(shooter.tolist()):
        placed = known.pieces[index]
        kinds = terms.fort_line_blockers if placed.piece.model.kind is PieceKind.FORT else terms.line_blockers
        hers = placed.piece.effects if effects is None else effects.get(placed.piece.id, ())
        if Effect.LOF_NOT_BLOCKED_BY_SHIPS in hers:
            kinds = kinds - SAILING_KINDS
        # A wreck is a ship.
        stops[index] = [piece.piece.model.kind in kinds and piece.piece.id not in scene.gone for piece in known.pieces]
    others = np.array([stops[index] for index in shooter.tolist()])[:, known.piece]
    mine = shooter[:, None] == known.piece
    own = mine & (known.things.mast != mast[:, None])
    allowed: Flags = np.where(known.things.mast > 0, own, others & ~mine) & (target[:, None] != known.piece)
    if known.is_there is not None:
        allowed &= known.is_there[:, known.piece]
    lifted = [ask.lifted for ask in asks]
    for number, ask in enumerate(asks):
        if not ask.shooter.piece.model.masts or not ask.target.piece.model.masts:
            lifted[number] |= _shot_past(ask, known.seen_by(number), settings)
    for gone in set(lifted) - {frozenset()}:
        stays = np.array([placed.piece.id not in gone for placed in known.pieces])[known.piece]
        allowed[[index for index, island in enumerate(lifted) if island == gone]] &= stays | (known.things.mast > 0)
    return allowed


def _shot_past(ask: LineAsk, there: Sequence[PlacedPiece], settings: RuleSettings) -> frozenset[str]:
    """The island that a titan stands on is in nobody's way to her, nor in hers (keyword Titan, complete); nor is
    that of a marine."""
    both = (ask.shooter, ask.target)
    marines = [piece for piece in both if is_marine(piece.piece)]
    if marines:
        return frozenset().union(*(islands_under(marine, there) for marine in marines))
    if not settings.edition.shooting.titans_shoot_past_islands:
        return frozenset()
    creatures = [piece for piece in both if piece.piece.model.segments]
    titans = [
        creature for creature in creatures if "Titan" in creature.piece.keywords or creature.piece.model.name == "titan"
    ]
    islands = [placed for placed in there if placed.piece.model.kind is PieceKind.ISLAND]
    return frozenset(island.id for island in islands for titan in titans if titan.hull.intersects(island.hull))


def _near_enough(origins: Floats, reach: Floats, shooter: Indices, target: Indices, known: Obstacles) -> Flags:
    """(A, N): whether any line to the target passes a thing so near that it matters. From the origin the lines spread
    out to the circle about the target; a thing is a circle, too."""
    x, y = (known.things.middle[:, axis] - origins[:, axis, None] for axis in (0, 1))
    goal_x, goal_y = (known.place[target] - origins).T[..., None]
    square = np.maximum(goal_x**2 + goal_y**2, 1e-12)
    share = clamp((x * goal_x + y * goal_y) / square, 0.0, 1.0)
    aside = (x - share * goal_x) ** 2 + (y - share * goal_y) ** 2
    bound = known.bound_mm
    doubt = CALL_SIGMAS * ((bound[shooter] + bound[target])[:, None] + bound[known.piece])
    room = np.maximum(BESIDE_MM, doubt) + known.things.reach_mm
    # The farther edge of a thing may be where the lines have spread wider than at its middle.
    spread_there = np.minimum(1.0, share + room / np.sqrt(square)) * known.reach_mm[target][:, None]
    near: Flags = (x**2 + y**2 < (reach[:, None] + room) ** 2) & (aside < (spread_there + room) ** 2)
    return near


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """P things, each in the way of one line: indices into the obstacles."""

    origins: Floats
    """(P, 2)."""
    shooter: Indices
    target: Indices
    thing: Indices
    known: Obstacles


def _sigma_mm(pairs: _Pairs, t: Floats, end: Floats | None = None) -> Floats:
    """(P,) of a thing against the line from the origin to the target, in the worst direction, at a share t (P,) of the
    way. There the line is moved by 1 - t of the origin's error and by t of the target's; what the camera does to all
    cancels. `end` (P, 2) is where on the target the line ends, from the origin; None: anywhere on it."""
    origins, shooter, target, thing, obstacles = pairs.origins, pairs.shooter, pairs.target, pairs.thing, pairs.known
    place, owner = obstacles.things.middle[thing], obstacles.piece[thing]
    is_own = obstacles.things.mast[thing] > 0
    goal = obstacles.place[target]
    who = np.array([shooter, owner, target])
    arms = np.array([origins, place, goal if end is None else origins + end]) - obstacles.place[who]
    # How the origin, the thing and the line's end move with x, y and heading of the piece that each is fixed to.
    moved = np.zeros((3, len(thing), 2, 3))
    moved[..., 0, 0] = moved[..., 1, 1] = 1.0
    moved[..., 0, 2], moved[..., 1, 2] = -arms[..., 1], arms[..., 0]
    moved[0] *= -(1.0 - t)[:, None, None]
    moved[2] *= -t[:, None, None]
    # Her own rig moves with her own cannon.
    moved[0, is_own] += moved[1, is_own]
    moved[1, is_own] = 0.0
    together = (moved @ obstacles.shared[who]).sum(axis=0)
    spread_out = (moved @ obstacles.own[who] @ moved.transpose(0, 1, 3, 2)).sum(axis=0)
    spread_out += together @ together.transpose(0, 2, 1)
    # The larger eigenvalue of each (2, 2) covariance.
    xx, yy, xy = spread_out[:, 0, 0], spread_out[:, 1, 1], spread_out[:, 0, 1]
    variance = (xx + yy) / 2 + np.hypot((xx - yy) / 2, xy) + obstacles.model_mm[owner] ** 2
    variance += (
        np.where(is_own, 0.0, ((1 - t) * obstacles.model_mm[shooter]) ** 2) + (t * obstacles.model_mm[target]) ** 2
    )
    variance += np.where(is_own, 0.0, obstacles.heading_variance[owner] * obstacles.things.reach_mm[thing] ** 2)
    if end is None:
        variance += t**2 * obstacles.heading_variance[target] * obstacles.reach_mm[target] ** 2
    sigma: Floats = np.maximum(MIN_SIGMA_MM, np.sqrt(variance))
    return sigma


def _see_from(things: Blocks, thing: Indices, ask: Indices, origins: Floats, doubt_mm: Floats) -> Blockers:
    """Things out of the pool, each as seen from the origin of its question."""
    whose, corner = expand_lists(list_starts(things.corner_counts)[thing], things.corner_counts[thing])
    solid_whose, solid = expand_lists(list_starts(things.solid_counts)[thing], things.solid_counts[thing])
    solid_origin = origins[solid_whose]
    part, solid_corner = expand_lists(list_starts(things.solid_corner_counts)[solid], things.solid_corner_counts[solid])
    return Blockers(
        ask=ask,
        doubt_mm=doubt_mm,
        middle=things.middle[thing] - origins,
        corners=things.corners[corner] - origins[whose],
        corner_counts=things.corner_counts[thing],
        solid_counts=things.solid_counts[thing],
        solid_corners=things.solid_corners[solid_corner] - solid_origin[part],
        solid_corner_counts=things.solid_corner_counts[solid],
        sides=Sides(
            things.normals,
            things.out_mm,
            list_starts(things.side_counts)[solid],
            things.side_counts[solid],
            solid_origin,
        ),
    )


def unseen_blockers(scene: Scene, settings: RuleSettings) -> tuple[Piece, ...]:
    """What has never been seen may stand anywhere, so no line is called clear."""
    kinds = FIXED & settings.edition.shooting.line_blockers
    return tuple(piece for piece in scene.unseen if piece.model.kind in kinds and piece.id not in scene.gone)


def not_past_the_unseen(
    line: Ruling | None,
    shooter: Piece,
    target: PlacedPiece,
    unseen: tuple[Piece, ...],
    scene: Scene,
    settings: RuleSettings,
) -> Ruling | None:
    """The line as it was ruled; but where it was called clear, or nearly, only if all that could stop it is seen, or
    cannot be in its way."""
    if line is None or not unseen or line.verdict not in (Verdict.YES, Verdict.TOO_CLOSE):
        return line
    is_fort = shooter.model.kind is PieceKind.FORT
    stops = settings.edition.shooting.fort_line_blockers if is_fort else settings.edition.shooting.line_blockers
    stopping = tuple(
        piece
        for piece in unseen
        if piece.model.kind in stops and _may_meet(line, target, scene.whereabouts.get(piece.id))
    )
    if not stopping:
        return line
    names, why = tuple(piece.name for piece in stopping), scene.reasons.get(stopping[0].id)
    if why is None:
        what = template("{reason}, as far as can be seen: {names} may stand in the way, and has not been seen")
        reason = Message(what, reason=line.reason, names=names)
    elif len(stopping) > 1:
        what = template("{reason}, as far as can be seen: any of {names} may stand in the way, and none is measured")
        reason = Message(what, reason=line.reason, names=names)
    else:
        what = template("{reason}, as far as can be seen: {name} may stand in the way, and is not measured: {why}")
        reason = Message(what, reason=line.reason, name=names[0], why=why)
    return line.replace(verdict=Verdict.NOT_SEEN, probability=None, reason=reason)


def _may_meet(line: Ruling, target: PlacedPiece, spots: tuple[Spot, ...] | None) -> bool:
    """Whether a piece that lies in one of these spots could change the ruling: by standing in the line that was found
    clear; where none was, anywhere between cannon and target."""
    if spots is None or line.witness is None:
        return True
    sight: BaseGeometry = shapely.LineString([line.witness.start, line.witness.end])
    if line.verdict is not Verdict.YES:
        sight = shapely.union(sight, target.footprint).convex_hull
    return bool(shapely.intersects(_whole_of(spots), sight))


@lru_cache(maxsize=64)
def _whole_of(spots: tuple[Spot, ...]) -> BaseGeometry:
    whole = shapely.union_all([shapely.make_valid(shapely.Polygon(spot)) for spot in spots])
    shapely.prepare(whole)
    return whole

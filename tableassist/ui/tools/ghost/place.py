"""A copy of a ship where she is not: may she go there, and what could she do from there? No widgets."""

from dataclasses import dataclass, replace

from tableassist.geometry import PlanarPose
from tableassist.pieces import MoveSegment
from tableassist.rulebook import RuleSettings, Ruling, Scene, Verdict, adjudicate
from tableassist.rulebook.moves import (
    Holds,
    MoveAllowance,
    MoveFacts,
    MoveJudgement,
    Reach,
    ReachShot,
    allowances_now,
    reach_now,
    rule_move,
    rule_terrain_of_route,
    segment_mm,
    shots_from_reach,
)
from tableassist.scene.placed_piece import PlacedPiece


@dataclass(frozen=True, slots=True)
class GhostVoyage:
    """What decides how far she may go and no camera sees. None: nobody told."""

    base_move: tuple[MoveSegment, ...] = ()
    holds: Holds | None = None
    captain: bool | None = None

    @property
    def facts(self) -> MoveFacts:
        return MoveFacts(holds=self.holds, captain=self.captain)


@dataclass(frozen=True, slots=True, eq=False)
class GhostRequest:
    """What somebody wants to know. `rulings` are those of the scene as it is, by the same rules."""

    scene: Scene
    rulings: tuple[Ruling, ...]
    rules: RuleSettings
    piece: str
    pose: PlanarPose
    voyage: GhostVoyage


@dataclass(frozen=True, slots=True, eq=False)
class Foreseen:
    request: GhostRequest
    ghost: PlacedPiece
    scene: Scene
    """With the ghost in her stead."""
    judgement: MoveJudgement
    rulings: tuple[Ruling, ...]
    """Hers, and those against her, if she lay there."""
    reach: Reach | None
    """Where her bow can come to; None where nobody told how far she moves, or she may not move."""
    reach_shots: tuple[ReachShot, ...] = ()
    """At whom she could shoot from somewhere in her reach."""
    terrain: tuple[Ruling, ...] = ()
    """What terrain does to her on the way there, or may do."""


def moved_to(placed: PlacedPiece, pose: PlanarPose) -> PlacedPiece:
    """As well known there as where she lies: she would be seen by the same camera and the same tags."""
    return replace(placed, pose=replace(placed.pose, pose=pose), doubt="")


def scene_with(scene: Scene, ghost: PlacedPiece) -> Scene:
    """The ghost in her own stead, everything else as it is."""
    pieces = tuple(ghost if placed.id == ghost.id else placed for placed in scene.pieces)
    return replace(scene, pieces=pieces)


def reach_of(request: GhostRequest) -> Reach | None:
    placed = request.scene.find(request.piece)
    if placed is None:
        return None
    allowed = [each for each in _allowances(request, placed) if each.forbidden is None]
    if not allowed:
        return None
    farthest = max(allowed, key=lambda each: _length_mm(each, request.rules))
    return reach_now(request.scene, request.piece, request.rules, farthest)


def reach_shots_of(request: GhostRequest, reach: Reach | None) -> tuple[ReachShot, ...]:
    placed = request.scene.find(request.piece)
    if placed is None or reach is None:
        return ()
    return shots_from_reach(placed, reach, request.scene, request.rules)


def foresee(request: GhostRequest, reach: Reach | None, reach_shots: tuple[ReachShot, ...] = ()) -> Foreseen | None:
    """None where she is not on the table."""
    placed = request.scene.find(request.piece)
    if placed is None:
        return None
    ghost = moved_to(placed, request.pose)
    there = scene_with(request.scene, ghost)
    voyage, where = request.voyage, (request.scene, there, request.piece, request.rules)
    judgement = rule_move(*where, voyage.base_move, holds=voyage.holds, captain=voyage.captain)
    assert judgement is not None
    rulings = adjudicate(there, request.rules, before=(request.scene, request.rulings))
    hers = tuple(each for each in rulings if request.piece in (each.subject, each.target))
    terrain = _terrain(judgement, placed, there, request.rules)
    return Foreseen(request, ghost, there, judgement, hers, reach, reach_shots, terrain)


def _terrain(judgement: MoveJudgement, placed: PlacedPiece, there: Scene, rules: RuleSettings) -> tuple[Ruling, ...]:
    """On the route that is drawn; one round the earth leaves the mat."""
    route = judgement.route
    if route is None or route.wraps:
        return ()
    met = rule_terrain_of_route(route, placed, there, rules)
    return tuple(each for each in met if each.verdict is not Verdict.NO)


class Foresight:
    """Looks ahead for a ghost, one place after the other. Belongs to one thread."""

    def __init__(self) -> None:
        self._reach: tuple[GhostRequest, Reach | None, tuple[ReachShot, ...]] | None = None

    def of(self, request: GhostRequest) -> Foreseen | None:
        """None where she is not on the table. Her reach is the same for all places of one ship on one table."""
        if self._reach is None or not _same_forbidden(self._reach[0], request):
            reach = reach_of(request)
            self._reach = request, reach, reach_shots_of(request, reach)
        return foresee(request, *self._reach[1:])


def _same_forbidden(one: GhostRequest, other: GhostRequest) -> bool:
    return (
        one.piece == other.piece
        and one.voyage == other.voyage
        and one.rules is other.rules
        and one.scene.state is other.scene.state
        and one.scene.pieces == other.scene.pieces
    )


def _allowances(request: GhostRequest, placed: PlacedPiece) -> tuple[MoveAllowance, ...]:
    voyage = request.voyage
    return allowances_now(placed, request.scene, request.rules, voyage.base_move, voyage.facts)


def _length_mm(allowance: MoveAllowance, rules: RuleSettings) -> float:
    return sum(segment_mm(each, rules.ruler) for each in (*allowance.base, *allowance.bonus) if each in ("S", "L"))

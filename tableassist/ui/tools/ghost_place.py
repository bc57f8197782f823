"""Where a ghost stands, and what would be allowed there: worked out, drawn, and in words."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import shapely
from shapely.geometry.base import BaseGeometry

from tableassist.geometry import PlanarPose
from tableassist.judging.views import SYMBOLS
from tableassist.judging.words import (
    Names,
    RulingGroup,
    WantedRulings,
    grouped,
    policy_words,
    short_summary,
    shown_groups,
    summary,
    verdict_word,
)
from tableassist.messages import say, sentence, tr
from tableassist.overlay.drawing import Badge, Drawing, Ink, Label, Stroke
from tableassist.overlay.piece_strokes import DOT, points_of
from tableassist.overlay.shot_strokes import LINE_INKS
from tableassist.pieces import MoveSegment
from tableassist.rulebook import RuleSettings, Ruling, Scene, Verdict, adjudicate
from tableassist.rulebook.moves import (
    Holds,
    MoveAllowance,
    MoveFacts,
    MoveJudgement,
    Reach,
    ReachShot,
    Route,
    allowances_now,
    reach_now,
    rule_move,
    rule_terrain_of_route,
    segment_mm,
    shots_from_reach,
)
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.tools.measure_points import middle_of


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


@dataclass(frozen=True, slots=True)
class Told:
    verdict: Verdict
    words: str


def legality(foreseen: Foreseen) -> Told:
    """Whether she can sail there, by which way or why not, and where the rule stands."""
    ruling = foreseen.judgement.ruling
    if ruling.verdict is Verdict.YES:
        lead = tr("She can be here.")
    elif ruling.verdict is Verdict.NO:
        lead = tr("She cannot be here.")
    else:
        lead = tr("Too close to call, or unknown.")
    return Told(ruling.verdict, f"{lead} {_sentence(ruling)}")


def _sentence(ruling: Ruling) -> str:
    house = tr("; house rule: {names}", names=", ".join(ruling.house)) if ruling.house else ""
    return f"{sentence(ruling.reason)} ({say(ruling.citation)}{house})."


def prospects(foreseen: Foreseen, rules: RuleSettings) -> tuple[Told, ...]:
    """What she could do from there, and what could be done to her: one line a piece."""
    names, piece = names_of(foreseen.scene), foreseen.ghost.id
    policy = policy_words(rules)
    return tuple(
        Told(group.verdict, summary(group, names, selected=piece, policy=policy))
        for group in prospect_groups(foreseen)
    )  # fmt: skip


def terrain_told(foreseen: Foreseen) -> tuple[Told, ...]:
    """What terrain does on the way that is drawn, and the way that is clear of it, if there is one."""
    dry = foreseen.judgement.dry_route
    told = tuple(Told(each.verdict, f"{sentence(each.reason)}.") for each in foreseen.terrain)
    if dry is None or not told:
        return told
    return (*told, Told(Verdict.YES, tr("Clear of terrain: {way}", way=say(dry.words))))


def reach_words(foreseen: Foreseen) -> str:
    """One line for each that she could shoot at, wherever she goes; empty where there is nobody."""
    names, cannons = names_of(foreseen.scene), dict[str, list[int]]()
    for shot in foreseen.reach_shots:
        cannons.setdefault(shot.target, []).append(shot.cannon)
    return "\n".join(_could_shoot(names.get(target, target), hers) for target, hers in cannons.items())


def _could_shoot(name: str, cannons: list[int]) -> str:
    if len(cannons) == 1:
        return tr("Could shoot {name} with cannon {number} from where she can go.", name=name, number=cannons[0])
    return tr("Could shoot {name} with cannons {numbers} from where she can go.", name=name, numbers=tuple(cannons))


def prospect_groups(foreseen: Foreseen) -> list[RulingGroup]:
    names, piece = names_of(foreseen.scene), foreseen.ghost.id
    found = shown_groups(grouped(foreseen.rulings, (), {}), WantedRulings(piece), names)
    return [group for group in found if group.news]


def names_of(scene: Scene) -> Names:
    return {piece.id: piece.name for piece in (*(placed.piece for placed in scene.pieces), *scene.unseen)}


LEAST_LEG_MM = 0.5
"""A shorter segment of a route was not sailed."""


def ghost_outline(ghost: PlacedPiece, ink: Ink) -> list[Stroke]:
    """Hull, bow zone and masts."""
    strokes = [Stroke(points_of(ghost.hull_points), ink, closed=True, filled=True, piece=None)]
    if ghost.bow is not None:
        zone = points_of(shapely.get_coordinates(ghost.bow.exterior)[:-1])
        strokes.append(Stroke(zone, ink, closed=True, filled=False, piece=None))
    for number in ghost.masts_standing:
        x, y = ghost.mast_centre(number)
        dot = tuple((x + dx, y + dy) for dx, dy in DOT)
        strokes.append(Stroke(dot, Ink.MAST, closed=True, filled=True, piece=None))
    return strokes


def ghost_drawing(ghost: PlacedPiece, foreseen: Foreseen | None, reach: BaseGeometry | None) -> Drawing:
    """`foreseen` only for this very place: while it is worked out the ghost shows herself alone, within her reach."""
    strokes = list(_region(reach)) if reach is not None else []
    if foreseen is None:
        return Drawing((*strokes, *ghost_outline(ghost, Ink.GHOST)), (), ())
    verdict = foreseen.judgement.ruling.verdict
    ink = Ink.GHOST_ILLEGAL if verdict is Verdict.NO else Ink.GHOST
    at = ghost.pose.pose
    badges, labels = [Badge((at.x_mm, at.y_mm), SYMBOLS[verdict], _call_words(foreseen))], list[Label]()
    if foreseen.judgement.route is not None:
        way, marks = _way(foreseen.judgement.route)
        strokes += way
        labels += marks
    for group in prospect_groups(foreseen) if verdict is not Verdict.NO else ():
        lines, badge = _prospect(group, foreseen)
        strokes += lines
        badges += [badge] if badge is not None else []
    return Drawing((*strokes, *ghost_outline(ghost, ink)), tuple(badges), tuple(labels))


def _call_words(foreseen: Foreseen) -> str:
    ruling = foreseen.judgement.ruling
    if ruling.verdict is Verdict.YES:
        return tr("she can lie here")
    short = say(foreseen.judgement.outcome or ruling.reason)
    return short if len(short) <= 60 else verdict_word(ruling.verdict)


def _region(area: BaseGeometry) -> Iterable[Stroke]:
    for part in shapely.get_parts(area):
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            outer = points_of(shapely.get_coordinates(part.exterior)[:-1])
            yield Stroke(outer, Ink.REACHABLE, closed=True, filled=not part.interiors, piece=None)
            for hole in part.interiors:
                inner = points_of(shapely.get_coordinates(hole)[:-1])
                yield Stroke(inner, Ink.REACHABLE, closed=True, filled=False, piece=None)


def _way(route: Route) -> tuple[list[Stroke], list[Label]]:
    """Of the bow: each segment with its length, a dot at each turn."""
    sailed = [each for each in route.segments if each.length_mm > LEAST_LEG_MM]
    strokes = [Stroke((each.start, each.end), Ink.GHOST, closed=False, filled=False, piece=None) for each in sailed]
    for x, y in route.turning_points:
        dot = tuple((x + 2 * dx, y + 2 * dy) for dx, dy in DOT)
        strokes.append(Stroke(dot, Ink.MEASURE, closed=True, filled=True, piece=None))
    labels = [
        Label(middle_of(each.start, each.end), f"{each.segment} {each.length_mm:.0f} mm", Ink.GHOST, None)
        for each in sailed
    ]
    return strokes, labels


def _prospect(group: RulingGroup, foreseen: Foreseen) -> tuple[list[Stroke], Badge | None]:
    """Hers only: what others could do to her is told in the list."""
    lead = group.lead
    if group.key[0] != foreseen.ghost.id or lead.witness is None:
        return [], None
    strokes = []
    for shot in group.shots or [lead]:
        line = _line(shot) if shot in group.news else None
        if line is not None:
            strokes.append(line)
    end = lead.witness.stopped_at or lead.witness.end
    return strokes, Badge(end, SYMBOLS[group.verdict], short_summary(group, names_of(foreseen.scene)))


def _line(ruling: Ruling) -> Stroke | None:
    if ruling.witness is None or ruling.verdict not in LINE_INKS:
        return None
    end = ruling.witness.stopped_at or ruling.witness.end
    return Stroke((ruling.witness.start, end), LINE_INKS[ruling.verdict], closed=False, filled=False, piece=None)

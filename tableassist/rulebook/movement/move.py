"""Move: is there a legal way from where she was to where she is, and the shortest one; fog and whirlpools included."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import shapely

from tableassist.geometry import PlanarPose
from tableassist.messages import Message, template
from tableassist.pieces import Effect, PieceKind
from tableassist.rulebook.editions.settings import RuleSettings, cite_lengths
from tableassist.rulebook.editions.terms import CreatureMeasuring, MoveTerms, Pivot, TableEdge
from tableassist.rulebook.movement.allowance import MoveAllowance, MoveTrait
from tableassist.rulebook.movement.forbidden_regions import Obstacle, falls_off, overlap_at_end
from tableassist.rulebook.movement.route import MoveCase, Route, heading_doubt_rad
from tableassist.rulebook.movement.search import margin_of
from tableassist.rulebook.movement.ways import Doubt, dry_route, find_route, find_wrapped_route, names_of
from tableassist.rulebook.rule import Rule, RuleGroup
from tableassist.rulebook.ruling import CALL_SIGMAS, Reading, Ruling, Verdict, Witness, cite, margin_call
from tableassist.rulebook.scene import Scene, absence_of, not_seen
from tableassist.scene.placed_piece import PlacedPiece

RULE = "move"
MEASURED = {
    CreatureMeasuring.SAME_PLACE: template("{words}, measured same-place"),
    CreatureMeasuring.EDGE_TO_EDGE: template("{words}, measured edge-to-edge"),
}


@dataclass(frozen=True, slots=True)
class Outcome:
    verdict: Verdict
    margin_mm: float
    sigma_mm: float
    probability: float
    reason: Message
    citation: Message
    route: Route | None = None
    dry_route: Route | None = None


def words_of(case: MoveCase) -> Message:
    words = Message("move {segments}", segments=case.allowance.words)
    if case.allowance.why:
        words = Message("{reasons}", reasons=case.allowance.why)
    return Message(MEASURED[case.terms.creature], words=words) if case.is_creature else words


def join_rulings(case: MoveCase, best: Outcome, ways: Sequence[tuple[Message, MoveCase, Outcome]]) -> Ruling:
    verdicts = {outcome.verdict for _, _, outcome in ways}
    limit = case.kinematics.total_mm + case.terms.slack_mm
    joint = verdicts.pop() if len(verdicts) == 1 else Verdict.TOO_CLOSE
    chance = best.probability if joint is best.verdict else 0.5
    return Ruling(
        rule=RULE,
        subject=case.before.id,
        target=case.before.id,
        cannon=None,
        verdict=joint,
        measured_mm=limit - best.margin_mm,
        limit_mm=limit,
        sigma_mm=best.sigma_mm,
        probability=chance,
        citation=best.citation,
        witness=_witness(case),
        reason=Message("{segments}: {outcome}", segments=case.allowance.words, outcome=best.reason),
        house=_had_a_say(case, best),
        readings=tuple(Reading(words, outcome.verdict) for words, _, outcome in ways) if len(ways) > 1 else (),
    )


def _had_a_say(case: MoveCase, best: Outcome) -> tuple[str, ...]:
    """The house rules of this table, less those about what did not come up."""
    idle = {
        "creature-measuring": not case.is_creature,
        "move-pivot": case.is_creature,
        "bonus-segments": not case.allowance.bonus,
        "table-edge": case.settings.table_mm is None,
        "come-about": best.route is None or not best.route.came_about,
    }
    return tuple(name for name in case.terms.house if not idle.get(name, False))


def _witness(case: MoveCase) -> Witness:
    """From bow to bow."""
    bow = case.keel.bow_mm
    return Witness(case.before.pose.pose.place_one(bow, 0.0), case.after.pose.pose.place_one(bow, 0.0))


def not_seen_ruling(piece: PlacedPiece, terms: MoveTerms) -> Ruling:
    return not_seen(RULE, piece.piece, piece.piece, terms.section, absence_of(piece))


def forbidden_ruling(
    before: PlacedPiece, after: PlacedPiece, allowances: Sequence[MoveAllowance], terms: MoveTerms
) -> Ruling:
    why = next(allowance for allowance in allowances if allowance.forbidden is not None)
    verdict, chance = (Verdict.TOO_CLOSE, 0.5) if why.untold else (Verdict.NO, 0.0)
    gone = math.hypot(before.pose.pose.x_mm - after.pose.pose.x_mm, before.pose.pose.y_mm - after.pose.pose.y_mm)
    assert why.forbidden is not None
    section = cite(terms.section)
    return Ruling(RULE, before.id, before.id, None, verdict, gone, 0.0, None, chance, section, None, why.forbidden)


MOVE = Rule(
    id=RULE,
    name=Message("move"),
    title=Message("Move"),
    question=template("Is the move of {subject} legal?"),
    yes=template("moves legally"),
    no=template("does not move legally"),
    group=RuleGroup.MOVEMENT,
)

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
    pools = [piece for piece in case.scene.pieces if piece.piece.model.kind is PieceKind.WHIRLPOOL]
    out = next((pool for pool in pools if _touches(case, pool)), None)
    if out is None:
        return None
    outcome: tuple[Verdict, Message] | None = None
    for pool in (pool for pool in pools if pool is not out):
        way = {"whirlpool": pool.name, "other": out.name}
        if is_legal(replace(case, after=_at(case, pool))) is Verdict.YES:
            return Verdict.YES, Message("in by {whirlpool}, out by {other}", **way)
        if _could_reach(case, pool):
            outcome = Verdict.TOO_CLOSE, Message("perhaps in by {whirlpool}, out by {other}", **way)
    return outcome


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


PIVOTS = {Pivot.BOW: Message("bow"), Pivot.CENTRE: Message("centre"), Pivot.STERN: Message("stern")}


@dataclass(frozen=True, slots=True)
class MoveJudgement:
    ruling: Ruling
    route: Route | None
    """The shortest legal one that was found, also where the call is too close."""
    dry_route: Route | None = None
    """Where the shortest touches terrain: the shortest that touches none, if there is one."""
    shot_from: PlanarPose | None = None
    """Where a captain's shot of this move action is measured from."""
    outcome: Message | None = None
    """What came of it, without the segments that the ruling's reason begins with."""
    leaves_game: bool = False
    """Whether she went over the edge of a flat earth, and is out of the game."""

    def with_ruling(self, ruling: Ruling) -> "MoveJudgement":
        return replace(self, ruling=ruling)


def judge_move(
    before: PlacedPiece,
    after: PlacedPiece,
    scene: Scene,
    settings: RuleSettings,
    allowances: Sequence[MoveAllowance],
    *,
    traits: frozenset[MoveTrait] = frozenset(),
    apart_from: frozenset[str] = frozenset(),
    rammed: bool = False,
) -> MoveJudgement:
    """`scene` holds the other pieces. More than one allowance: one for each way that something untold may be."""
    terms = settings.edition.movement
    stale = next((placed for placed in (before, after) if placed.is_stale), None)
    if stale is not None:
        return MoveJudgement(not_seen_ruling(stale, terms), None)
    cases = [
        MoveCase(before, after, scene, settings, terms, allowance, traits, apart_from, rammed)
        for allowance in allowances
        if allowance.forbidden is None
    ]
    if not cases:
        return MoveJudgement(forbidden_ruling(before, after, allowances, terms), None)
    ways = [(words_of(case), case, judge_case(case)) for move_case in cases for case in _measurings(move_case)]
    best = min(ways, key=lambda way: (way[2].verdict is not Verdict.YES, -way[2].margin_mm))
    ruling = join_rulings(best[1], best[2], ways)
    shot, leaves = shot_from(best[2].route, after, traits), ruling.verdict is not Verdict.NO and is_over_edge(best[1])
    return MoveJudgement(ruling, best[2].route, best[2].dry_route, shot, best[2].reason, leaves)


def judge_case(case: MoveCase) -> Outcome:
    """By the pivot in force. Where nobody picked one: NO only if no other pivot allows the move, and YES after a turn
    on the stern only if all do, for together with it a turn about the bow takes a ship far."""
    outcome = _by_pivot(case)
    if not case.terms.pivot_is_open or case.is_creature or outcome.verdict is Verdict.TOO_CLOSE:
        return outcome
    if outcome.verdict is Verdict.YES and (outcome.route is None or not outcome.route.stern_turn_rad):
        return outcome
    for pivot in Pivot:
        if pivot is not case.terms.pivot:
            by_other_pivot = _by_pivot(replace(case, terms=replace(case.terms, pivot=pivot)))
            if by_other_pivot.verdict is not outcome.verdict:
                about = Message(
                    "if she turns about her {pivot}: {reason}; about her {other_pivot}: {other_reason}",
                    pivot=PIVOTS[case.terms.pivot],
                    reason=outcome.reason,
                    other_pivot=PIVOTS[pivot],
                    other_reason=by_other_pivot.reason,
                )
                best = outcome if outcome.verdict is Verdict.YES else by_other_pivot
                return replace(best, verdict=Verdict.TOO_CLOSE, probability=0.5, reason=about)
    return outcome


def shot_from(route: Route | None, after: PlacedPiece, traits: frozenset[MoveTrait]) -> PlanarPose | None:
    """A captain shoots right after the move and before other free actions, such as a schooner's or galley's turn on
    the stern; a longship's turn is the last segment of the move itself."""
    if route is None:
        return None
    return after.pose.pose if _turns_last(traits) else route.arrival


def _turns_last(traits: frozenset[MoveTrait]) -> bool:
    return MoveTrait.LONGSHIP in traits


def _by_pivot(case: MoveCase) -> Outcome:
    outcome = _straight(case)
    if outcome.verdict is not Verdict.YES and case.terms.edge is TableEdge.ROUND_EARTH:
        outcome = _round_the_earth(case, outcome)
    if outcome.verdict is not Verdict.YES and case.terms.come_about and not case.is_creature:
        outcome = _came_about(case, outcome)
    if outcome.verdict is Verdict.NO:
        outcome = _through_a_whirlpool(case, outcome)
    if outcome.verdict is Verdict.NO or not is_over_edge(case):
        return outcome
    reason = Message("{outcome}; over the edge of a flat earth, so she leaves the game", outcome=outcome.reason)
    return replace(outcome, reason=reason, citation=cite(outcome.citation, case.terms.edge_section))


def is_over_edge(case: MoveCase) -> bool:
    """Whether she ends over the edge of a flat earth: no wall, but the end of her game (complete, Set-up)."""
    return case.terms.edge is TableEdge.FLAT_EARTH and falls_off(case.after, case.settings)


def _through_a_whirlpool(case: MoveCase, other: Outcome) -> Outcome:
    outcome = by_whirlpool(case, lambda there: _straight(there).verdict)
    if outcome is None or overlap_at_end(case.after, case.obstacles(math.inf)) is not None:
        return other
    verdict, words = outcome
    chance = 1.0 if verdict is Verdict.YES else 0.5
    section = cite(case.settings.edition.terrain.sections[PieceKind.WHIRLPOOL])
    return replace(other, verdict=verdict, probability=chance, reason=words, citation=section)


def _straight(case: MoveCase) -> Outcome:
    """Without what a round earth, coming about or a whirlpool would allow."""
    model, ruler = case.before.piece.model, case.settings.ruler
    margin, sigma = margin_of(
        case.before.pose,
        case.after.pose,
        case.keel,
        case.kinematics,
        model_sigma_mm=model.sigma_mm,
        ruler_sigma_mm=ruler.sigma_mm,
    )
    verdict, chance = margin_call(margin, sigma)
    reason = Message("out of reach by {too_far_mm:.1f} mm", too_far_mm=-margin)
    outcome = Outcome(verdict, margin, sigma, chance, reason, cite_lengths(case.terms.section, case.settings))
    return outcome if verdict is Verdict.NO else _past_all(case, outcome)


def _past_all(case: MoveCase, by_length: Outcome) -> Outcome:
    """Of a move that is not too long: past what stands in the way."""
    obstacles = case.obstacles(case.kinematics.total_mm + case.terms.slack_mm)
    under = overlap_at_end(case.after, obstacles)
    if under is not None:
        cited = cite(case.terms.edge_section) if under.id == "edge" else by_length.citation
        over = Message("she ends over {obstacle}", obstacle=under.name)
        return replace(by_length, verdict=Verdict.NO, probability=0.0, reason=over, citation=cited)
    if MoveTrait.GHOSTLY in case.traits:
        obstacles = tuple(obstacle for obstacle in obstacles if obstacle.id == "edge")
    doubt = Doubt(CALL_SIGMAS * by_length.sigma_mm, heading_doubt_rad(case))
    edge = by_length.verdict is Verdict.TOO_CLOSE
    route, proof = find_route(case, obstacles, doubt, widened=edge)
    if proof is not None:
        return replace(by_length, verdict=Verdict.NO, probability=0.0, reason=proof)
    if edge:
        return replace(by_length, reason=_at_the_edge(by_length.margin_mm), route=route)
    if route is None:
        unproven = _unproven(case, obstacles)
        return replace(by_length, verdict=Verdict.TOO_CLOSE, probability=0.5, reason=unproven)
    return _on_terrain(case, obstacles, by_length, route)


def _on_terrain(case: MoveCase, obstacles: tuple[Obstacle, ...], by_length: Outcome, route: Route) -> Outcome:
    """Of a route that is clear: round the fog that would have ended it, and with what it costs."""
    fog = fog_on_the_way(case, route)
    if fog is not None:
        round_it = dry_route(case, obstacles, route, FOG)
        if round_it is None or fog_on_the_way(case, round_it) is not None:
            ends = Message(
                "{route}; but that runs into {fog}, which ends her move, and no way round it was found",
                route=route.words,
                fog=fog.name,
            )
            return replace(by_length, verdict=Verdict.TOO_CLOSE, probability=0.5, reason=ends, route=route)
        route = round_it
    clear = replace(by_length, reason=route.words, route=route, dry_route=dry_route(case, obstacles, route))
    if not route.stern_turn_rad:
        return clear
    if _turns_last(case.traits):
        words = Message("{route}; a captain's shot comes after that turn", route=route.words)
    else:
        words = Message("{route}; a captain's shot comes before that turn", route=route.words)
    return replace(clear, reason=words, citation=cite(clear.citation, case.terms.stern_turn_section))


def _came_about(case: MoveCase, other: Outcome) -> Outcome:
    """A turn in place keeps the middle of the hull where it is: her bow ends where her stern was."""
    kinematics = replace(case.kinematics, lasts=((0.0, 0.0),), any_heading=True, segments=0)
    keel = replace(case.keel, pivot_mm=(case.keel.bow_mm + case.keel.stern_mm) / 2)
    model = case.before.piece.model.sigma_mm
    margin, sigma = margin_of(
        case.before.pose, case.after.pose, keel, kinematics, model_sigma_mm=model, ruler_sigma_mm=0.0
    )
    verdict, probability = margin_call(margin, sigma)
    if verdict is Verdict.NO or (verdict is Verdict.TOO_CLOSE and other.verdict is Verdict.TOO_CLOSE):
        return other
    section = cite(case.terms.come_about_section)
    under = overlap_at_end(case.after, case.obstacles(math.inf))
    if under is not None:
        over = Message("came about, but she ends over {obstacle}", obstacle=under.name)
        return Outcome(Verdict.NO, margin, sigma, 0.0, over, section)
    route = Route((), case.after.pose.pose, 0.0, came_about=True)
    return Outcome(verdict, margin, sigma, probability, route.words, section, route)


def _round_the_earth(case: MoveCase, other: Outcome) -> Outcome:
    wrapped = find_wrapped_route(case)
    if wrapped is None:
        return other
    margin, sigma, route = wrapped
    verdict, probability = margin_call(margin, sigma)
    solid = tuple(obstacle for obstacle in case.obstacles(math.inf) if obstacle.id != "edge")
    if verdict is Verdict.NO or overlap_at_end(case.after, solid) is not None:
        return other
    if verdict is Verdict.YES and route is None:
        verdict, probability = Verdict.TOO_CLOSE, 0.5
    reason = Message("round the earth: no clear route found")
    if route is not None:
        reason = Message("round the earth: {route}", route=route.words)
    return Outcome(verdict, margin, sigma, probability, reason, cite(case.terms.edge_section), route)


def _measurings(case: MoveCase) -> list[MoveCase]:
    """A creature's both readings where the table has not picked one."""
    if not case.is_creature or case.terms.creature is not CreatureMeasuring.OPEN:
        return [case]
    both = (CreatureMeasuring.SAME_PLACE, CreatureMeasuring.EDGE_TO_EDGE)
    return [replace(case, terms=replace(case.terms, creature=measuring)) for measuring in both]


def _at_the_edge(margin_mm: float) -> Message:
    if margin_mm >= 0:
        return Message("{mm:.1f} mm inside what she can reach", mm=abs(margin_mm))
    return Message("{mm:.1f} mm outside what she can reach", mm=-margin_mm)


def _unproven(case: MoveCase, obstacles: Sequence[Obstacle]) -> Message:
    names = names_of(obstacles, case)
    return Message("no route found past {obstacles}, and none proven impossible", obstacles=names)

"""Asking about a move with what the table knows: states, tows, effects, keywords, terrain, open readings."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import shapely

from tableassist.geometry import wrap_rad
from tableassist.messages import Message, any_of, template
from tableassist.pieces import MoveSegment, PieceKind, PieceState
from tableassist.rulebook.contact.conditions import in_fog, why_lost
from tableassist.rulebook.contact.pin import is_seen_pinned, without_contradicted_ticks
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.editions.terms import BonusPlace
from tableassist.rulebook.movement.allowance import (
    Holds,
    MoveAllowance,
    MoveTrait,
    ShipState,
    allowances,
    segment_mm,
    traits_of,
)
from tableassist.rulebook.movement.move import MoveJudgement, forbidden_ruling, judge_move
from tableassist.rulebook.movement.route import Route, legs_of
from tableassist.rulebook.movement.search import NO_LENGTH_MM
from tableassist.rulebook.ruling import Reading, Ruling, Verdict, cite
from tableassist.rulebook.scene import Scene
from tableassist.rulebook.state.new_game import keywords_of
from tableassist.rulebook.state.questions import cannot_be_pinned, conditions_of, is_derelict, is_in
from tableassist.rulebook.state.refusals import refuse_leaving, refuse_sailing
from tableassist.rulebook.terrain.exit import fog_exit, rule_exits
from tableassist.rulebook.terrain.on_route import rule_terrain_of_move
from tableassist.rulebook.terrain.terrain import rule_terrain
from tableassist.scene.placed_piece import PlacedPiece

FACING_STEP_DEG = 15
"""Between the ways she may face where she is set down, as far as they are tried."""
GRAIN_MM = 8.0
"""What the best facing may gain over those that are tried: a bow 50 mm off swings 7 mm in half a step."""
OUT = {
    Verdict.YES: template("out of {fog} by a rolled {numbers}: {outcome}"),
    Verdict.TOO_CLOSE: template("perhaps out of {fog} by a rolled {numbers}: {outcome}"),
    Verdict.NO: template("no number of {fog} puts her where this move begins; nearest is {numbers}: {outcome}"),
}


@dataclass(frozen=True, slots=True, eq=False)
class MoveAsk:
    """A move as it was made, whatever she may sail."""

    before: PlacedPiece
    after: PlacedPiece
    scene: Scene
    """With the other pieces as they lay while she moved."""
    settings: RuleSettings
    traits: frozenset[MoveTrait]
    apart_from: frozenset[str]
    rammed: bool

    def judged(self, allowances: Sequence[MoveAllowance], settings: RuleSettings | None = None) -> MoveJudgement:
        """`settings`: by another reading of the rules than the table's."""
        return judge_move(
            self.before,
            self.after,
            self.scene,
            settings or self.settings,
            allowances,
            traits=self.traits,
            apart_from=self.apart_from,
            rammed=self.rammed,
        )


def out_of_fog(ask: MoveAsk, before: Scene, allowances: Sequence[MoveAllowance]) -> MoveJudgement | None:
    """Of a ship that was lost: whether some number puts her where this move can begin. None of one that was not, and
    where nobody knows the fog or its numbers. `allowances` are those she has once she is out of it."""
    if why_lost(ask.before, before, ask.settings) is None or any(
        allowance.forbidden is not None for allowance in allowances
    ):
        return None
    inside = in_fog(ask.before, before, ask.settings)
    if inside is None or not inside.fog.piece.model.edge_numbers or ask.before.is_stale or ask.after.is_stale:
        return None
    fits = {
        number.number: _best(ask, inside.fog, number.number, allowances)
        for number in inside.fog.piece.model.edge_numbers
    }
    best = max(fits.values(), key=_rank)
    like = [number for number, outcome in fits.items() if _rank(outcome)[0] == _rank(best)[0]]
    if best.ruling.verdict is Verdict.NO:
        like = [number for number, outcome in fits.items() if outcome is best]
    verdict, chance = best.ruling.verdict, best.ruling.probability
    if verdict is Verdict.NO and _margin_mm(best.ruling) > -GRAIN_MM:
        verdict, chance = Verdict.TOO_CLOSE, 0.5
    words = any_of([str(number) for number in like])
    reason = Message(OUT[verdict], fog=inside.fog.name, numbers=words, outcome=best.ruling.reason)
    section = cite(ask.settings.edition.terrain.sections[PieceKind.FOG_BANK], best.ruling.citation)
    return best.with_ruling(best.ruling.replace(verdict=verdict, probability=chance, reason=reason, citation=section))


def _rank(judged: MoveJudgement) -> tuple[int, float]:
    order = (Verdict.NO, Verdict.TOO_CLOSE, Verdict.YES)
    return order.index(judged.ruling.verdict), _margin_mm(judged.ruling)


def _margin_mm(ruling: Ruling) -> float:
    return (ruling.limit_mm or 0.0) - (ruling.measured_mm or 0.0)


def _best(ask: MoveAsk, fog: PlacedPiece, number: int, allowances: Sequence[MoveAllowance]) -> MoveJudgement:
    """The first facing that is surely legal, else the one that comes nearest."""
    best: MoveJudgement | None = None
    starts = sorted(_starts(ask, fog, number), key=lambda start: _distance_gone_mm(start, ask.after))
    most = max(
        sum(segment_mm(segment, ask.settings.ruler) for segment in (*way.base, *way.bonus)) for way in allowances
    )
    for start in starts:
        if best is not None and _distance_gone_mm(start, ask.after) > most + 2 * start.reach_mm:
            break
        judged = replace(ask, before=start).judged(allowances)
        if best is None or _rank(judged) > _rank(best):
            best = judged
        if judged.ruling.verdict is Verdict.YES:
            break
    assert best is not None
    return best


def _starts(ask: MoveAsk, fog: PlacedPiece, number: int) -> Iterator[PlacedPiece]:
    """Where she may be set down at this number: as well known as the fog bank's edge is."""
    away = ask.settings.edition.terrain.exit_faces_away
    widest = 90 - FACING_STEP_DEG if away else 180 - FACING_STEP_DEG
    own = fog.pose.own + np.diag([fog.piece.model.sigma_mm**2, fog.piece.model.sigma_mm**2, 0.0])
    for degrees in range(-widest, widest + 1, FACING_STEP_DEG):
        at = fog_exit(ask.before, fog, number, ask.scene, ask.settings, turn_rad=math.radians(degrees))
        yield replace(ask.before, pose=replace(ask.before.pose, pose=at.pose, own=own, shared=fog.pose.shared))


def _distance_gone_mm(start: PlacedPiece, end: PlacedPiece) -> float:
    """From bow to bow."""
    bow = max(x for x, _ in start.piece.model.hull)
    (x, y), (end_x, end_y) = (placed.pose.pose.place_one(bow, 0.0) for placed in (start, end))
    return math.hypot(end_x - x, end_y - y)


def out_of_weeds(ask: MoveAsk, before: Scene) -> MoveJudgement | None:
    """Of a tangled ship that lies where one that was freed is set down: a roll may have freed her. None of others."""
    if not is_in(before.state, ask.before.id, PieceState.TANGLED) or ask.after.is_stale:
        return None
    weeds = [piece for piece in before.pieces if piece.piece.model.kind is PieceKind.SARGASSO_SEA]
    under = rule_terrain([(ask.before, patch) for patch in weeds], before, ask.settings)
    exits = [
        ruling
        for touch in under
        if touch.verdict is not Verdict.NO and (sea := before.find(touch.target)) is not None
        for ruling in rule_exits(ask.after, sea, ask.settings)
        if ruling.verdict is not Verdict.NO
    ]
    if not exits:
        return None
    stuck = MoveAllowance((), forbidden=Message("she was tangled"), untold=True)
    ruling = forbidden_ruling(ask.before, ask.after, [stuck], ask.settings.edition.movement)
    reason = Message("she was tangled; freed by a roll she may be set down so: {exit}", exit=exits[0].reason)
    return MoveJudgement(ruling.replace(reason=reason, citation=exits[0].citation), None)


FIRST_TURN, BONUS = "first-turn", "bonus-segments"
"""The house rules that pick."""


def with_readings(judged: MoveJudgement, ask: MoveAsk, allowed: Sequence[MoveAllowance]) -> MoveJudgement:
    """The same verdict, with what another reading of the text would say where it would say something else."""
    ruling, terms = judged.ruling, ask.settings.edition.movement
    if ruling.readings or MoveTrait.CREATURE in ask.traits:
        return judged
    if ruling.verdict is Verdict.YES and FIRST_TURN not in ask.settings.house and _turns_first(judged.route, ask):
        strict = _by(ask, allowed, first_turn=False)
        return judged.with_ruling(
            _read(ruling, Message("she may turn before her first segment"), Message("only between segments"), strict)
        )
    free = any(allowance.bonus for allowance in allowed) and terms.bonus is BonusPlace.AFTER_BASE
    if ruling.verdict is Verdict.NO and free and BONUS not in ask.settings.house:
        loose = _by(ask, allowed, bonus=BonusPlace.ANYWHERE)
        after = Message("a bonus segment comes after the base move (Pirate Code, {dispute})", dispute="D10")
        anywhere = Message("a bonus segment comes at any time ({dispute})", dispute="D10")
        return judged.with_ruling(_read(ruling, after, anywhere, loose))
    return judged


def _turns_first(route: Route | None, ask: MoveAsk) -> bool:
    """Whether the route that was found begins with a turn that no hand makes by chance."""
    if route is None or route.came_about:
        return False
    first = next((segment for segment in route.segments if segment.length_mm > NO_LENGTH_MM), None)
    slack = ask.settings.edition.movement.heading_slack_rad
    return first is not None and abs(wrap_rad(first.heading_rad - ask.before.pose.pose.heading_rad)) > slack


def _by(ask: MoveAsk, allowed: Sequence[MoveAllowance], **terms: Any) -> Verdict:
    edition = ask.settings.edition
    other_settings: RuleSettings = replace(
        ask.settings, edition=replace(edition, movement=replace(edition.movement, **terms))
    )
    return ask.judged(allowed, other_settings).ruling.verdict


def _read(ruling: Ruling, ours: Message, theirs: Message, verdict: Verdict) -> Ruling:
    if verdict is ruling.verdict:
        return ruling
    return ruling.replace(readings=(Reading(ours, ruling.verdict), Reading(theirs, verdict)))


def current_under(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool | None:
    """Whether she begins on a trade current of her side; None where that is not sure."""
    currents = _hers(placed, scene, settings)
    if not currents:
        return False
    touches = rule_terrain([(placed, current) for current in currents], scene, settings)
    if any(contact.verdict is Verdict.YES and _is_friendly(placed, contact.target, scene) for contact in touches):
        return True
    return None if any(contact.verdict is not Verdict.NO for contact in touches) else False


def _hers(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> list[PlacedPiece]:
    """Those of her side, and those of which nobody said who laid them."""
    if PieceKind.TRADE_CURRENT not in settings.edition.terrain.kinds:
        return []
    currents = (piece for piece in scene.pieces if piece.piece.model.kind is PieceKind.TRADE_CURRENT)
    return [
        current
        for current in currents
        if current.id not in scene.gone and not scene.state.are_enemies(placed.id, current.id)
    ]


def _is_friendly(placed: PlacedPiece, current: str, scene: Scene) -> bool:
    own = scene.state.owners.get(placed.id)
    return own is not None and own == scene.state.owners.get(current)


def over_a_current(judged: MoveJudgement, ask: MoveAsk, before: Scene, more: Sequence[MoveAllowance]) -> MoveJudgement:
    """A move that is too long without the +S, if she can have sailed over a current before her last segment; `more` is
    what she may sail with it."""
    if judged.ruling.verdict is Verdict.YES or any(allowance.forbidden is not None for allowance in more):
        return judged
    reach = max(sum(segment_mm(segment, ask.settings.ruler) for segment in (*way.base, *way.bonus)) for way in more)
    ahead = [
        current
        for current in _hers(ask.before, before, ask.settings)
        if shapely.distance(ask.before.footprint, current.footprint) <= reach + 2 * ask.before.reach_mm
    ]
    if not ahead:
        return judged
    lifted = ask.judged(more)
    if lifted.ruling.verdict is Verdict.NO:
        return judged
    section = cite(lifted.ruling.citation, ask.settings.edition.terrain.sections[PieceKind.TRADE_CURRENT])
    names = tuple(current.name for current in ahead)
    over = lifted.route is not None and _sails_over(lifted.route, ask, ahead)
    details = {"outcome": lifted.ruling.reason, "currents": names}
    if over and lifted.ruling.verdict is Verdict.YES:
        reason = Message("{outcome}; +S by {currents}, which she sails over", **details)
        return lifted.with_ruling(lifted.ruling.replace(reason=reason, citation=section))
    if judged.ruling.verdict is not Verdict.NO:
        return judged
    reason = Message("{outcome}; only with +S, if she sailed over {currents} before her last segment", **details)
    doubt = lifted.ruling.replace(verdict=Verdict.TOO_CLOSE, probability=0.5, reason=reason, citation=section)
    return lifted.with_ruling(doubt)


def _sails_over(route: Route, ask: MoveAsk, currents: Sequence[PlacedPiece]) -> bool:
    """Whether the segments before the last one surely pass over a current that is known to be of her side."""
    legs = legs_of(route, ask.before)[:-1]
    met = rule_terrain_of_move(ask.before, legs, ask.scene, ask.settings) if legs else []
    ids = {current.id for current in currents if _is_friendly(ask.before, current.id, ask.scene)}
    return any(ruling.target in ids and ruling.verdict is Verdict.YES for ruling in met)


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """What only the players know of a move; None where they have not said."""

    holds: Holds | None = None
    captain: bool | None = None
    trade_current: bool | None = None
    """Whether she has a trade current's +S this turn; None: by what lies under her and on her way."""
    after_loading: bool = False
    """Whether it is the S that her card gives her for having loaded."""


NO_FACTS = MoveFacts()


def traits_now(placed: PlacedPiece, scene: Scene) -> frozenset[MoveTrait]:
    return traits_of(placed.piece, ghostly=is_in(scene.state, placed.id, PieceState.GHOSTLY))


def allowances_now(
    placed: PlacedPiece,
    scene: Scene,
    settings: RuleSettings,
    base_move: Sequence[MoveSegment],
    facts: MoveFacts = NO_FACTS,
    *,
    towing: bool = False,
) -> tuple[MoveAllowance, ...]:
    """`base_move` as on the card; `towing` beside what the ledger knows of tows."""
    scene = without_contradicted_ticks(scene, settings)
    state = _state(placed, scene, settings, facts, towing=towing)
    return allowances(base_move, state, settings.edition.movement)


def _state(
    placed: PlacedPiece, scene: Scene, settings: RuleSettings, facts: MoveFacts, *, towing: bool, lost: bool = True
) -> ShipState:
    """`lost`: whether fog keeps her; without it, as she is once she has come out."""
    state, unit = scene.state, scene.unit_of(placed.id)
    assert unit is not None
    pinned = is_pinned(placed, scene, settings)
    held = refuse_leaving(state, unit, settings.edition, is_lost=False, is_pinned=pinned)
    refusal = refuse_sailing(state, unit, settings.edition) or held
    return ShipState(
        masts_standing=len(placed.masts_standing),
        held=None if refusal is None else refusal.words,
        is_derelict=is_derelict(state, unit),
        is_lost=lost and (why_lost(placed, scene, settings) is not None),
        effects=scene.effects_of(placed.id),
        masts_built=placed.piece.model.upright_count,
        holds=facts.holds,
        captain=facts.captain,
        towing=towing or bool(state.tows(placed.id)),
        trade_current=current_under(placed, scene, settings) if facts.trade_current is None else facts.trade_current,
        after_loading=facts.after_loading,
    )


def is_pinned(placed: PlacedPiece, scene: Scene, settings: RuleSettings) -> bool:
    """Say whether a pin keeps her where she is: as a person ticked it, or as the camera shows it."""
    scene = without_contradicted_ticks(scene, settings)
    states = conditions_of(scene.state, placed.id)
    if cannot_be_pinned(states, keywords_of(placed.piece), scene.effects_of(placed.id)):
        return False
    if why_lost(placed, scene, settings) is not None:
        return False
    return PieceState.PINNED in states or is_seen_pinned(placed, scene, settings)


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
    trade_current: bool | None = None,
    rammed: bool = False,
    after_loading: bool = False,
) -> MoveJudgement | None:
    """Of a piece that both scenes hold; None where one of them does not. `towed` moved with her; for the others see
    `MoveFacts`."""
    before = without_contradicted_ticks(before, settings)
    placed_before, placed_now = before.find(piece_id), after.find(piece_id)
    if placed_before is None or placed_now is None:
        return None
    facts, towing = MoveFacts(holds, captain, trade_current, after_loading), bool(towed)
    behind, traits, terms = (
        towed | before.state.tows(piece_id),
        traits_now(placed_before, before),
        settings.edition.movement,
    )
    ask = MoveAsk(placed_before, placed_now, after, settings, traits=traits, apart_from=behind, rammed=rammed)
    freed = _state(placed_before, before, settings, facts, towing=towing, lost=False)
    left = out_of_fog(ask, before, allowances(base_move, freed, terms)) or out_of_weeds(ask, before)
    if left is not None:
        return left
    allowed = allowances_now(placed_before, before, settings, base_move, facts, towing=towing)
    judged = ask.judged(allowed)
    if facts.trade_current is None and freed.trade_current is False:
        with_current = replace(facts, trade_current=True)
        more = allowances_now(placed_before, before, settings, base_move, with_current, towing=towing)
        lifted = over_a_current(judged, ask, before, more)
        if lifted is not judged:
            return with_readings(lifted, ask, more)
    return with_readings(judged, ask, allowed)


def rule_terrain_of_route(route: Route, mover: PlacedPiece, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """What terrain does to her on this route."""
    legs = legs_of(route, mover)
    return rule_terrain_of_move(mover, legs, scene, settings) if legs else []

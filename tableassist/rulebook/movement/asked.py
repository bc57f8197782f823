"""Asking about a move with what the table knows: states, tows, effects, keywords, and the terrain under her."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tableassist.pieces.move_segment import MoveSegment
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.contact.fog import why_lost
from tableassist.rulebook.contact.pin import is_seen_pinned
from tableassist.rulebook.contact.ticks import without_contradicted_ticks
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.movement.allowance import Holds, MoveAllowance, MoveTrait, ShipState, allowances, traits_of
from tableassist.rulebook.movement.move import MoveJudgement
from tableassist.rulebook.movement.open_readings import with_readings
from tableassist.rulebook.movement.out_of_terrain import MoveAsk, out_of_fog, out_of_weeds
from tableassist.rulebook.movement.route import Route, legs_of
from tableassist.rulebook.movement.trade_current import current_under, over_a_current
from tableassist.rulebook.predicates.condition import cannot_be_pinned
from tableassist.rulebook.ruling.ruling import Ruling
from tableassist.rulebook.scene.scene import Scene
from tableassist.rulebook.state.piece_card import keywords_of
from tableassist.rulebook.state.questions import conditions_of, is_derelict, is_in
from tableassist.rulebook.state.refusals import refuse_leaving, refuse_sailing
from tableassist.rulebook.terrain.on_route import rule_terrain_of_move
from tableassist.scene.placed_piece import PlacedPiece


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
    then, now = before.find(piece_id), after.find(piece_id)
    if then is None or now is None:
        return None
    facts, towing = MoveFacts(holds, captain, trade_current, after_loading), bool(towed)
    behind, traits, terms = towed | before.state.tows(piece_id), traits_now(then, before), settings.edition.movement
    ask = MoveAsk(then, now, after, settings, traits=traits, apart_from=behind, rammed=rammed)
    freed = _state(then, before, settings, facts, towing=towing, lost=False)
    left = out_of_fog(ask, before, allowances(base_move, freed, terms)) or out_of_weeds(ask, before)
    if left is not None:
        return left
    allowed = allowances_now(then, before, settings, base_move, facts, towing=towing)
    judged = ask.judged(allowed)
    if facts.trade_current is None and freed.trade_current is False:
        with_current = replace(facts, trade_current=True)
        more = allowances_now(then, before, settings, base_move, with_current, towing=towing)
        lifted = over_a_current(judged, ask, before, more)
        if lifted is not judged:
            return with_readings(lifted, ask, more)
    return with_readings(judged, ask, allowed)


def rule_terrain_of_route(route: Route, mover: PlacedPiece, scene: Scene, settings: RuleSettings) -> list[Ruling]:
    """What terrain does to her on this route."""
    legs = legs_of(route, mover)
    return rule_terrain_of_move(mover, legs, scene, settings) if legs else []

"""Move actions."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.editions.terms import TableEdge, Trigger
from tableassist.rulebook.play.log import FINE, Judgement, Opinion, Reason
from tableassist.rulebook.referee.actions import Action, give_action, no_action, not_hers
from tableassist.rulebook.referee.acts.sailing import Move, SternTurn
from tableassist.rulebook.referee.changes.damage import pinned_against
from tableassist.rulebook.referee.changes.docking import place_to_unload, why_not_dock
from tableassist.rulebook.referee.changes.going_on import without_rams_of
from tableassist.rulebook.referee.changes.showing import show_crew
from tableassist.rulebook.referee.changes.sinking import forget_facts_about, sink
from tableassist.rulebook.referee.foul import Foul, foul, measured, refused
from tableassist.rulebook.referee.sailing.arrival import arrive
from tableassist.rulebook.referee.sailing.terrain import come_upon, known_terrain
from tableassist.rulebook.ruling.ruling import Verdict
from tableassist.rulebook.state.game import FactKind, GameState, Question, changed, with_island, with_turn, with_unit
from tableassist.rulebook.state.questions import (
    bow_touches,
    effects_of,
    fort_at,
    is_bare,
    is_friendly_current,
    is_lost,
    is_pinned,
)
from tableassist.rulebook.state.refusals import refuse_leaving
from tableassist.rulebook.state.things import NOBODY, Unit, UnitTurn

LEFT_BEHIND = frozenset({PieceState.LOST, PieceState.PINNED, PieceState.TANGLED})
"""What a person ticked and a move ends."""


def judge_move(game: GameState, act: Move) -> Judgement:
    unit = game.units[act.ship]
    bad = (
        (
            not_hers(game, unit)
            if unit.turn.leaving_fog or may_move_on(game, unit)
            else no_action(game, unit, Action.MOVE)
        )
        or refused(
            refuse_leaving(
                game,
                unit,
                game.edition,
                is_lost=is_lost(unit) and not unit.turn.leaving_fog,
                is_pinned=is_pinned(game, unit),
            )
        )
        or _not_so(game, unit, act)
        or known_terrain(game, act)
    )
    return bad or _measured(game, unit, act)


def _end_fog_and_whirl(turn: UnitTurn) -> UnitTurn:
    """She is out of the fog, and a whirlpool may take her, or her stern turn, again."""
    if not (turn.leaving_fog or turn.whirled or turn.stern_turned):
        return turn
    return msgspec.structs.replace(turn, leaving_fog=False, whirled=False, stern_turned=False)


def may_move_on(game: GameState, unit: Unit) -> bool:
    """Some cards let a ship move S at once after she has loaded."""
    if not unit.explored_here or unit.turn.actions != (Action.EXPLORE.value,):
        return False
    return Effect.MOVES_S_AFTER_LOADING in effects_of(game, unit)


def _not_so(game: GameState, unit: Unit, act: Move) -> Judgement | None:
    """Ways of moving that the edition does not have, or not for her."""
    terms = game.edition.movement
    if act.come_about and not terms.come_about:
        return foul(Foul.NO_COME_ABOUT, Message("this edition has no coming about"), terms.section)
    if act.over_edge and terms.edge is TableEdge.WALL:
        return foul(Foul.ILLEGAL_MOVE, Message("the edge of the table is a wall"), terms.edge_section)
    if act.docks and not is_place(game, act.docks):
        words = Message("{place} is neither an island nor a fort on one", place=act.docks)
        return foul(Foul.UNKNOWN, words, game.edition.contact.docking_section)
    if act.docks and (bad := why_not_dock(game, unit, act.docks)) is not None:
        return bad
    return _kept(game, unit, act) or _no_bonus(game, unit, act)


def _kept(game: GameState, unit: Unit, act: Move) -> Judgement | None:
    """Treasure worth gold is unloaded when she docks at home or at an own fort; that is no choice (every edition,
    unloading)."""
    section, said = game.edition.treasure.unload_section, {"name": unit.name}
    aboard = {each.id: each for each in game.coins_at(unit.id)}
    if not set(act.keep) <= aboard.keys():
        return foul(Foul.NOT_THERE, Message("not all of these coins are aboard {name}", **said), section)
    worth = (each for each in act.keep if not aboard[each].is_unique or aboard[each].worth)
    if act.docks and place_to_unload(game, unit, act.docks) and next(worth, None) is not None:
        words = Message("{name} must unload all treasure that is worth gold", **said)
        return foul(Foul.MUST_UNLOAD, words, section)
    return None


def _no_bonus(game: GameState, unit: Unit, act: Move) -> Judgement | None:
    """A bonus segment that nothing gives her."""
    said = {"name": unit.name}
    if act.plus_s and Effect.BASE_MOVE_PLUS_S not in effects_of(game, unit):
        words = Message("{name} has no card that gives her +S", **said)
        return foul(Foul.NOT_ABLE, words, game.edition.movement.section)
    if act.plus_s and unit.towing and not game.edition.movement.helmsman_tows:
        words = Message("{name} tows, and her +S does not count while she does", **said)
        return foul(Foul.NOT_ABLE, words, game.edition.movement.tow_section)
    if act.current and (unit.turn.used_current or not is_friendly_current(game, unit, act.current)):
        words = Message("{name} gets one S a turn from a trade current of her own player", **said)
        return foul(Foul.NOT_FRIENDLY_CURRENT, words, game.edition.terrain.trigger_section)
    return None


def _measured(game: GameState, unit: Unit, act: Move) -> Judgement:
    terms = game.edition.movement
    if act.over_edge and terms.edge is TableEdge.OPEN and act.legal is not Verdict.NO:
        words = Message("the text does not say what happens at the edge of the table")
        return Judgement(Opinion.NOT_KNOWN, (Reason("not-known", words, terms.edge_section),))
    if act.legal is None:
        return FINE
    return measured(
        act.legal,
        Foul.ILLEGAL_MOVE,
        Message("{name} went farther or otherwise than her move allows", name=unit.name),
        terms.section,
        unknown=Message("whether {name}'s way was within her move is not settled", name=unit.name),
    )


def fold_move(game: GameState, act: Move) -> GameState:
    unit = game.units[act.ship]
    after = game if unit.turn.leaving_fog or may_move_on(game, unit) else give_action(game, unit, Action.MOVE)
    after = changed(after, just_moved=act.ship, acted=True)
    if is_bare(unit):
        after = show_crew(after, unit, Effect.DERELICT_MOVES_S)
    if act.plus_s:
        after = show_crew(after, unit, Effect.BASE_MOVE_PLUS_S)
    held = pinned_against(game, act.ship)
    after = _leave_place(after, act.ship)
    if act.over_edge and game.edition.movement.edge is TableEdge.FLAT_EARTH:
        return sink(after, after.units[act.ship], by="")
    after = still_held(with_contacts(after, act), act.ship, held)
    if act.current:
        after = with_turn(after, after.units[act.ship], used_current=True)
    place = act.docks if is_place(after, act.docks) else ""
    after = with_unit(after, after.units[act.ship], arriving=place, keeping=frozenset(act.keep))
    return arrive(come_upon(after, act), act.ship)


def _leave_place(game: GameState, ship: str) -> GameState:
    """She and all she tows are somewhere else now: nothing that was seen of them holds, pins on them end."""
    unit = game.units[ship]
    after = without_rams_of(game, (ship, *unit.towing))
    at_once = game.edition.terrain.trigger is Trigger.AT_ONCE  # revolution, Reef: where her last move ended
    if unit.docked_at:
        after = _leave_token(after, unit)
    for each in (ship, *unit.towing):
        after = forget_facts_about(after, each)
        moved = after.units[each]
        after = with_unit(
            after,
            moved,
            docked_at="",
            lost_in="",
            terrain=NOBODY,
            began_on=moved.terrain if at_once else moved.began_on,
            rammed=NOBODY,
            explored_here=False,
            turn=_end_fog_and_whirl(moved.turn),
            states=moved.states - LEFT_BEHIND if moved.states & LEFT_BEHIND else moved.states,
        )
        for other in game.units.values():
            if each in other.rammed:
                now = after.units[other.card.id]
                after = with_unit(after, now, rammed=now.rammed - {each})
    return after


def still_held(game: GameState, ship: str, held: tuple[str, ...]) -> GameState:
    """Who was pinned on the ship that moved stays pinned where the bow still touches her: she has not moved away
    (complete, Pin). Else the pin is over, also one that a person ticked."""
    after = game
    for each in held:
        unit = after.units[each]
        if bow_touches(after, each, ship) is Verdict.YES:
            after = with_unit(after, unit, rammed=unit.rammed | {ship})
        else:
            after = with_unit(after, unit, states=unit.states - {PieceState.PINNED})
    return after


def _leave_token(game: GameState, unit: Unit) -> GameState:
    """A token marks the wild island that she explored and leaves (revolution, complete: Exploring)."""
    island = game.islands.get(unit.docked_at)
    if island is None or not island.is_wild or not game.edition.treasure.tokens or unit.owner in island.tokens:
        return game
    if unit.owner not in island.explored_by and game.reading("token-without-exploring") == "no":
        return game
    return with_island(game, island, tokens=island.tokens | {unit.owner})


def with_contacts(game: GameState, act: Move | SternTurn) -> GameState:
    facts: dict[Question, Verdict] = {}
    for kind, others in (
        (FactKind.BOW_ON, act.bow_on),
        (FactKind.BOW_TO_BOW, act.bow_to_bow),
        (FactKind.TOUCHES, act.touches),
        (FactKind.TOUCHES_BOW_OF, act.touches_bow_of),
    ):
        facts |= {(kind, act.ship, other, 0): Verdict.YES for other in others}
    return changed(game, facts={**game.facts, **facts}) if facts else game


def is_place(game: GameState, place: str) -> bool:
    return place in game.islands or fort_at(game, place) is not None

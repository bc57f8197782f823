"""What people put right, and the end they agree on."""

from collections.abc import Callable

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.table import Correct, CorrectionKind
from tableassist.rulebook.referee.changes.cargo import carry_coins
from tableassist.rulebook.referee.changes.damage import lose_masts
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.referee.turn.turns import begin_turn
from tableassist.rulebook.state.game import GameState, changed, with_crew, with_island, with_turn, with_unit
from tableassist.rulebook.state.things import GONE, NOBODY, DutyKind

MASTS = (CorrectionKind.MAST_LOST, CorrectionKind.MAST_BACK)
STATES = (CorrectionKind.STATE, CorrectionKind.STATE_OVER)
CREW = (CorrectionKind.CREW, CorrectionKind.CREW_GONE)
COINS = (CorrectionKind.COIN, CorrectionKind.COIN_GONE)
HOMES = (CorrectionKind.HOME, CorrectionKind.WILD)


def judge_correct(game: GameState, act: Correct) -> Judgement:
    """A person's word is not judged, only whether it makes sense."""
    known: dict[CorrectionKind, Callable[[], bool]] = {
        **dict.fromkeys(MASTS, lambda: act.piece in game.units and _is_mast(game, act)),
        **dict.fromkeys(STATES, lambda: _is_state(game, act)),
        **dict.fromkeys(CREW, lambda: act.piece in {*game.units, *game.islands} and act.value in game.crew),
        **dict.fromkeys(COINS, lambda: act.piece in {*game.units, *game.islands} and act.value in game.coins),
        **dict.fromkeys(HOMES, lambda: act.piece in game.islands),
        CorrectionKind.OWNER: lambda: act.piece in {*game.units, *game.crew} and act.value in game.order,
        CorrectionKind.ACTION_BACK: lambda: act.piece in {*game.units, *game.crew},
        CorrectionKind.TURN: lambda: act.piece in game.order,
    }
    if act.what is CorrectionKind.HOME and act.value not in game.order:
        known[CorrectionKind.HOME] = lambda: False
    if known[act.what]():
        return FINE
    said = {"what": act.what.value, "piece": act.piece, "value": act.value}
    words = Message("'{what} {value}' of {piece} makes no sense", **said)
    return foul(Foul.UNKNOWN, words, game.edition.turn.action_section)


def _is_mast(game: GameState, act: Correct) -> bool:
    return act.value.isdigit() and 1 <= int(act.value) <= game.units[act.piece].card.masts


def _is_state(game: GameState, act: Correct) -> bool:
    """Of a crew only whether its ability is cancelled."""
    if act.piece in game.crew:
        return act.value == PieceState.CANCELLED
    return act.piece in game.units and act.value in {each.value for each in PieceState}


def fold_correct(game: GameState, act: Correct) -> GameState:
    return _drop_unanswerable_duties(_apply_correction(game, act))


def _drop_unanswerable_duties(game: GameState) -> GameState:
    """Without what was owed and nobody can answer any more: a mast of a ship without masts, a crew that is gone."""
    kept = []
    for duty in game.duties:
        unit = game.units.get(duty.piece)
        if duty.kind is DutyKind.MAST and unit is not None:
            if unit.masts > 0:
                kept.append(msgspec.structs.replace(duty, count=min(duty.count, unit.masts)))
        elif duty.kind is not DutyKind.CREW or any(not each.card.equipment for each in game.crew_at(duty.piece)):
            kept.append(duty)
    return changed(game, duties=tuple(kept)) if tuple(kept) != game.duties else game


def _apply_correction(game: GameState, act: Correct) -> GameState:
    if act.what is CorrectionKind.TURN:
        return begin_turn(game, act.piece, turn=game.turn if act.piece == game.player else game.turn + 1)
    if act.what in HOMES:
        home = act.value if act.what is CorrectionKind.HOME else ""
        return with_island(game, game.islands[act.piece], home=home)
    if act.what in CREW:
        return with_crew(game, game.crew[act.value], at=act.piece if act.what is CorrectionKind.CREW else GONE)
    if act.what in COINS:
        return carry_coins(game, (act.value,), to=act.piece if act.what is CorrectionKind.COIN else GONE)
    return _of_a_crew(game, act) if act.piece in game.crew else _of_a_piece(game, act)


def _of_a_crew(game: GameState, act: Correct) -> GameState:
    member = game.crew[act.piece]
    if act.what in STATES:
        return with_crew(game, member, cancelled=act.what is CorrectionKind.STATE)
    owner = act.value if act.what is CorrectionKind.OWNER else member.owner
    return with_crew(game, member, owner=owner, actions=())


def _of_a_piece(game: GameState, act: Correct) -> GameState:
    unit = game.units[act.piece]
    match act.what:
        case CorrectionKind.MAST_LOST:
            return lose_masts(game, unit, frozenset({int(act.value)}), by="")
        case CorrectionKind.MAST_BACK:
            # A creature was eliminated with its last segment, so a segment that is back brings it back.
            states = unit.states - {PieceState.SUNK} if unit.is_creature else unit.states
            back = {int(act.value)}
            lost, by_ram = unit.masts_lost - back, unit.masts_rammed - back
            return with_unit(game, unit, masts_lost=lost, masts_rammed=by_ram, states=states)
        case CorrectionKind.STATE:
            return with_unit(game, unit, states=unit.states | {PieceState(act.value)})
        case CorrectionKind.STATE_OVER:
            left = unit.states - {PieceState(act.value)}
            lost_in = "" if act.value == PieceState.LOST else unit.lost_in
            tangled_in = "" if act.value == PieceState.TANGLED else unit.tangled_in
            rammed = NOBODY if act.value == PieceState.PINNED else unit.rammed
            return with_unit(game, unit, states=left, lost_in=lost_in, tangled_in=tangled_in, rammed=rammed)
        case CorrectionKind.OWNER:
            return with_unit(game, unit, owner=act.value)
    return with_turn(game, unit, actions=(), turn_over=False, shooting=False, fired=())

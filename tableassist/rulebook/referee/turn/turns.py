"""How a turn ends and the next one begins."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces.model import PieceKind
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.table import EndTurn
from tableassist.rulebook.referee.changes.going_on import question_after, rams_of_last_turn
from tableassist.rulebook.referee.changes.sinking import sink
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, changed, in_play, with_duty
from tableassist.rulebook.state.things import FRESH_TURN, NOBODY, CrewMember, Duty, DutyKind, TerrainPiece, Unit

DECLARED = frozenset({PieceState.GHOSTLY, PieceState.SUBMERGED})


def judge_end_turn(game: GameState, act: EndTurn) -> Judgement:
    if act.player != game.player:
        words = Message("it is {player}'s turn, not {other}'s", player=game.player, other=act.player)
        return foul(Foul.NOT_YOUR_TURN, words, game.edition.turn.action_section)
    return FINE


def fold_end_turn(game: GameState, act: EndTurn) -> GameState:
    if act.player not in game.order:
        return game
    after = game.order.index(act.player) + 1
    later = (*game.order[after:], *game.order[:after])
    player = next((each for each in later if not _is_skipped(game, each)), later[0])
    return begin_turn(game, player, turn=game.turn + 1)


def begin_turn(game: GameState, player: str, *, turn: int) -> GameState:
    """Dice of the last turn are put away, the player's ships are as they lie now, and what the beginning of a turn
    asks for is owed."""
    units = {key: _begin_turn_of(each, player) for key, each in game.units.items()}
    crew = {key: _rest(each) for key, each in game.crew.items()}
    terrain = {key: _clear_rating(each) for key, each in game.terrain.items()}
    after = changed(
        game,
        player=player,
        turn=turn,
        units=units,
        crew=crew,
        terrain=terrain,
        duties=tuple(each for each in game.duties if each.must),
        rams=rams_of_last_turn(game),
        just_moved="",
        acted=False,
        built_fort=False,
    )
    for ram in after.rams:
        if (question := question_after(after, ram)) is not None:
            after = with_duty(after, question)
    for unit in tuple(after.units.values()):
        if unit.scuttling and unit.owner == player and in_play(unit):
            after = sink(after, unit, by="")
    drifts = PieceKind.ICEBERG in after.edition.terrain.kinds
    if drifts and any(each.kind is PieceKind.ICEBERG for each in after.terrain.values()):  # also where all are stuck
        after = with_duty(after, Duty(DutyKind.ICEBERGS, player, player))
    return after


def _is_skipped(game: GameState, player: str) -> bool:
    return game.reading("fleetless-turn") == "skipped" and next(game.fleet(player), None) is None


def _begin_turn_of(unit: Unit, player: str) -> Unit:
    """As she begins a turn: what she did in the last one is over, and her own player's begins where she is now."""
    if unit.owner != player:
        return unit if unit.turn is FRESH_TURN else msgspec.structs.replace(unit, turn=FRESH_TURN)
    return msgspec.structs.replace(
        unit,
        states=unit.states - DECLARED if unit.states & DECLARED else unit.states,
        began_docked_at=unit.docked_at,
        began_on=unit.terrain or NOBODY,
        turn=FRESH_TURN,
    )


def _rest(member: CrewMember) -> CrewMember:
    if not member.actions and not member.hits_this_turn:
        return member
    return msgspec.structs.replace(member, actions=(), hits_this_turn=0)


def _clear_rating(piece: TerrainPiece) -> TerrainPiece:
    return msgspec.structs.replace(piece, rating=0) if piece.rating else piece

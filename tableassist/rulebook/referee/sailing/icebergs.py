"""Icebergs drift at the beginning of a turn (complete, Terrain: Iceberg)."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.pieces.model import PieceKind
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.acts.sailing import DriftIceberg, RollForIcebergs
from tableassist.rulebook.referee.changes.damage import owe_masts
from tableassist.rulebook.referee.changes.sinking import forget_facts_about, sink
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, changed, with_duty, without_duty
from tableassist.rulebook.state.things import Duty, DutyKind


def judge_roll_for_icebergs(game: GameState, act: RollForIcebergs) -> Judgement:
    section = game.edition.terrain.trigger_section
    if act.player != game.player:
        words = Message("it is {player}'s turn, not {other}'s", player=game.player, other=act.player)
        return foul(Foul.NOT_YOUR_TURN, words, section)
    if _roll_owed(game) is None:
        return foul(Foul.NOT_OWED, Message("no roll for icebergs is owed"), section)
    return FINE


def fold_roll_for_icebergs(game: GameState, act: RollForIcebergs) -> GameState:
    duty = _roll_owed(game)
    after = without_duty(game, duty) if duty else game
    for each in sorted(after.terrain):
        piece = after.terrain[each]
        if piece.kind is PieceKind.ICEBERG and not piece.stuck and piece.card.number == act.roll:
            after = with_duty(after, Duty(DutyKind.DRIFT, act.player, each))
    return after


def judge_drift(game: GameState, act: DriftIceberg) -> Judgement:
    if _drift_owed(game, act.iceberg) is None:
        words = Message("{name} does not move now", name=game.terrain[act.iceberg].name)
        return foul(Foul.NOT_OWED, words, game.edition.terrain.trigger_section)
    return FINE


def fold_drift(game: GameState, act: DriftIceberg) -> GameState:
    """It stops at a ship or creature, which loses a mast or segment; an island holds it for good."""
    duty = _drift_owed(game, act.iceberg)
    after = forget_facts_about(without_duty(game, duty) if duty else game, act.iceberg)
    if act.touches in after.islands:
        stuck = msgspec.structs.replace(after.terrain[act.iceberg], stuck=True)
        return changed(after, terrain={**after.terrain, act.iceberg: stuck})
    unit = after.units.get(act.touches)
    if unit is None or unit.is_fort or unit.gone:
        return after
    if unit.masts > 0:
        return owe_masts(after, unit, 1, by="")
    return sink(after, unit, by="") if game.reading("iceberg-on-derelict") == "sinks" else after


def _roll_owed(game: GameState) -> Duty | None:
    return next((each for each in game.duties if each.kind is DutyKind.ICEBERGS), None)


def _drift_owed(game: GameState, iceberg: str) -> Duty | None:
    return next((each for each in game.duties if each.kind is DutyKind.DRIFT and each.piece == iceberg), None)

"""Repairs."""

from tableassist.messages import Message
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import Action, give_action, no_action
from tableassist.rulebook.referee.acts.cargo import Repair
from tableassist.rulebook.referee.changes.showing import show_crew
from tableassist.rulebook.referee.changes.tow_lines import let_go
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, with_unit
from tableassist.rulebook.state.questions import effects_of, is_at_home, is_at_own_fort
from tableassist.rulebook.state.things import Unit


def judge_repair(game: GameState, act: Repair) -> Judgement:
    unit, terms = game.units[act.ship], game.edition.turn
    if (bad := no_action(game, unit, Action.REPAIR)) is not None:
        return bad
    if not _at_a_yard(game, unit) and Effect.REPAIRS_ANYWHERE not in effects_of(game, unit):
        words = Message("{name} is not docked where she could be repaired", name=unit.name)
        return foul(Foul.NOT_DOCKED, words, terms.repair_section)
    if act.mast not in unit.masts_lost:
        words = Message("mast {mast} of {name} is not lost", mast=act.mast, name=unit.name)
        return foul(Foul.MAST_STANDS, words, terms.repair_section)
    if act.mast not in repairable_masts(game, unit):
        words = Message("a ram took mast {mast} of {name} out of the game", mast=act.mast, name=unit.name)
        return foul(Foul.MAST_REMOVED, words, terms.repair_section)
    return FINE


def repairable_masts(game: GameState, unit: Unit) -> frozenset[int]:
    """Lost masts that a repair brings back: all of them, or by the table's reading all that no ram took."""
    return unit.masts_lost - unit.masts_rammed if game.reading("rammed-mast-repair") == "no" else unit.masts_lost


def _at_a_yard(game: GameState, unit: Unit) -> bool:
    """Her home island; in later editions also a fort of her player."""
    prize = unit.owner != unit.card.owner and game.reading("prize-repairs-home") == "no"
    if is_at_home(game, unit) and not prize:
        return True
    return game.edition.turn.repair_at_forts and is_at_own_fort(game, unit)


def fold_repair(game: GameState, act: Repair) -> GameState:
    unit = game.units[act.ship]
    after = give_action(game, unit, Action.REPAIR)
    if not _at_a_yard(game, unit):
        after = show_crew(after, unit, Effect.REPAIRS_ANYWHERE)
    now = after.units[act.ship]
    back = {act.mast}
    after = with_unit(
        after,
        now,
        masts_lost=now.masts_lost - back,
        masts_rammed=now.masts_rammed - back,
        states=now.states - {PieceState.DERELICT},
        scuttling=False,
    )
    if now.towed_by and game.reading("repair-ends-tow") == "yes":
        after = let_go(after, act.ship)
    return after

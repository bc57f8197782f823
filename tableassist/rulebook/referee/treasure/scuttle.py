"""Scuttling: a player sinks an own derelict (revolution, Scuttling; complete, Scuttling)."""

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.cargo import Scuttle
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState, in_turn, with_unit
from tableassist.rulebook.state.questions import is_derelict

NEEDS = 5


def judge_scuttle(game: GameState, act: Scuttle) -> Judgement:
    unit, terms = game.units[act.ship], game.edition.turn
    if not terms.scuttling:
        return foul(Foul.NOT_IN_EDITION, Message("this edition has no scuttling"), terms.scuttle_section)
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if not is_derelict(game, unit):
        return foul(Foul.NOT_DERELICT, Message("{name} is no derelict", name=unit.name), terms.scuttle_section)
    if unit.scuttling or (unit.turn.scuttle_tried and game.reading("scuttle-tries") == "one"):
        words = Message("{name} has had her try of this turn", name=unit.name)
        return foul(Foul.ALREADY_TRIED, words, terms.scuttle_section)
    return FINE


def fold_scuttle(game: GameState, act: Scuttle) -> GameState:
    """She sinks at the beginning of her player's next turn."""
    unit = game.units[act.ship]
    return with_unit(game, unit, scuttling=act.roll >= NEEDS, turn=in_turn(unit, scuttle_tried=True))

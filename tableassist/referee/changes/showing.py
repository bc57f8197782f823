"""Crew turned face up by using their ability."""

from tableassist.pieces.effects import Effect
from tableassist.referee.questions import carrier_of
from tableassist.referee.state.game import Game, with_crew
from tableassist.referee.state.unit import Unit


def shown(game: Game, unit: Unit, effect: Effect) -> Game:
    """Crew whose ability is used is turned face up (all editions, Placing Crew)."""
    member = carrier_of(game, unit, effect)
    return game if member is None or member.face_up else with_crew(game, member, face_up=True)

"""Crew turned face up by using their ability."""

from tableassist.pieces.effects import Effect
from tableassist.rulebook.state.game import GameState, with_crew
from tableassist.rulebook.state.questions import carrier_of
from tableassist.rulebook.state.things import Unit


def show_crew(game: GameState, unit: Unit, effect: Effect) -> GameState:
    """Crew whose ability is used is turned face up (all editions, Placing Crew)."""
    member = carrier_of(game, unit, effect)
    return game if member is None or member.face_up else with_crew(game, member, face_up=True)

"""Tow lines: who tows whom."""

from tableassist.rulebook.state.game import GameState, with_unit


def let_go(game: GameState, ship: str) -> GameState:
    """The ship tows nobody and is towed by nobody."""
    unit, after = game.units[ship], game
    for towed in unit.towing:
        after = with_unit(after, after.units[towed], towed_by="")
    if unit.towed_by:
        tower = after.units[unit.towed_by]
        after = with_unit(after, tower, towing=tuple(each for each in tower.towing if each != ship))
    if unit.towing or unit.towed_by:
        after = with_unit(after, after.units[ship], towing=(), towed_by="")
    return after

"""The end of a move action: once what the terrain asks for is rolled, she docks, and rams."""

from tableassist.pieces.piece_state import PieceState
from tableassist.rulebook.referee.changes.docking import dock
from tableassist.rulebook.referee.contact.ram import automatic_rams
from tableassist.rulebook.state.game import GameState, changed, with_unit
from tableassist.rulebook.state.things import DutyKind


def arrive(game: GameState, ship: str) -> GameState:
    """Terrain takes effect during the move; a ship that it wrecks or swallows docks nowhere and rams nobody, nor does
    one that it has made derelict ram (complete, Terrain; Ram)."""
    unit = game.units[ship]
    if unit.arriving is None or _roll_owed(game, ship):
        return game
    after = with_unit(game, unit, arriving=None)
    if unit.lost_in or unit.gone or PieceState.WRECKED in unit.states:
        return changed(after, just_moved="")
    if unit.arriving:
        after = dock(after, ship, unit.arriving)
    return automatic_rams(after, ship)


def _roll_owed(game: GameState, ship: str) -> bool:
    """By her, or by a ship that she tows."""
    ships = (ship, *game.units[ship].towing)
    return any(each.kind is DutyKind.TERRAIN and each.piece in ships for each in game.duties)

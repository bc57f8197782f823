"""A ship docks: what follows by itself."""

from tableassist.rulebook.play.log import Judgement
from tableassist.rulebook.referee.changes.cargo import unload
from tableassist.rulebook.referee.foul import refused
from tableassist.rulebook.state.game import GameState, with_duty, with_island, with_unit
from tableassist.rulebook.state.questions import fort_at, island_of
from tableassist.rulebook.state.refusals import refuse_docking
from tableassist.rulebook.state.things import NOBODY, Duty, DutyKind, Unit


def why_not_dock(game: GameState, unit: Unit, place: str) -> Judgement | None:
    """What keeps her from docking there; None if nothing does."""
    island = game.islands.get(island_of(game, place))
    return refused(refuse_docking(game, unit, island, fort_at(game, place), game.edition))


def dock(game: GameState, ship: str, place: str) -> GameState:
    """She is docked, the ships she tows with her; treasure goes ashore at home and in own forts, and a mysterious
    island asks for its roll."""
    unit = game.units[ship]
    after = with_unit(game, unit, docked_at=island_of(game, place), explored_here=False)
    after = _unload_cargo(after, ship)
    for towed in unit.towing:
        after = with_unit(after, after.units[towed], docked_at=island_of(game, place), explored_here=False)
        after = _unload_cargo(after, towed)
    for docked in (ship, *unit.towing):
        after = _ask_mysterious_roll(after, after.units[docked])
    return with_unit(after, after.units[ship], keeping=NOBODY) if unit.keeping else after


def _unload_cargo(game: GameState, ship: str) -> GameState:
    unit = game.units[ship]
    place = place_to_unload(game, unit, unit.docked_at)
    return unload(game, unit, to=place) if place else game


def place_to_unload(game: GameState, unit: Unit, place: str) -> str:
    """The home island or own fort at which she would unload her treasure there; empty: none."""
    if not unit.is_ship:
        return ""
    island, fort = game.islands.get(island_of(game, place)), fort_at(game, place)
    prize = unit.owner != unit.card.owner and game.reading("prize-repairs-home") == "no"
    if island is not None and island.home == unit.owner and not prize:
        return island.card.id
    return fort.card.id if fort is not None and fort.owner == unit.owner else ""


def _ask_mysterious_roll(game: GameState, unit: Unit) -> GameState:
    """Each ship or sea creature that docks owes her own roll (complete, Docking (Mysterious islands)): not while a fort
    stands there, and at a home only where the table says so."""
    place = game.units[unit.card.id].docked_at
    island = game.islands.get(place)
    if island is None or not island.card.mysterious or island.fort or not game.edition.treasure.mysterious:
        return game
    if island.home and game.reading("mysterious-homes") == "no":
        return game
    after = with_island(game, island, flipped=True)
    return with_duty(after, Duty(DutyKind.MYSTERIOUS, unit.owner, unit.card.id, place))

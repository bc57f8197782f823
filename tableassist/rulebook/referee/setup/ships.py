"""Ships are put at their player's home island before the game."""

import msgspec.structs

from tableassist.messages import Message
from tableassist.rulebook.play.log import Judgement, Reason
from tableassist.rulebook.referee.acts.setup import PlaceShip
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.referee.setup.advice import advice, fine_with
from tableassist.rulebook.state.game import GameState, changed, with_unit
from tableassist.rulebook.state.questions import has
from tableassist.rulebook.state.refusals import NOT_AT_HOME
from tableassist.rulebook.state.things import Unit


def judge_place_ship(game: GameState, act: PlaceShip) -> Judgement:
    unit = game.units[act.ship]
    return _not_hers(game, unit, act) or _not_at_home(game, unit, act) or _touching(game, unit, act)


def _not_hers(game: GameState, unit: Unit, act: PlaceShip) -> Judgement | None:
    terms, said = game.edition.setup, {"name": unit.name, "player": act.player}
    if unit.owner != act.player:
        return foul(Foul.NOT_YOURS, Message("{name} is not {player}'s", **said), terms.home_section)
    if unit.is_fort:
        words = Message("{name} is a fort: forts are built during the game", **said)
        return foul(Foul.WRONG_KIND, words, terms.fort_section)
    if is_at_start(game, unit):
        return foul(Foul.ALREADY_PLACED, Message("{name} is placed already", **said), terms.home_section)
    return None


def _not_at_home(game: GameState, unit: Unit, act: PlaceShip) -> Judgement | None:
    terms, home = game.edition.setup, game.home_of(act.player)
    if not home:
        words = Message("the home island of {player} is not chosen yet", player=act.player)
        return foul(Foul.NOT_READY, words, terms.home_section)
    if act.island != home:
        said = {"name": unit.name, "home": game.islands[home].name}
        return foul(Foul.NOT_AT_HOME, Message("{name} begins at her home island {home}", **said), terms.home_section)
    return None


def _touching(game: GameState, unit: Unit, act: PlaceShip) -> Judgement:
    terms, said = game.edition.setup, {"name": unit.name, "home": game.islands[act.island].name}
    if act.touches is None:
        return fine_with(_flag(game, unit))
    words = Message("{name}'s bow does not touch {home}", **said)
    if unit.is_creature:
        words = Message("no part of {name} touches {home}", **said)
    if begins_away(unit):
        words = Message("{name} does not lie S from {home}, where a mercenary begins", **said)
    section = terms.creature_section if unit.is_creature else terms.home_section
    unknown = Message("whether {name} lies at {home} as she must is not settled", **said)
    call = measured(act.touches, Foul.NOT_AT_HOME, words, section, unknown=unknown)
    return call if call.reasons else fine_with(_flag(game, unit))


def _flag(game: GameState, unit: Unit) -> Reason | None:
    """No camera tells a flag."""
    if not unit.is_ship:
        return None
    words = Message("{name} flies her nation's flag from her stern, if she has one", name=unit.name)
    return advice(words, game.edition.setup.fleet_section)


def fold_place_ship(game: GameState, act: PlaceShip) -> GameState:
    unit, set_up = game.units[act.ship], game.set_up
    place = "" if begins_away(unit) else act.island
    after = with_unit(game, unit, docked_at=place, began_docked_at=place)
    return changed(after, set_up=msgspec.structs.replace(set_up, ships=set_up.ships | {act.ship}))


def begins_away(unit: Unit) -> bool:
    """A mercenary begins S from home (the master keyword list)."""
    return any(has(unit, each) for each in NOT_AT_HOME)


def is_at_start(game: GameState, unit: Unit) -> bool:
    return unit.card.id in game.set_up.ships or unit.card.at is not None


def ships_to_place(game: GameState) -> tuple[str, ...]:
    return tuple(
        each.card.id
        for each in game.units.values()
        if not each.is_fort and not each.gone and not is_at_start(game, each)
    )

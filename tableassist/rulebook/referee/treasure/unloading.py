"""Treasure put ashore by choice: what was kept aboard, or coins left on a wild island."""

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import not_hers
from tableassist.rulebook.referee.acts.cargo import Unload
from tableassist.rulebook.referee.changes.cargo import carry_coins, put_ashore
from tableassist.rulebook.referee.changes.docking import place_to_unload
from tableassist.rulebook.referee.foul import Foul, foul
from tableassist.rulebook.state.game import GameState
from tableassist.rulebook.state.questions import fort_at
from tableassist.rulebook.state.things import Unit


def judge_unload(game: GameState, act: Unload) -> Judgement:
    unit, section = game.units[act.ship], game.edition.treasure.unload_section
    said = {"name": unit.name}
    if (bad := not_hers(game, unit)) is not None:
        return bad
    if not unit.docked_at or not unit.is_ship:
        return foul(Foul.NOT_DOCKED, Message("{name} is not docked", **said), section)
    aboard = {each.id for each in game.coins_at(unit.id)}
    if not act.coins or not set(act.coins) <= aboard or set(act.coins) & unit.withheld:
        return foul(Foul.NOT_THERE, Message("not all of these coins are aboard {name}", **said), section)
    if not place_for_treasure(game, unit):
        words = Message("{name} cannot put treasure ashore there", **said)
        return foul(Foul.MAY_NOT_UNLOAD, words, section)
    return FINE


def place_for_treasure(game: GameState, unit: Unit) -> str:
    """Where she may put treasure ashore as she is docked now: at home, in an own fort, or by the table's reading on a
    wild island; empty: nowhere."""
    if place := place_to_unload(game, unit, unit.docked_at):
        return place
    island = game.islands.get(unit.docked_at)
    is_free = island is not None and island.is_wild and fort_at(game, unit.docked_at) is None
    return unit.docked_at if is_free and game.reading("drop-treasure") == "yes" else ""


def fold_unload(game: GameState, act: Unload) -> GameState:
    """On a wild island coins lie face down again; at home and in forts they are turned over as ever. By a card they
    are left wherever she is docked."""
    unit = game.units[act.ship]
    coins = tuple(game.coins[each] for each in act.coins if game.coins[each].at == act.ship)
    if place := place_to_unload(game, unit, unit.docked_at):
        return put_ashore(game, coins, unit.owner, to=place)
    return carry_coins(game, tuple(each.id for each in coins), to=unit.docked_at) if unit.docked_at else game

"""Forts: bought with gold and built on explored islands; treasure in them counts."""

from tableassist.messages import Message
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.referee.actions import Action, give_action, no_action, not_hers
from tableassist.rulebook.referee.acts.cargo import BuildFort, LoadFromFort
from tableassist.rulebook.referee.changes.cargo import carry_coins, unload
from tableassist.rulebook.referee.changes.going_on import go_on
from tableassist.rulebook.referee.foul import Foul, foul, measured
from tableassist.rulebook.referee.treasure.room import no_room
from tableassist.rulebook.state.game import GameState, changed, with_island, with_unit
from tableassist.rulebook.state.questions import fort_at
from tableassist.rulebook.state.things import Unit


def judge_build_fort(game: GameState, act: BuildFort) -> Judgement:
    terms = game.edition.setup
    section = terms.fort_section
    if not terms.forts:
        return foul(Foul.NOT_IN_EDITION, Message("this edition has no forts"), section)
    if act.player != game.player:
        words = Message("it is {player}'s turn, not {other}'s", player=game.player, other=act.player)
        return foul(Foul.NOT_YOUR_TURN, words, section)
    fort = game.units[act.fort]
    if not fort.is_fort or fort.owner != act.player or fort.docked_at or fort.gone:
        words = Message("{player} has no fort {fort} to build", player=act.player, fort=fort.name)
        return foul(Foul.NOT_YOURS, words, section)
    return _no_site(game, act) or _no_gold(game, act, fort) or _corners(game, act)


def _no_site(game: GameState, act: BuildFort) -> Judgement | None:
    island, section = game.islands[act.island], game.edition.setup.fort_section
    said = {"island": island.name, "player": act.player}
    if not island.is_wild:
        return foul(Foul.NOT_WILD, Message("{island} is a home island", **said), section)
    if island.fort:
        return foul(Foul.FORT_THERE, Message("a fort stands on {island}", **said), section)
    if act.player not in island.explored_by:
        return foul(Foul.NOT_EXPLORED, Message("{player} has not explored {island}", **said), section)
    if not any(each.docked_at == act.island and each.is_ship for each in game.fleet(act.player)):
        return foul(Foul.NOT_DOCKED, Message("{player} has no ship docked at {island}", **said), section)
    return None


def _no_gold(game: GameState, act: BuildFort, fort: Unit) -> Judgement | None:
    home, section = game.home_of(act.player), game.edition.setup.fort_section
    coins = [game.coins[each] for each in act.pay]
    if len(set(act.pay)) != len(act.pay) or any(each.at != home for each in coins):
        return foul(Foul.NOT_THERE, Message("not all of these coins lie on the home island"), section)
    if sum(each.worth for each in coins) + game.gold.get(home, 0) < fort.card.gold_cost:
        words = Message("{fort} costs {cost} gold", fort=fort.name, cost=fort.card.gold_cost)
        return foul(Foul.NOT_ENOUGH_GOLD, words, section)
    return None


def _corners(game: GameState, act: BuildFort) -> Judgement:
    if act.corners is None:
        return FINE
    return measured(
        act.corners,
        Foul.SPACING,
        Message("two opposite corners must lie wholly on the island"),
        game.edition.setup.fort_section,
        unknown=Message("whether two opposite corners lie on the island is not settled"),
    )


def fold_build_fort(game: GameState, act: BuildFort) -> GameState:
    """The gold goes inside, with the treasure of the island."""
    fort, home = game.units[act.fort], game.home_of(act.player)
    lying = tuple(each.card.id for each in game.coins_at(act.island))
    after = carry_coins(game, (*act.pay, *lying), to=act.fort)
    short = fort.card.gold_cost - sum(game.coins[each].worth for each in act.pay)
    if short > 0 and (there := game.gold.get(home, 0)):
        moved = min(short, there)
        gold = {**after.gold, home: there - moved, act.fort: after.gold.get(act.fort, 0) + moved}
        after = changed(after, gold={key: each for key, each in gold.items() if each})
    after = with_island(after, after.islands[act.island], fort=act.fort)
    after = with_unit(after, fort, docked_at=act.island)
    if game.reading("unload-when-built") == "yes":
        for ship in after.fleet(act.player):
            if ship.is_ship and ship.docked_at == act.island:
                after = unload(after, ship, to=act.fort)
    return changed(go_on(after), built_fort=True)


def gold_in(game: GameState, place: str) -> int:
    return sum(each.worth for each in game.coins_at(place)) + game.gold.get(place, 0)


def judge_load(game: GameState, act: LoadFromFort) -> Judgement:
    unit, fort, section = game.units[act.ship], game.units[act.fort], game.edition.setup.fort_section
    said = {"name": unit.name, "fort": fort.name}
    free = game.reading("fort-load") == "free"
    if (bad := not_hers(game, unit) if free else no_action(game, unit, Action.EXPLORE)) is not None:
        return bad
    here = fort_at(game, unit.docked_at)
    if not unit.is_ship or here is None or here.card.id != act.fort or fort.owner != unit.owner:
        return foul(Foul.NOT_DOCKED, Message("{name} is not docked at a fort {fort} of her player", **said), section)
    coins = [game.coins[each] for each in act.take]
    if not act.take or any(each.at != act.fort for each in coins):
        return foul(Foul.NOT_THERE, Message("not all of these coins are in {fort}", **said), section)
    if (full := no_room(game, unit, coins=act.take)) is not None:
        return full
    if gold_in(game, act.fort) - sum(each.worth for each in coins) < fort.card.gold_cost:
        words = Message("at least {cost} gold must stay in {fort}", cost=fort.card.gold_cost, **said)
        return foul(Foul.NOT_ENOUGH_GOLD, words, section)
    return FINE


def fold_load(game: GameState, act: LoadFromFort) -> GameState:
    unit = game.units[act.ship]
    after = game if game.reading("fort-load") == "free" else give_action(game, unit, Action.EXPLORE)
    return carry_coins(after, act.take, to=act.ship)

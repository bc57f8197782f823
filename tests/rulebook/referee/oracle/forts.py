"""Building forts, and loading from them."""

from tests.rulebook.referee.oracle import carrying, docking, room
from tests.rulebook.referee.oracle.common import begin_something, give, may_be_given, own_turn
from tests.rulebook.referee.oracle.sinking import add_gold
from tests.rulebook.referee.oracle.world import FINE, foul, measured


def judge_build(w, act):
    if w.edition == "spanish-main":
        return foul("not-in-edition")
    if act.player != w.player:
        return foul("not-your-turn")
    fort, island = w.ships[act.fort], w.islands[act.island]
    if fort["kind"] != "fort" or fort["owner"] != act.player or fort["sunk"] or fort["docked"]:
        return foul("not-yours")
    if island["home"]:
        return foul("not-wild")
    if island["fort"]:
        return foul("fort-there")
    if act.player not in island["explored"]:
        return foul("not-explored")
    if not ship_there(w, act.player, act.island):
        return foul("not-docked")
    home = w.home_of(act.player)
    if len(act.pay) != len(set(act.pay)):
        return foul("not-there")
    for coin in act.pay:
        if w.coins[coin]["at"] != home:
            return foul("not-there")
    paid = sum(w.coins[coin]["value"] or 0 for coin in act.pay)
    if paid + w.gold.get(home, 0) < fort["cost"]:
        return foul("not-enough-gold")
    return FINE if act.corners is None else measured(act.corners, "spacing")


def ship_there(w, player, island):
    for ship in w.ships.values():
        if ship["owner"] == player and ship["kind"] == "ship" and not ship["sunk"] and ship["docked"] == island:
            return True
    return False


def do_build(w, act):
    fort = w.ships[act.fort]
    fort["docked"] = act.island
    w.islands[act.island]["fort"] = act.fort
    for coin in act.pay:
        w.coins[coin]["at"] = act.fort
    rest = fort["cost"] - sum(w.coins[coin]["value"] or 0 for coin in act.pay)
    home = w.home_of(act.player)
    if rest > 0:
        w.gold[home] -= rest
        add_gold(w, act.fort, rest)
    for coin in w.coins_at(act.island):
        w.coins[coin]["at"] = act.fort
    w.built_fort = True
    for name, ship in w.ships.items():
        here = ship["docked"] == act.island and ship["kind"] == "ship" and ship["owner"] == act.player
        if here and not ship["sunk"] and w.house["unload-when-built"] == "yes":
            docking.unload(w, name, act.island)
    begin_something(w)


def judge_load(w, act):
    free = w.house["fort-load"] == "free"
    bad = own_turn(w, act.ship) if free else may_be_given(w, act.ship, "explore")
    if bad:
        return bad
    ship, fort = w.ships[act.ship], w.ships[act.fort]
    if ship["kind"] != "ship" or fort["kind"] != "fort" or fort["owner"] != w.player or not fort["docked"]:
        return foul("not-docked")
    if ship["docked"] != fort["docked"]:
        return foul("not-docked")
    if not act.take:
        return foul("not-there")
    for coin in act.take:
        if coin not in w.coins or w.coins[coin]["at"] != act.fort:
            return foul("not-there")
    if not room.fits(w, act.ship, [*w.coins_at(act.ship), *act.take], w.crew_at(act.ship)):
        return foul("no-room")
    left = w.gold.get(act.fort, 0)
    for coin in w.coins_at(act.fort):
        if coin not in act.take:
            left += w.coins[coin]["value"] or 0
    if left < fort["cost"]:
        return foul("not-enough-gold")
    return FINE


def do_load(w, act):
    if w.house["fort-load"] == "action":
        give(w, act.ship, "explore")
    for coin in act.take:
        carrying.carry(w, coin, act.ship)

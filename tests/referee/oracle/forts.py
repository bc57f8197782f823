"""Building forts, and loading from them."""

from tests.referee.oracle import room
from tests.referee.oracle.common import own_turn
from tests.referee.oracle.sinking import add_gold
from tests.referee.oracle.world import FINE, foul, measured


def judge_build(w, act):
    if w.edition == "spanish-main":
        return foul("not-in-edition")
    if act.player != w.player:
        return foul("not-your-turn")
    fort, island = w.ships[act.fort], w.islands[act.island]
    if fort["kind"] != "fort":
        return foul("wrong-kind")
    if fort["owner"] != act.player:
        return foul("not-yours")
    if fort["sunk"] or fort["docked"]:
        return foul("out-of-play")
    if island["home"]:
        return foul("not-wild")
    if island["fort"]:
        return foul("fort-there")
    if act.player not in island["explored"]:
        return foul("not-explored")
    if not ship_there(w, act.player, act.island):
        return foul("not-docked")
    home = w.home_of(act.player)
    for coin in act.pay:
        if w.coins[coin]["at"] != home:
            return foul("not-there")
    paid = sum(w.coins[coin]["value"] or 0 for coin in act.pay)
    if paid + w.gold.get(home, 0) < fort["cost"]:
        return foul("not-enough-gold")
    return measured(act.corners, "no-contact")


def ship_there(w, player, island):
    for name, ship in w.ships.items():
        if ship["owner"] == player and ship["kind"] == "ship" and w.in_play(name) and ship["docked"] == island:
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
    add_gold(w, act.fort, w.gold.pop(act.island, 0))
    w.built_fort = True


def judge_load(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    ship, fort = w.ships[act.ship], w.ships[act.fort]
    if ship["kind"] != "ship" or fort["kind"] != "fort":
        return foul("wrong-kind")
    if fort["owner"] != w.player:
        return foul("not-yours")
    if not ship["docked"] or w.island_under(ship["docked"]) != fort["docked"]:
        return foul("not-docked")
    for coin in act.take:
        if coin not in w.coins or w.coins[coin]["at"] != act.fort:
            return foul("not-there")
    left = w.gold.get(act.fort, 0)
    for coin in w.coins_at(act.fort):
        if coin not in act.take:
            left += w.coins[coin]["value"] or 0
    if left < fort["cost"]:
        return foul("not-enough-gold")
    if not room.fits(w, act.ship, [*w.coins_at(act.ship), *act.take], w.crew_at(act.ship)):
        return foul("no-room")
    return FINE


def do_load(w, act):
    for coin in act.take:
        w.coins[coin]["at"] = act.ship

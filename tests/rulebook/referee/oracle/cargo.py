"""Crew that goes ashore and aboard, repairing, scuttling."""

from tests.rulebook.referee.oracle import carrying, docking, room, towing
from tests.rulebook.referee.oracle.common import give, may_be_given, own_turn
from tests.rulebook.referee.oracle.world import FINE, foul


def judge_unload(w, act):
    """Treasure is put ashore at home and in own forts; on a wild island only where the table says so."""
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    ship = w.ships[act.ship]
    if ship["kind"] != "ship" or not ship["docked"]:
        return foul("not-docked")
    mine = [coin for coin in w.coins_at(act.ship) if coin not in ship["not_taken"]]
    if not act.coins or any(coin not in mine for coin in act.coins):
        return foul("not-there")
    if docking.store_of(w, act.ship, ship["docked"]):
        return FINE
    island = w.islands[ship["docked"]]
    if island["home"] or island["fort"] or w.house["drop-treasure"] == "no":
        return foul("may-not-unload")
    return FINE


def do_unload(w, act):
    ship = w.ships[act.ship]
    store = docking.store_of(w, act.ship, ship["docked"])
    for coin in act.coins:
        if store:
            docking.put_ashore(w, coin, store, ship["owner"], by_choice=True)
        else:
            carrying.carry(w, coin, ship["docked"])


def judge_move_crew(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    ship, crew = w.ships[act.ship], w.crew[act.crew]
    if ship["kind"] != "ship":
        return foul("no-cargo")
    island = ship["docked"]
    if not island:
        return foul("not-docked")
    here = [island]
    for name, other in w.ships.items():
        if other["kind"] == "ship" and other["docked"] == island and not other["sunk"]:
            here.append(name)
    if crew["at"] not in here or act.to not in here or act.to == crew["at"] or act.ship not in (crew["at"], act.to):
        return foul("not-there")
    left_there = crew["at"] in w.islands and not w.islands[crew["at"]]["home"] and w.edition == "complete"
    if crew["owner"] != w.player and not left_there:
        return foul("not-yours")
    if act.to in w.ships:
        aboard = [*w.crew_at(act.to), act.crew]
        if not room.fits(w, act.to, w.coins_at(act.to), aboard):
            return foul("no-room")
        if room.too_dear(w, act.to, aboard):
            return foul("too-expensive")
    return FINE


def do_move_crew(w, act):
    put_crew(w, act.crew, act.to)


def put_crew(w, name, place):
    """Aboard they serve whom they sail with; who is worth a ransom is treasure aboard an enemy."""
    crew = w.crew[name]
    crew["at"] = place
    if place not in w.ships:
        return
    enemy = w.ships[place]["owner"] != crew["owner"]
    if enemy and "Ransom" in crew["keywords"]:
        crew["at"] = ""
        w.coins[f"{name}-ransom"] = {"at": place, "value": 5, "unique": False, "up": False}
    else:
        crew["owner"] = w.ships[place]["owner"]


def judge_repair(w, act):
    bad = may_be_given(w, act.ship, "repair")
    if bad:
        return bad
    if not at_yard(w, act.ship) and not w.able(act.ship, "repairs_anywhere"):
        return foul("not-docked")
    if act.mast in w.standing(act.ship):
        return foul("mast-stands")
    if act.mast in w.ships[act.ship]["rammed_masts"] and w.house["rammed-mast-repair"] == "no":
        return foul("mast-removed")
    return FINE


def at_yard(w, name):
    """Docked at the home island, or at an own fort."""
    ship = w.ships[name]
    place, owner = ship["docked"], ship["owner"]
    if not place:
        return False
    fort = w.islands[place]["fort"]
    if fort and w.ships[fort]["owner"] == owner:
        return True
    prize = owner != ship["first_owner"] and w.house["prize-repairs-home"] == "no"
    return w.islands[place]["home"] == owner and not prize


def do_repair(w, act):
    ship = w.ships[act.ship]
    give(w, act.ship, "repair")
    if not at_yard(w, act.ship):
        w.show(w.able(act.ship, "repairs_anywhere"))
    ship["lost_masts"].discard(act.mast)
    ship["rammed_masts"].discard(act.mast)
    ship["scuttling"] = False
    if ship["towed_by"] and w.house["repair-ends-tow"] == "yes":
        towing.let_go(w, act.ship)


def judge_scuttle(w, act):
    if w.edition == "spanish-main":
        return foul("not-in-edition")
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    if not w.is_derelict(act.ship):
        return foul("not-derelict")
    tried = w.ships[act.ship]["scuttle_tried"] and w.house["scuttle-tries"] == "one"
    if tried or w.ships[act.ship]["scuttling"]:
        return foul("already-tried")
    return FINE


def do_scuttle(w, act):
    w.ships[act.ship]["scuttle_tried"] = True
    if act.roll >= 5:
        w.ships[act.ship]["scuttling"] = True

"""Crew that goes ashore and aboard, repairing, scuttling."""

from tests.referee.oracle import room
from tests.referee.oracle.common import give, may_be_given, own_turn
from tests.referee.oracle.world import FINE, foul


def judge_move_crew(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    ship, crew = w.ships[act.ship], w.crew[act.crew]
    if ship["kind"] != "ship":
        return foul("wrong-kind")
    island = w.island_under(ship["docked"])
    if not island:
        return foul("not-docked")
    here = [island, act.ship]
    for name, other in w.ships.items():
        if other["kind"] == "ship" and other["docked"] and w.island_under(other["docked"]) == island:
            here.append(name)
    if crew["at"] not in here or act.to == crew["at"] or act.ship not in (crew["at"], act.to):
        return foul("not-there")
    if act.to not in here:
        return foul("not-docked")
    if act.to in w.ships and w.ships[act.to]["owner"] != w.player:
        return foul("not-yours")
    if crew["owner"] != w.player and not (crew["at"] in w.islands and w.edition == "complete"):
        return foul("not-yours")
    if act.to in w.ships:
        aboard = [*w.crew_at(act.to), act.crew]
        if not room.fits(w, act.to, w.coins_at(act.to), aboard):
            return foul("no-room")
        if room.too_dear(w, act.to, aboard):
            return foul("too-expensive")
    return FINE


def do_move_crew(w, act):
    w.crew[act.crew]["at"] = act.to
    if act.to in w.ships:
        w.crew[act.crew]["owner"] = w.ships[act.to]["owner"]


def judge_repair(w, act):
    bad = may_be_given(w, act.ship, "repair")
    if bad:
        return bad
    ship = w.ships[act.ship]
    if act.mast in w.standing(act.ship):
        return foul("mast-stands")
    if at_yard(w, act.ship) or w.able(act.ship, "repairs_anywhere"):
        return FINE
    return foul("not-at-home") if ship["docked"] else foul("not-docked")


def at_yard(w, name):
    """Docked at the home island, or at an own fort."""
    ship = w.ships[name]
    owner = ship["owner"]
    if w.house["prize-repairs-home"] == "no":
        owner = ship["first_owner"]
    place = ship["docked"]
    if place in w.ships:
        return w.ships[place]["owner"] == ship["owner"]
    if not place:
        return False
    fort = w.islands[place]["fort"]
    return w.islands[place]["home"] == owner or (bool(fort) and w.ships[fort]["owner"] == ship["owner"])


def do_repair(w, act):
    ship = w.ships[act.ship]
    give(w, act.ship, "repair")
    if not at_yard(w, act.ship):
        w.show(w.able(act.ship, "repairs_anywhere"))
    ship["lost_masts"].discard(act.mast)
    if ship["towed_by"] and w.house["repair-ends-tow"] == "yes":
        w.ships[ship["towed_by"]]["towing"].remove(act.ship)
        ship["towed_by"] = ""


def judge_scuttle(w, act):
    if w.edition == "spanish-main":
        return foul("not-in-edition")
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    if w.ships[act.ship]["kind"] != "ship":
        return foul("wrong-kind")
    if not w.is_derelict(act.ship):
        return foul("not-derelict")
    if w.ships[act.ship]["scuttle_tried"] and w.house["scuttle-tries"] == "one":
        return foul("already-tried")
    return FINE


def do_scuttle(w, act):
    w.ships[act.ship]["scuttle_tried"] = True
    if act.roll >= 5:
        w.ships[act.ship]["scuttling"] = True

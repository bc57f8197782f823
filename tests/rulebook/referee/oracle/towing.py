"""Towing a derelict, and letting her go."""

from tests.rulebook.referee.oracle.common import own_turn
from tests.rulebook.referee.oracle.touching import touches_bow
from tests.rulebook.referee.oracle.world import FINE, foul, measured


def judge_tow(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    ship, other = w.ships[act.ship], w.ships[act.derelict]
    if ship["kind"] != "ship":
        return foul("wrong-kind")
    if "move" not in ship["actions"]:
        return foul("not-just-moved")
    stays = other["wrecked"] and w.house["tow-wreck"] == "no"
    if not w.is_derelict(act.derelict) or other["sunk"] or stays or act.ship == act.derelict:
        return foul("not-derelict")
    if w.is_derelict(act.ship) and not w.able(act.ship, "derelict_moves_S"):
        return foul("not-derelict")
    held = other["towed_by"] == act.ship or (other["towed_by"] and w.house["tow-from-tower"] == "no")
    weeds = other["tangled"] or any(w.terrain[each]["kind"] == "sargasso-sea" for each in other["terrain"])
    if held or (weeds and not w.house["tow-out-of-weeds"]):
        return foul("not-derelict")
    if ship["towing"] and w.house["tows-at-once"] == "one":
        return foul("already-tried")
    return measured(touches_bow(w, act.ship, act.derelict), "no-contact")


def do_tow(w, act):
    ship, other = w.ships[act.ship], w.ships[act.derelict]
    let_go(w, act.derelict)
    if other["owner"] != ship["owner"]:
        other["scuttling"] = False
        keep_treasure(w, act.derelict, ship["owner"])
        other["owner"] = ship["owner"]
        for crew in w.crew_at(act.derelict):
            ransom = "Ransom" in w.crew[crew]["keywords"] and w.crew[crew]["owner"] != ship["owner"]
            if ransom and w.house["ransom-by-tow"] == "yes":
                w.crew[crew]["at"] = ""
                w.coins[f"{crew}-ransom"] = {"at": act.derelict, "value": 5, "unique": False, "up": False}
            w.crew[crew]["owner"] = ship["owner"]
    ship["towing"].append(act.derelict)
    other["towed_by"] = act.ship
    other["tangled"] = other["lost"] = other["docked"] = ""
    other["wrecked"] = False
    other["terrain"], other["rammed"] = set(), set()
    w.forget(act.derelict)


def keep_treasure(w, name, captor):
    """The first rules do not name the treasure of a ship in tow: a table may say that it does not change hands."""
    ship = w.ships[name]
    ship["not_taken"] = set()
    if w.edition == "spanish-main" and w.house["prize-treasure"] == "owners" and captor != ship["first_owner"]:
        ship["not_taken"] = set(w.coins_at(name))


def judge_cast_off(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    return FINE if w.ships[act.ship]["towing"] else foul("not-owed")


def do_cast_off(w, act):
    for other in w.ships[act.ship]["towing"]:
        w.ships[other]["towed_by"] = ""
    w.ships[act.ship]["towing"] = []


def let_go(w, name):
    """A ship that is gone neither tows nor is towed."""
    ship = w.ships[name]
    for other in ship["towing"]:
        w.ships[other]["towed_by"] = ""
    ship["towing"] = []
    if ship["towed_by"]:
        w.ships[ship["towed_by"]]["towing"].remove(name)
        ship["towed_by"] = ""

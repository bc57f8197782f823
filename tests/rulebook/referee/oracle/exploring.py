"""Exploring islands and ships; coins that are turned over; mysterious islands."""

from tests.rulebook.referee.oracle import cargo, carrying, room, sinking
from tests.rulebook.referee.oracle.common import give, may_be_given, own_turn
from tests.rulebook.referee.oracle.touching import touch
from tests.rulebook.referee.oracle.world import FINE, foul, measured


def free_by(w, name):
    """Why exploring costs nothing: the token of her player, or an explorer in the move that docked her; once."""
    ship = w.ships[name]
    if not ship["docked_now"] or ship["explored_here"] or not ship["docked"]:
        return ""
    if w.edition != "spanish-main" and ship["owner"] in w.islands[ship["docked"]]["tokens"]:
        return "token"
    return w.able(name, "dock_and_explore") if w.just_moved == name else ""


def judge_explore(w, act):
    free = free_by(w, act.ship)
    bad = own_turn(w, act.ship) if free else may_be_given(w, act.ship, "explore")
    if bad:
        return bad
    ship, island = w.ships[act.ship], w.islands[act.island]
    if ship["docked"] != act.island:
        return foul("not-docked")
    if island["home"]:
        return foul("not-wild")
    if not free and w.edition != "spanish-main" and ship["began_docked"] != act.island:
        return foul("not-docked-at-start")
    if len(act.take) != len(set(act.take)):
        return foul("not-there")
    for coin in act.take:
        if coin not in w.coins or w.coins[coin]["at"] != act.island:
            return foul("not-there")
    if not island["ever"]:
        for coin in w.coins_at(act.island):
            if w.coins[coin]["unique"] and coin not in act.take:
                return foul("must-take-unique")
    if act.take and not room.fits(w, act.ship, [*w.coins_at(act.ship), *act.take], w.crew_at(act.ship)):
        return foul("no-room")
    return FINE


def do_explore(w, act):
    free = free_by(w, act.ship)
    ship, island = w.ships[act.ship], w.islands[act.island]
    if not free:
        give(w, act.ship, "explore")
    elif free != "token":
        w.show(free)
    island["explored"].add(ship["owner"])
    island["ever"] = True
    ship["explored_here"] = True
    for coin in act.take:
        w.coins[coin]["at"] = act.ship
        if w.coins[coin]["unique"]:
            w.coins[coin]["up"] = True
    mark_last(w, act.ship, act.take)


def mark_last(w, name, taken):
    """Multiplayer: the ship that has loaded the last treasure gets the end token."""
    if not w.multi or not taken or w.last_coins:
        return
    for coin in w.coins.values():
        if coin["at"] in w.islands and not w.islands[coin["at"]]["home"]:
            return
    for ship in w.ships.values():
        ship["end_token"] = False
    w.ships[name]["end_token"] = True
    w.last_coins = list(taken)


def judge_explore_ship(w, act):
    bad = may_be_given(w, act.ship, "explore")
    if bad:
        return bad
    other = w.ships[act.other]
    if other["sunk"] or act.other == act.ship or other["kind"] != "ship":
        return foul("out-of-play")
    adrift = w.is_derelict(act.other) and w.house["explore-enemy-derelict"] == "yes"
    if other["owner"] != w.player and not adrift and not other["wrecked"]:
        return foul("not-derelict")
    for things, where in ((act.take, act.other), (act.give, act.ship)):
        for each in things:
            thing = w.coins.get(each) or w.crew.get(each)
            if not thing or thing["at"] != where:
                return foul("not-there")
    for name, more, less in ((act.ship, act.take, act.give), (act.other, act.give, act.take)):
        aboard = [each for each in [*w.coins_at(name), *w.crew_at(name), *more] if each not in less]
        crew = [each for each in aboard if each in w.crew]
        if more and not room.fits(w, name, [each for each in aboard if each in w.coins], crew):
            return foul("no-room")
        if any(each in w.crew for each in more) and room.too_dear(w, name, crew):
            return foul("too-expensive")
    if act.other in w.ships[act.ship]["towing"] or act.ship in other["towing"]:
        return FINE
    return measured(touch(w, act.ship, act.other), "no-contact")


def do_explore_ship(w, act):
    give(w, act.ship, "explore")
    for things, where in ((act.take, act.ship), (act.give, act.other)):
        for each in things:
            if each in w.coins:
                carrying.carry(w, each, where)
            else:
                cargo.put_crew(w, each, where)


def judge_reveal(w, act):
    if act.thing in w.crew:
        return FINE
    coin = w.coins[act.thing]
    if coin["value"] is None:
        return FINE if act.value is not None else foul("unknown")
    if not coin["unique"] and act.value not in (None, coin["value"]):
        return foul("not-there")
    return FINE


def do_reveal(w, act):
    if act.thing in w.crew:
        w.crew[act.thing]["up"] = True
        return
    coin = w.coins[act.thing]
    if act.value is None and coin["value"] is None:
        return
    coin["up"] = True
    if act.value is not None:
        coin["value"] = act.value
    duty = w.find_duty("coin", act.thing)
    if duty and coin["value"] is not None:
        w.duties.remove(duty)
    sinking.settle(w)


def judge_mysterious(w, act):
    return FINE if w.find_duty("mysterious", act.ship, act.island) else foul("not-owed")


def do_mysterious(w, act):
    w.duties.remove(w.find_duty("mysterious", act.ship, act.island))

"""Turns, icebergs, what is declared at the beginning of a turn, facts, and the agreement to end."""

from tests.rulebook.referee.oracle import docking, ending, hits, sinking, touching
from tests.rulebook.referee.oracle.common import ask_boarding, own_turn
from tests.rulebook.referee.oracle.world import FINE, foul, this_turn


def judge_end_turn(w, act):
    return FINE if act.player == w.player else foul("not-your-turn")


def do_end_turn(w, act):
    at = w.order.index(act.player)
    later = [w.order[(at + each) % len(w.order)] for each in range(1, len(w.order) + 1)]
    w.player = later[0]
    if w.house["fleetless-turn"] == "skipped":
        for player in reversed(later):
            if has_pieces(w, player):
                w.player = player
    w.turn += 1
    w.just_moved = ""
    w.acted = w.built_fort = False
    w.duties[:] = [each for each in w.duties if each["kind"] != "boarding"]
    keep_rams(w)
    for terrain in w.terrain.values():
        terrain["rating"] = 0
    for crew in w.crew.values():
        crew["hits"], crew["actions"] = 0, []
    for ship in w.ships.values():
        on = set(ship["terrain"])
        ship.update(this_turn())
        ship["began_docked"] = ship["docked"]
        ship["began_on"] = on
        if ship["owner"] == w.player:
            ship["ghostly"] = ship["submerged"] = False
    for name, ship in list(w.ships.items()):
        if ship["owner"] == w.player and ship["scuttling"] and not ship["sunk"]:
            sinking.sink(w, name, sinker=None)
    if any(each["kind"] == "iceberg" for each in w.terrain.values()):
        w.owe("icebergs", w.player, w.player)


def keep_rams(w):
    """Only the first rules say "immediately"; where a table reads the others so, a party may follow in the next
    turn. Who has declined has declined."""
    later = w.edition != "spanish-main" and w.house["boarding-later"] == "next-turn"
    w.rams[:] = [ram for ram in w.rams if later and ram["turn"] == w.turn - 1]
    for ram in w.rams:
        ram["passed"] = set()
        if not (ram["boarded"] and w.house["boarding-parties"] == "one-a-ram"):
            ask_boarding(w, ram)


def has_pieces(w, player):
    for ship in w.ships.values():
        if ship["owner"] == player and not ship["sunk"] and (ship["kind"] != "fort" or ship["docked"]):
            return True
    return False


def judge_roll_for_icebergs(w, act):
    if act.player != w.player:
        return foul("not-your-turn")
    return FINE if w.find_duty("icebergs", act.player) else foul("not-owed")


def do_roll_for_icebergs(w, act):
    w.duties.remove(w.find_duty("icebergs", act.player))
    for name, terrain in w.terrain.items():
        if terrain["kind"] == "iceberg" and terrain["number"] == act.roll and not terrain["stuck"]:
            w.owe("drift", w.player, name)


def judge_drift_iceberg(w, act):
    return FINE if w.find_duty("drift", act.iceberg) else foul("not-owed")


def do_drift_iceberg(w, act):
    w.duties.remove(w.find_duty("drift", act.iceberg))
    w.forget(act.iceberg)
    for ship in w.ships.values():
        ship["terrain"].discard(act.iceberg)
    if act.touches in w.islands:
        w.terrain[act.iceberg]["stuck"] = True
    elif act.touches in w.ships and w.ships[act.touches]["kind"] != "fort" and not w.ships[act.touches]["sunk"]:
        if w.standing(act.touches):
            hits.lose_masts(w, act.touches, 1)
        elif w.house["iceberg-on-derelict"] == "sinks":
            sinking.sink(w, act.touches, None)


def judge_declare(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    if w.acted:
        return foul("too-late")
    keyword = {"ghostly": "Ghost Ship", "submerged": "Submarine"}.get(act.state)
    if act.state != "none" and not w.able(act.ship, keyword, keyword=True):
        return foul("not-able")
    return FINE


def do_declare(w, act):
    """Who is pinned on her stays so: she has not moved away."""
    ship = w.ships[act.ship]
    if act.state == "ghostly":
        for name, other in w.ships.items():
            if act.ship in touching.pinned_by(w, name):
                other["rammed"].add(act.ship)
    ship["ghostly"] = act.state == "ghostly"
    ship["submerged"] = act.state == "submerged"
    if act.state == "ghostly":
        w.show(w.able(act.ship, "Ghost Ship", keyword=True))


def judge_fact(_w, _act):
    return FINE


def do_fact(w, act):
    if act.answer == "no":
        part(w, str(act.kind), act.subject, act.target)
    w.say(str(act.kind), act.subject, act.target, str(act.answer), act.cannon)
    if act.kind == "docked" and act.answer == "yes":
        docking.dock(w, act.subject, act.target)


def part(w, kind, one, other):
    """They touch no more in that way: what was said before is over, and so is a ram's hold."""
    bows = {"bow-on": [(one, other)], "touches-bow-of": [(other, one)], "touches": [(one, other), (other, one)]}
    if kind not in bows:
        return
    w.facts.pop(("bow-to-bow", one, other, 0), None)
    w.facts.pop(("bow-to-bow", other, one, 0), None)
    if kind == "touches":
        w.facts.pop(("touches", other, one, 0), None)
    for ship, enemy in bows.get(kind, []):
        w.facts.pop(("bow-on", ship, enemy, 0), None)
        w.facts.pop(("touches-bow-of", enemy, ship, 0), None)
        if ship in w.ships:
            w.ships[ship]["rammed"].discard(enemy)


def judge_agree(_w, _act):
    return FINE


def do_agree(w, _act):
    ending.over(w, "agreed")

"""Rams: by themselves in `complete`, by choice and with a die in the other editions."""

from tests.rulebook.referee.oracle import hits, sinking
from tests.rulebook.referee.oracle.common import ask_boarding, own_turn
from tests.rulebook.referee.oracle.touching import bow_touches
from tests.rulebook.referee.oracle.world import foul, measured


def may_ram(w, name):
    ship = w.ships[name]
    if ship["kind"] != "ship" or not w.in_play(name) or ship["lost"] or ship["whirled"]:
        return False
    if w.edition == "complete":
        return bool(w.standing(name))
    return not w.is_derelict(name) or bool(w.able(name, "derelict_moves_S"))


def may_be_rammed(w, other):
    enemy = w.ships[other]
    if enemy["kind"] != "ship" or not w.in_play(other) or enemy["ghostly"] or enemy["submerged"]:
        return False
    return not (enemy["lost"] and w.edition == "complete")


def ram_all(w, name):
    if not may_ram(w, name):
        return
    for other in sorted(w.ships):
        if other == name or not w.are_enemies(name, other) or not may_be_rammed(w, other):
            continue
        if w.fact("bow-on", name, other) == "yes" or w.fact("bow-to-bow", name, other) == "yes":
            rammed(w, name, other)


def rammed(w, name, other):
    w.ships[name]["rammed"].add(other)
    w.rams.append({"ship": name, "target": other, "declined": set(), "boarded": set(), "passed": set(), "turn": w.turn})
    ask_boarding(w, w.rams[-1])


def judge_ram(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    if w.edition == "complete":
        return foul("ram-is-automatic")
    if w.just_moved != act.ship or w.ships[act.ship]["stern_turned"]:
        return foul("not-just-moved")
    for ram in w.rams:
        if (ram["ship"], ram["target"]) == (act.ship, act.target):
            return foul("already-tried")
    if not w.are_enemies(act.ship, act.target) or not may_ram(w, act.ship) or not may_be_rammed(w, act.target):
        return foul("cannot-be-rammed")
    if act.target in w.ships[act.ship]["rammed"]:
        return foul("cannot-be-rammed")
    if w.edition == "spanish-main" and w.fact("bow-to-bow", act.ship, act.target) == "yes":
        return foul("no-contact")
    return measured(bow_touches(w, act.ship, act.target), "no-contact")


def do_ram(w, act):
    rammed(w, act.ship, act.target)
    if w.is_galley(act.ship) or w.able(act.target, "ram_takes_no_mast"):
        return
    if act.roll <= len(w.standing(act.target)):
        return
    if w.standing(act.target):
        hits.lose_masts(w, act.target, 1, rammed=True)
    elif w.house["ram-derelict"] == "sinks":
        sinking.sink(w, act.target, w.ships[act.ship]["owner"])

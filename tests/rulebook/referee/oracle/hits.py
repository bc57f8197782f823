"""What a hit takes: a mast of the owner's choice, a flag, a segment; and what goes when there is none left."""

from tests.rulebook.referee.oracle import sinking
from tests.rulebook.referee.oracle.world import FINE, foul


def hit(w, name, count, sinker):
    """So many hits by shots. Those beyond her last mast sink her, or destroy the fort."""
    more = count - len(w.standing(name))
    lose_masts(w, name, count, sinker)
    ship = w.ships[name]
    if more > 0 and not ship["sunk"]:
        if ship["kind"] == "fort":
            sinking.destroy_fort(w, name)
        elif not (w.is_galley(name) and w.house["galley-hit"] == "nothing"):
            sinking.sink(w, name, sinker)


def lose_masts(w, name, count, sinker=None, *, rammed=False):
    """The owner picks; where there is nothing to pick they go at once."""
    count = min(count, len(w.standing(name)))
    if count == 0:
        return
    if count < len(w.standing(name)):
        w.owe("mast", w.ships[name]["owner"], name, count=count)
        w.duties[-1]["rammed"] = rammed
        return
    for mast in w.standing(name):
        if rammed:
            w.ships[name]["rammed_masts"].add(mast)
        take(w, name, mast, sinker)


def take(w, name, mast, sinker=None):
    ship = w.ships[name]
    ship["lost_masts"].add(mast)
    if w.standing(name):
        return
    if w.edition == "complete" or w.is_derelict(name):
        for other in w.ships.values():
            other["rammed"].discard(name)
    if ship["kind"] == "sea-creature":
        sinking.sink(w, name, sinker)


def judge_lose_mast(w, act):
    if not w.find_duty("mast", act.ship):
        return foul("not-owed")
    if act.mast not in w.standing(act.ship):
        return foul("mast-gone")
    return FINE


def do_lose_mast(w, act):
    duty = w.find_duty("mast", act.ship)
    if duty.get("rammed"):
        w.ships[act.ship]["rammed_masts"].add(act.mast)
    take(w, act.ship, act.mast)
    duty["count"] -= 1
    if duty["count"] == 0:
        w.duties.remove(duty)

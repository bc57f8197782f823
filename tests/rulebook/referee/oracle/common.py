"""What is asked before every action: whose turn, what the piece is, and how many actions it has had."""

from tests.rulebook.referee.oracle.world import foul

MAY = {
    "ship": {"move", "shoot", "explore", "repair", "untangle"},
    "sea-creature": {"move", "shoot", "untangle"},
    "fort": {"shoot"},
}
DERELICT_MAY = {"explore", "repair"}


def own_turn(w, name):
    """A free action: her player's turn, and she is there."""
    if w.ships[name]["owner"] != w.player:
        return foul("not-your-turn")
    if not w.in_play(name):
        return foul("out-of-play")
    return None


def may_be_given(w, name, action, *, free=False, musket=False):
    """An action of a ship, creature or fort. `free`: it costs none, all else is the same. `musket`: a shot with the
    musketeer's gun, which some tables allow a derelict."""
    bad = own_turn(w, name)
    if bad:
        return bad
    ship = w.ships[name]
    if action not in MAY[ship["kind"]]:
        return foul("wrong-kind")
    if w.is_derelict(name) and action not in DERELICT_MAY:
        moves_anyway = action in ("move", "untangle") and w.able(name, "derelict_moves_S")
        if not moves_anyway and not (musket and w.house["musketeer-derelict"] == "yes"):
            return foul("derelict")
    if w.built_fort and w.house["fort-goes-on"] == "no":
        return foul("too-late")
    if ship["turn_over"]:
        return foul("turn-over")
    return None if free else actions_left(w, name)


def actions_left(w, name):
    given = len(w.ships[name]["actions"])
    if given >= 2 and w.edition == "complete":
        return foul("too-many-actions")
    allowed = 2 if w.able(name, "extra_action") else 1
    if given >= allowed:
        return foul("already-acted")
    return None


def give(w, name, action):
    """The action is spent; whatever was in the middle of being done is over."""
    ship = w.ships[name]
    if ship["actions"]:
        w.show(w.able(name, "extra_action"))
    ship["actions"].append(action)
    ship["shooting"] = False
    begin_something(w)


def begin_something(w):
    """Another action begins: what could follow the move before has lapsed. A ship may go on with her shots later, no
    text forbids that. Who goes on has decided against a boarding party: now the other is asked."""
    w.acted = True
    if w.house["shoot-split"] == "no":
        for ship in w.ships.values():
            ship["shooting"] = False
    w.duties[:] = [each for each in w.duties if each["kind"] != "boarding"]
    for ram in w.rams:
        ram["passed"].add(w.player)
        done = ram["boarded"] and w.house["boarding-parties"] == "one-a-ram"
        if not done:
            ask_boarding(w, ram)
    w.just_moved = ""


def ask_boarding(w, ram):
    """The player whose turn it is decides first, then the other."""
    pairs = [(ram["ship"], ram["target"]), (ram["target"], ram["ship"])]
    if w.ships[ram["target"]]["owner"] == w.player:
        pairs.reverse()
    for one, other in pairs:
        player = w.ships[one]["owner"]
        if player not in ram["declined"] | ram["boarded"] | ram["passed"]:
            w.owe("boarding", player, one, other)
            return


def forget_rams(w, name):
    """She is somewhere else: no boarding party follows her rams any more."""
    w.rams[:] = [each for each in w.rams if name not in (each["ship"], each["target"])]
    w.duties[:] = [
        each for each in w.duties if each["kind"] != "boarding" or name not in (each["piece"], each["other"])
    ]

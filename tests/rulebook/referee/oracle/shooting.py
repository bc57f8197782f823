"""Shots: of ships, creatures, forts and marines; and broadsides."""

from tests.rulebook.referee.oracle import boarding, hits
from tests.rulebook.referee.oracle.common import begin_something, give, may_be_given, own_turn
from tests.rulebook.referee.oracle.touching import all_answers
from tests.rulebook.referee.oracle.world import foul, measured


def judge_shoot(w, act):
    if act.ship in w.crew:
        return judge_marine(w, act)
    ship = w.ships[act.ship]
    mode = shot_mode(w, act.ship)
    musket = act.cannon == 0
    bad = may_be_given(w, act.ship, "shoot", musket=musket) if mode == "action" else own_turn(w, act.ship)
    if bad:
        return bad
    bad = gunner_trouble(w, act.ship) or again_trouble(w, act) or cannon_trouble(w, act)
    if bad:
        return bad
    reach = ship["cannons"][act.cannon - 1][1] if act.cannon else "S"
    bad = target_trouble(w, act.ship, act.target, reach)
    if bad:
        return bad
    if w.house["several-targets"] == "no" and ship["shooting"] and ship["targets"] - {act.target}:
        return foul("one-target")
    answer = act.line if act.line is not None else w.fact("shot", act.ship, act.target, act.cannon)
    return measured(answer, "no-shot")


def shot_mode(w, name):
    """`on`: the shoot action goes on; `captain`: it belongs to the move that she has just made; else a new action."""
    ship = w.ships[name]
    if ship["shooting"]:
        return "on"
    ready = w.just_moved == name and not ship["stern_turned"] and not ship["turn_over"]
    if ready and w.able(name, "move_and_shoot") and not w.is_derelict(name):
        rammed = any(ram["ship"] == name for ram in w.rams)
        if not rammed or w.house["captain-after-ram"] == "yes":
            return "captain"
    return "action"


def gunner_trouble(w, name):
    if w.ships[name]["lost"]:
        return foul("lost")
    if w.ships[name]["submerged"]:
        return foul("not-able")
    return None


def target_trouble(w, shooter, target, reach):
    owner = w.ships[shooter]["owner"] if shooter in w.ships else w.crew[shooter]["owner"]
    if target in w.crew:
        return marine_target_trouble(w, owner, target)
    other = w.ships[target]
    if other["sunk"] or (other["kind"] == "fort" and not other["docked"]):
        return foul("out-of-play")
    own_allowed = own_fleet_allowed(w) and target != shooter
    if other["owner"] == owner and not own_allowed:
        return foul("own-fleet")
    open_prize = other["owner"] != other["first_owner"] and w.house["prize-sheltered"] == "no"
    if other["kind"] != "fort" and other["docked"] and other["docked"] == w.home_of(other["owner"]) and not open_prize:
        return foul("target-at-home")
    if other["lost"]:
        return foul("lost")
    if other["submerged"]:
        return foul("protected")
    if other["docked"] and w.able(target, "not_shot_while_docked"):
        return foul("protected")
    if shooter in w.ships and w.ships[shooter]["kind"] == "fort" and w.able(target, "not_hit_by_forts"):
        return foul("protected")
    if reach == "L" and w.able(target, "not_hit_by_L_cannons"):
        return foul("protected")
    return None


def own_fleet_allowed(w):
    """Only the first text is silent about it."""
    return w.edition == "spanish-main" and w.house["own-fleet-shot"] == "yes"


def marine_target_trouble(w, owner, target):
    crew = w.crew[target]
    if crew["at"] not in w.islands or "Marine" not in crew["keywords"]:
        return foul("protected")
    if crew["owner"] == owner and not own_fleet_allowed(w):
        return foul("own-fleet")
    return None


def cannon_trouble(w, act):
    ship = w.ships[act.ship]
    if act.cannon == 0:
        if not w.able(act.ship, "extra_3S_cannon_any_mast"):
            return foul("no-such-cannon")
    elif act.cannon > len(ship["cannons"]) or act.cannon < 0:
        return foul("no-such-cannon")
    elif act.cannon not in w.standing(act.ship) and not w.able(act.ship, "cannons_stay_without_masts"):
        return foul("mast-gone")
    if not act.again and ship["shooting"] and act.cannon in ship["fired"]:
        return foul("cannon-fired")
    return None


def again_trouble(w, act):
    ship = w.ships[act.ship]
    if not act.again:
        return None
    if not w.able(act.ship, "cannon_rerolls_miss"):
        return foul("not-able")
    if act.cannon not in ship["missed"] or ship["shot_again"]:
        return foul("already-tried")
    return None


def do_shoot(w, act):
    if act.ship in w.crew:
        do_marine(w, act)
        return
    ship = w.ships[act.ship]
    begin_shooting(w, act.ship)
    ship["targets"].add(act.target)
    if act.again:
        ship["shot_again"] = True
        w.show(w.able(act.ship, "cannon_rerolls_miss"))
    else:
        ship["fired"].append(act.cannon)
    if act.cannon == 0:
        w.show(w.able(act.ship, "extra_3S_cannon_any_mast"))
    rank = ship["cannons"][act.cannon - 1][0] if act.cannon else 3
    if act.roll == 1 or act.roll <= rank:
        ship["missed"].add(act.cannon)
        return
    ship["missed"].discard(act.cannon)
    strike(w, act.target, 1, ship["owner"])


def begin_shooting(w, name):
    ship = w.ships[name]
    mode = shot_mode(w, name)
    if mode == "action":
        give(w, name, "shoot")
    elif mode == "captain":
        begin_something(w)
        w.just_moved = name
        w.show(w.able(name, "move_and_shoot"))
    if mode != "on":
        ship["shooting"] = True
        ship["fired"], ship["targets"], ship["missed"] = [], set(), set()


def strike(w, target, count, by):
    if target in w.ships:
        hits.hit(w, target, count, by)
        return
    crew = w.crew[target]
    crew["hits"] += count
    if crew["hits"] >= 2:
        boarding.eliminate(w, target, by)


def judge_marine(w, act):
    crew = w.crew[act.ship]
    if crew["owner"] != w.player:
        return foul("not-your-turn")
    if not crew["at"]:
        return foul("out-of-play")
    if "Marine" not in crew["keywords"]:
        return foul("wrong-kind")
    if crew["at"] in w.ships:
        ship = w.ships[crew["at"]]
        foreign = crew["nation"] != ship["nation"] and not crew["equipment"]
        if foreign and "foreign_crew_acts" not in ship["effects"]:
            return foul("not-able")
    if w.built_fort and w.house["fort-goes-on"] == "no":
        return foul("too-late")
    if crew["actions"]:
        return foul("already-acted")
    if crew["at"] in w.ships and w.ships[crew["at"]]["lost"]:
        return foul("lost")
    bad = target_trouble(w, act.ship, act.target, "S")
    if bad:
        return bad
    answer = act.line if act.line is not None else w.fact("shot", act.ship, act.target, act.cannon)
    return measured(answer, "no-shot")


def do_marine(w, act):
    crew = w.crew[act.ship]
    crew["actions"].append("shoot")
    begin_something(w)
    crew["up"] = True
    if act.roll > MARINE_RANK and act.roll != 1:
        strike(w, act.target, 1, crew["owner"])


MARINE_RANK = 3
"""The symbol is lost in the text of revolution."""


def judge_broadside(w, act):
    bad = may_be_given(w, act.ship, "shoot")
    if bad:
        return bad
    if w.ships[act.ship]["lost"]:
        return foul("lost")
    if "Broadsides Attack" not in w.ships[act.ship]["keywords"]:
        return foul("not-able")
    if not guns(w, act.ship):
        return foul("mast-gone")
    if act.others:
        return foul("one-target")
    bad = target_trouble(w, act.ship, act.target, "S")
    if bad:
        return bad
    answer = act.line
    if answer is None:
        answer = all_answers(w, [("shot", act.ship, act.target, each) for each in guns(w, act.ship)])
    return measured(answer, "no-shot")


def guns(w, name):
    return [mast for mast in w.standing(name) if mast <= len(w.ships[name]["cannons"])]


def do_broadside(w, act):
    ship = w.ships[act.ship]
    give(w, act.ship, "shoot")
    ship["shooting"] = False
    ranks = [ship["cannons"][mast - 1][0] for mast in guns(w, act.ship)]
    if act.roll != 1 and all(act.roll > rank for rank in ranks):
        strike(w, act.target, len(ranks) + 1, ship["owner"])

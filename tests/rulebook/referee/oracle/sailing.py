"""Moving, and what terrain does to those who move."""

from tests.rulebook.referee.oracle import docking, hits, ramming, towing
from tests.rulebook.referee.oracle.common import forget_rams, give, may_be_given, own_turn
from tests.rulebook.referee.oracle.touching import bow_touches, pinned_by
from tests.rulebook.referee.oracle.world import FINE, foul, measured


def judge_move(w, act):
    ship = w.ships[act.ship]
    bad = own_turn(w, act.ship) if ship["leaving"] else may_be_given(w, act.ship, "move")
    if bad:
        return bad
    if ship["towed_by"]:
        return foul("towed")
    if ship["tangled"]:
        return foul("tangled")
    if ship["lost"]:
        return foul("lost")
    if pinned_by(w, act.ship):
        return foul("pinned")
    if act.come_about and w.edition == "complete":
        return foul("no-come-about")
    if act.over_edge and w.edition == "complete":
        return foul("illegal-move")
    if act.docks in w.ships and not (w.ships[act.docks]["kind"] == "fort" and w.ships[act.docks]["docked"]):
        return foul("unknown")
    if act.docks and not docking.may_dock(w, act.ship, act.docks):
        return foul("may-not-dock")
    bad = kept_aboard(w, act)
    if bad:
        return bad
    if act.plus_s and not w.able(act.ship, "base_move_plus_S"):
        return foul("not-able")
    if act.plus_s and ship["towing"] and w.house["helmsman-tows"] == "no":
        return foul("not-able")
    if act.current and not friendly_current(w, act):
        return foul("not-friendly-current")
    if act.over_edge and act.legal != "no":
        return ("not-known", "not-known")
    if act.legal is None:
        return FINE
    return measured(act.legal, "illegal-move")


def kept_aboard(w, act):
    """All treasure worth gold is unloaded at home and in own forts."""
    for coin in act.keep:
        if w.coins[coin]["at"] != act.ship:
            return foul("not-there")
    if not act.docks or not docking.store_of(w, act.ship, w.island_under(act.docks)):
        return None
    for coin in act.keep:
        if not w.coins[coin]["unique"] or w.coins[coin]["value"]:
            return foul("must-unload")
    return None


def judge_stern_turn(w, act):
    """Schooners and galleys, after the move action, once; a schooner not after a ram."""
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    ship = w.ships[act.ship]
    if w.edition == "spanish-main":
        return foul("not-in-edition")
    if ship["kind"] != "ship" or not {"Schooner", "Galley", "Longship"} & ship["keywords"]:
        return foul("not-able")
    if w.just_moved != act.ship or ship["whirled"]:
        return foul("not-just-moved")
    if ship["stern_turned"]:
        return foul("already-tried")
    rammed = any(ram["ship"] == act.ship and ram["turn"] == w.turn for ram in w.rams)
    if rammed and "Galley" not in ship["keywords"]:
        return foul("just-rammed")
    if pinned_by(w, act.ship):
        return foul("pinned")
    if ship["lost"]:
        return foul("lost")
    if ship["tangled"]:
        return foul("tangled")
    if act.docks in w.ships and not (w.ships[act.docks]["kind"] == "fort" and w.ships[act.docks]["docked"]):
        return foul("unknown")
    if act.docks and not docking.may_dock(w, act.ship, act.docks):
        return foul("may-not-dock")
    return FINE if act.legal is None else measured(act.legal, "illegal-move")


def do_stern_turn(w, act):
    """What she touches is as she lies now; who was pinned on her is so while the bow still touches."""
    ship = w.ships[act.ship]
    ship["stern_turned"] = True
    for name in [act.ship, *ship["towing"]]:
        w.forget(name)
    contacts(w, act)
    for name, other in w.ships.items():
        if act.ship in other["rammed"] and bow_touches(w, name, act.ship) != "yes":
            other["rammed"].discard(act.ship)
    place = w.island_under(act.docks) if act.docks else ""
    if place and place != ship["docked"]:
        docking.dock(w, act.ship, act.docks)
    elif not place:
        ship["docked"] = ""


def friendly_current(w, act):
    current = w.terrain[act.current]
    return (
        current["kind"] == "trade-current"
        and current["by"] == w.ships[act.ship]["owner"]
        and not w.ships[act.ship]["used_current"]
    )


def do_move(w, act):
    ship = w.ships[act.ship]
    if ship["leaving"]:
        ship["leaving"] = False
    else:
        give(w, act.ship, "move")
    if not w.standing(act.ship):
        w.show(w.able(act.ship, "derelict_moves_S"))
    if act.plus_s:
        w.show(w.able(act.ship, "base_move_plus_S"))
    if act.current:
        ship["used_current"] = True
    held = [name for name, other in w.ships.items() if act.ship in other["rammed"]]
    for name in [act.ship, *ship["towing"]]:
        docking.leave(w, name)
        w.forget(name)
        forget_rams(w, name)
        w.ships[name]["rammed"] = set()
        for other in w.ships.values():
            other["rammed"].discard(name)
    ship["shooting"] = ship["whirled"] = ship["stern_turned"] = False
    ship["fired"], ship["targets"], ship["missed"] = [], set(), set()
    spared = ship["began_on"] if w.edition == "complete" else set(ship["terrain"])
    ship["terrain"] = set(act.terrain)
    contacts(w, act)
    for name in held:
        if bow_touches(w, name, act.ship) == "yes":
            w.ships[name]["rammed"].add(act.ship)
    w.just_moved = act.ship
    behind = {name: towed_spared(w, name) for name in ship["towing"]}
    for name in ship["towing"]:
        w.ships[name]["terrain"] = set()
    for name in act.terrain:
        if not ship["tangled"] and not ship["lost"] and w.in_play(act.ship) and not ignores(w, act.ship):
            for each in [act.ship, *ship["towing"]]:
                if each == act.ship:
                    come_upon(w, each, name, spared)
                elif w.terrain[name]["kind"] == "reef" and not w.ships[each]["lost"] and not ignores(w, each):
                    w.ships[each]["terrain"].add(name)
                    come_upon(w, each, name, behind[each])
    end_of_move = {"ship": act.ship, "docks": act.docks}
    if not rolls_owed(w, act.ship):
        resolve(w, end_of_move)
    else:
        ship["to_resolve"] = end_of_move


def ignores(w, name):
    return w.ships[name]["ghostly"] or w.able(name, "ignores_terrain")


def towed_spared(w, name):
    """Reefs that a ship in tow need not roll for: as for any other ship."""
    return w.ships[name]["began_on"] if w.edition == "complete" else set(w.ships[name]["terrain"])


def rolls_owed(w, name):
    """By her, or by one that she tows."""
    ships = [name, *w.ships[name]["towing"]]
    return any(each["kind"] == "terrain" and each["piece"] in ships for each in w.duties)


def contacts(w, act):
    for kind, names in (
        ("bow-on", act.bow_on),
        ("bow-to-bow", act.bow_to_bow),
        ("touches", act.touches),
        ("touches-bow-of", act.touches_bow_of),
    ):
        for other in names:
            w.say(kind, act.ship, other)


def resolve(w, end_of_move):
    """The move is over: she docks, and rams."""
    name = end_of_move["ship"]
    if not w.in_play(name) or w.ships[name]["lost"]:
        w.just_moved = ""
        return
    if end_of_move["docks"]:
        docking.dock(w, name, end_of_move["docks"])
    if w.edition == "complete":
        ramming.ram_all(w, name)


def come_upon(w, name, terrain, spared):
    ship = w.ships[name]
    if ship["ghostly"] or w.able(name, "ignores_terrain") or ship["lost"] or not w.in_play(name):
        return
    kind = w.terrain[terrain]["kind"]
    if kind == "fog-bank":
        for each in [name, *ship["towing"]]:
            w.ships[each].update(lost=terrain, turn_over=True, shooting=False)
        return
    if kind not in ("reef", "sargasso-sea") or (kind == "reef" and terrain in spared):
        return
    rating = w.terrain[terrain]["rating"]
    if rating and w.house["terrain-die"] == "one-a-turn":
        suffer(w, name, terrain, rating)
    else:
        w.owe("terrain", ship["owner"], name, terrain)


def suffer(w, name, terrain, rating):
    ship = w.ships[name]
    if w.terrain[terrain]["kind"] == "sargasso-sea":
        if rating > ship["masts"]:
            ship["tangled"] = terrain
        return
    damage = ship["masts"] - rating
    if damage <= 0:
        return
    if damage > len(w.standing(name)) and ship["kind"] == "ship":
        wreck(w, name)
    else:
        hits.lose_masts(w, name, damage)


def wreck(w, name):
    ship = w.ships[name]
    ship["lost_masts"] = set(range(1, ship["masts"] + 1))
    ship["wrecked"] = True
    towing.let_go(w, name)


def judge_roll_terrain(w, act):
    return FINE if w.find_duty("terrain", act.ship, act.terrain) else foul("not-owed")


def do_roll_terrain(w, act):
    mover = w.ships[act.ship]["towed_by"] or act.ship
    w.duties.remove(w.find_duty("terrain", act.ship, act.terrain))
    w.terrain[act.terrain]["rating"] = act.roll
    suffer(w, act.ship, act.terrain, act.roll)
    if w.ships[act.ship]["tangled"] or not w.in_play(act.ship):
        for duty in list(w.duties):
            if duty["kind"] == "terrain" and duty["piece"] == act.ship:
                w.duties.remove(duty)
    end_of_move = w.ships[mover].get("to_resolve")
    if end_of_move and not rolls_owed(w, mover):
        w.ships[mover]["to_resolve"] = None
        resolve(w, end_of_move)


def judge_leave_fog(w, act):
    bad = may_be_given(w, act.ship, "move")
    if bad:
        return bad
    if not w.ships[act.ship]["lost"]:
        return foul("not-owed")
    if act.number and act.number != act.roll:
        return foul("wrong-exit")
    return exit_trouble(w, act.at_number, act.faces_away)


def exit_trouble(w, touches, faces_away):
    """Out of fog and weeds: she touches where she came out, and only in complete she faces away."""
    if touches is not None and touches != "yes":
        return measured(touches, "wrong-exit")
    if faces_away is None or w.edition != "complete":
        return FINE
    return measured(faces_away, "wrong-exit")


def do_leave_fog(w, act):
    ship = w.ships[act.ship]
    give(w, act.ship, "move")
    ship["leaving"] = True
    ship["terrain"].discard(ship["lost"])
    for each in [act.ship, *ship["towing"]]:
        w.ships[each]["lost"] = ""
    w.forget(act.ship)


def judge_untangle(w, act):
    if w.ships[act.ship]["owner"] == w.player and not w.ships[act.ship]["tangled"]:
        return foul("not-owed")
    bad = may_be_given(w, act.ship, "untangle")
    if bad or act.roll + len(w.standing(act.ship)) <= 6:
        return bad or FINE
    return exit_trouble(w, act.at_edge, act.faces_away)


def do_untangle(w, act):
    give(w, act.ship, "untangle")
    if act.roll + len(w.standing(act.ship)) > 6:
        w.ships[act.ship]["terrain"] = set()
        w.ships[act.ship]["tangled"] = ""
        w.forget(act.ship)


def judge_whirl(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    ship = w.ships[act.ship]
    if any(w.terrain[each]["kind"] != "whirlpool" for each in (act.whirlpool, act.to)) or act.to == act.whirlpool:
        return foul("no-contact")
    if w.just_moved != act.ship or ship["whirled"]:
        return foul("not-just-moved")
    if act.whirlpool not in ship["terrain"]:
        return foul("no-contact")
    return FINE


def do_whirl(w, act):
    ship = w.ships[act.ship]
    for name in [act.ship, *ship["towing"]]:
        docking.leave(w, name)
        w.forget(name)
    ship["terrain"] = {act.to}
    ship["whirled"] = True
    w.just_moved = ""
    for name in [act.ship, *ship["towing"]]:
        forget_rams(w, name)
    people = [each for each in w.crew_at(act.ship) if not w.crew[each]["equipment"]]
    if act.roll <= 3 and (w.standing(act.ship) or people or w.coins_at(act.ship)):
        w.owe("whirlpool", ship["owner"], act.ship, act.to)


def judge_whirlpool_loss(w, act):
    if not w.find_duty("whirlpool", act.ship):
        return foul("not-owed")
    if sum(map(bool, (act.mast, act.coin, act.crew))) != 1:
        return foul("not-there")
    if act.mast and act.mast not in w.standing(act.ship):
        return foul("not-there")
    if act.coin and w.coins[act.coin]["at"] != act.ship:
        return foul("not-there")
    if act.crew and (w.crew[act.crew]["at"] != act.ship or w.crew[act.crew]["equipment"]):
        return foul("not-there")
    return FINE


def do_whirlpool_loss(w, act):
    w.duties.remove(w.find_duty("whirlpool", act.ship))
    if act.mast:
        hits.take(w, act.ship, act.mast)
    elif act.coin:
        w.coins[act.coin]["at"] = ""
    else:
        w.crew[act.crew]["at"] = ""


KINDS = {
    "spanish-main": (),
    "revolution": ("fog-bank", "reef", "sargasso-sea"),
    "complete": ("fog-bank", "reef", "sargasso-sea", "iceberg", "trade-current", "whirlpool"),
}


def judge_lay_terrain(w, act):
    bad = own_turn(w, act.ship)
    if bad:
        return bad
    if act.terrain in w.terrain:
        return foul("not-there")
    if str(act.kind) not in KINDS[w.edition]:
        return foul("not-in-edition")
    if act.kind == "fog-bank":
        able = w.able(act.ship, "places_fog_within_S")
    else:
        able = act.kind == "trade-current" and w.able(act.ship, "Navigator", keyword=True)
    if not able:
        return foul("not-able")
    if str(act.kind) in w.ships[act.ship]["laid"]:
        return foul("already-tried")
    return measured(act.within, "no-contact")


def do_lay_terrain(w, act):
    w.ships[act.ship]["laid"].add(str(act.kind))
    w.terrain[act.terrain] = {
        "kind": str(act.kind),
        "number": 0,
        "by": w.ships[act.ship]["owner"],
        "rating": 0,
        "stuck": False,
    }
    if act.kind == "fog-bank":
        w.show(w.able(act.ship, "places_fog_within_S"))
    else:
        w.show(w.able(act.ship, "Navigator", keyword=True))

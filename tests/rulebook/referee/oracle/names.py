"""Whether an act speaks of what there is: names, dice, masts."""


def all_known(w, act, verb):
    """Empty names stand for nothing."""
    for field in act.__struct_fields__:
        value = getattr(act, field)
        if value == "" and field in NEEDED.get(verb, ("ship", "player")):
            return False
        values = list(value) if isinstance(value, tuple) else [value]
        for each in values:
            if each == "" or each is None:
                continue
            if not known(w, verb, field, each):
                return False
    return masts_known(w, act, verb)


NEEDED = {"explore": ("ship", "island"), "tow": ("ship", "derelict"), "shoot": ("ship", "target")}


def masts_known(w, act, verb):
    if verb in ("repair", "lose-mast"):
        return 1 <= act.mast <= w.ships[act.ship]["masts"]
    if verb == "whirlpool-loss" and act.mast:
        return 1 <= act.mast <= w.ships[act.ship]["masts"]
    return True


def known(w, verb, field, name):
    if field in ("roll", "enemy_roll"):
        return 1 <= name <= 6 or (verb == "ram" and name == 0)
    if field == "ship":
        return name in w.ships or (verb == "shoot" and name in w.crew)
    if field in ("derelict", "other", "fort", "bow_on", "bow_to_bow", "touches_bow_of"):
        return name in w.ships
    if field == "player":
        return name in w.order
    if field == "target":
        everything = verb == "fact" and (name in w.islands or name in w.terrain)
        return name in w.ships or name in w.crew or everything
    if field == "subject":
        return name in w.ships or name in w.crew
    if field == "island":
        return name in w.islands
    if field in ("whirlpool", "iceberg", "current") or (field == "terrain" and verb != "lay-terrain"):
        return name in w.terrain
    if field == "others":
        return name in w.ships or name in w.crew
    if field in ("coin", "pay", "coins", "keep"):
        return name in w.coins
    if field == "crew":
        return name in w.crew or (verb == "boarding-prize" and name == "any")
    if field == "take" and verb in ("explore", "load-from-fort"):
        return name in w.coins
    if field in ("take", "give", "thing"):
        return name in w.coins or name in w.crew
    if field == "docks":
        return name in w.ships or name in w.islands
    if field == "touches" and verb in ("move", "stern-turn", "drift-iceberg"):
        return name in w.ships or name in w.islands or name in w.terrain
    if field == "to":
        return name in w.terrain if verb == "whirl" else name in w.ships or name in w.islands
    return True

"""Docking, unloading, and leaving an island."""


def may_dock(w, name, place):
    ship = w.ships[name]
    if ship["ghostly"] or ship["submerged"]:
        return False
    if place in w.ships:
        return w.ships[place]["owner"] == ship["owner"]
    island = w.islands[place]
    if island["fort"] and w.ships[island["fort"]]["owner"] != ship["owner"]:
        return False
    if island["home"] and island["home"] != ship["owner"]:
        return bool(w.able(name, "docks_at_enemy_home"))
    return True


def dock(w, name, place):
    ship = w.ships[name]
    place = w.island_under(place)
    ship["docked"] = place
    ship["docked_now"] = True
    ship["explored_here"] = False
    unload(w, name, place)
    if is_mysterious(w, w.islands[place]):
        for each in [name, *ship["towing"]]:
            w.owe("mysterious", w.ships[each]["owner"], each, place)
    for towed in ship["towing"]:
        w.ships[towed]["docked"] = place
        w.ships[towed]["docked_now"] = True
        w.ships[towed]["explored_here"] = False
        unload(w, towed, place)


def is_mysterious(w, island):
    """Not while a fort stands on it; a home only where the table plays that."""
    if w.edition != "complete" or not island["mysterious"] or island["fort"]:
        return False
    return not island["home"] or w.house["mysterious-homes"] == "yes"


def store_of(w, name, place):
    """Where she unloads there: the own home island, or an own fort; else nowhere."""
    ship, fort = w.ships[name], w.islands[place]["fort"]
    if ship["kind"] != "ship":
        return ""
    owner = ship["owner"]
    prize = owner != ship["first_owner"] and w.house["prize-repairs-home"] == "no"
    if w.islands[place]["home"] == owner and not prize:
        return place
    return fort if fort and w.ships[fort]["owner"] == owner else ""


def unload(w, name, place):
    """All treasure worth gold; it is turned over there."""
    ship, store = w.ships[name], store_of(w, name, place)
    owner = ship["owner"]
    if not store:
        return
    for coin in w.coins_at(name):
        if coin not in ship["not_taken"]:
            put_ashore(w, coin, store, owner)


def put_ashore(w, name, store, owner, *, by_choice=False):
    coin = w.coins[name]
    if coin["unique"] and not coin["value"] and not by_choice:
        return
    coin["at"] = store
    if w.multi:
        return
    if coin["value"] is None:
        w.owe("coin", owner, name)
    else:
        coin["up"] = True


def leave(w, name):
    """She leaves where she was docked: a token stays where her player has explored."""
    ship = w.ships[name]
    place, ship["docked"] = ship["docked"], ""
    ship["docked_now"] = ship["explored_here"] = False
    if place in w.islands and not w.islands[place]["home"] and w.edition != "spanish-main":
        island = w.islands[place]
        if ship["owner"] in island["explored"] or w.house["token-without-exploring"] == "yes":
            island["tokens"].add(ship["owner"])

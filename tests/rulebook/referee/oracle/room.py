"""How much a ship may carry."""


def links(w, name, crew):
    """+1 cargo space for each pair of linked crew; later editions: for each crew that is linked to the ship."""
    ship = w.ships[name]
    pairs = set()
    for one in crew:
        for other in crew:
            if one != other and (other in w.crew[one]["links"] or one in w.crew[other]["links"]):
                pairs.add(frozenset((one, other)))
    more = 0
    for one in crew if w.edition != "spanish-main" else ():
        if one in ship["links"] or name in w.crew[one]["links"]:
            more += 1
    return len(pairs) + more


def fits(w, name, coins, crew):
    """Whether she could carry these coins (unique treasure takes no space) and this crew."""
    used = 0
    for coin in coins:
        if not w.coins[coin]["unique"]:
            used += 1
    for each in crew:
        used += 0 if takes_no_space(w, each) else 1
    return used <= w.ships[name]["cargo"] + links(w, name, crew)


def takes_no_space(w, crew):
    """An oarsman, who moves a derelict (spanish-main, the list of crew)."""
    return "derelict_moves_S" in w.crew[crew]["effects"]


def too_dear(w, name, crew):
    return sum(w.crew[each]["points"] for each in crew) > w.ships[name]["points"]

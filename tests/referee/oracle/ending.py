"""How the game ends, and who has won."""


def gold_of(w, player):
    """At home and in forts; multiplayer: aboard too."""
    total = 0
    places = {w.home_of(player)}
    for name, ship in w.ships.items():
        if ship["owner"] != player or ship["sunk"]:
            continue
        if ship["kind"] == "fort" or w.multi:
            places.add(name)
    for place in places:
        total += w.gold.get(place, 0)
        for coin in w.coins_at(place):
            total += w.coins[coin]["value"] or 0
    return total


def settled_gold(w, player):
    """At home and in forts: what counts for more than half."""
    multi, w.multi = w.multi, False
    total = gold_of(w, player)
    w.multi = multi
    return total


def check(w):
    if w.over:
        return
    why = multiplayer_end(w) if w.multi else complete_end(w) if w.edition == "complete" else half_end(w)
    if why:
        over(w, why)


def over(w, why):
    w.over = {"why": why}
    count(w)


def count(w):
    gold = {player: gold_of(w, player) for player in w.order}
    best = max(gold.values())
    w.over["gold"] = gold
    w.over["winners"] = [player for player in w.order if gold[player] == best]


def half_end(w):
    if w.starting_gold is None:
        return None
    for player in w.order:
        if gold_of(w, player) * 2 > w.starting_gold:
            return "more-than-half"
    return None


def complete_end(w):
    if not available_gold(w):
        return "all-unloaded"
    able = [player for player in w.order if can_ever_move(w, player)]
    if len(able) <= 1:
        return "one-can-move"
    return None


def available_gold(w):
    """Any gold that could still be brought home."""
    for coin in w.coins.values():
        at = coin["at"]
        if not at or (coin["unique"] and not coin["value"]) or coin["value"] == 0:
            continue
        if at in w.islands and w.islands[at]["home"]:
            continue
        if at in w.ships and w.ships[at]["kind"] == "fort":
            continue
        return True
    return False


def can_ever_move(w, player):
    for name, ship in w.ships.items():
        if ship["owner"] != player or ship["kind"] == "fort" or not w.in_play(name):
            continue
        if not w.is_derelict(name) or w.able(name, "derelict_moves_S") or w.able(name, "repairs_anywhere"):
            return True
        home = w.home_of(player)
        if ship["docked"] and (ship["docked"] == home or ship["docked"] in w.ships):
            return True
    return False


def multiplayer_end(w):
    for name, ship in w.ships.items():
        if ship["end_token"]:
            if ship["sunk"]:
                return "end-token-sunk"
            if ship["docked"] and ship["docked"] == w.home_of(ship["owner"]):
                return "end-token-home"
            del name
    afloat = set()
    for name, ship in w.ships.items():
        if ship["kind"] == "ship" and w.in_play(name) and not w.is_derelict(name):
            afloat.add(ship["owner"])
    if len(afloat) <= 1:
        return "one-can-move"
    if len(w.order) >= 4:
        sunk = [player for player in w.order if all_sunk(w, player)]
        if len(sunk) * 2 >= len(w.order):
            return "half-sunk"
    return None


def all_sunk(w, player):
    return all(ship["sunk"] for ship in w.ships.values() if ship["owner"] == player and ship["kind"] != "fort")

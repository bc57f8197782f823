"""How the game ends, and who has won."""


def gold_of(w, player):
    """At home and in forts; multiplayer: aboard too."""
    total = 0
    for place in counted_places(w, player):
        total += w.gold.get(place, 0)
        for coin in w.coins_at(place):
            total += w.coins[coin]["value"] or 0
    return total


def counted_places(w, player):
    places = {w.home_of(player)}
    for name, ship in w.ships.items():
        if ship["owner"] != player or ship["sunk"]:
            continue
        if (ship["kind"] == "fort" and ship["docked"]) or (w.multi and ship["kind"] == "ship"):
            places.add(name)
    return places


def check(w):
    if w.over:
        return
    why = multiplayer_end(w) if w.multi else complete_end(w) if w.edition == "complete" else half_end(w)
    if why:
        over(w, why)


def over(w, why):
    w.over = {"why": why}
    count(w)
    for player in w.order:
        for place in counted_places(w, player):
            for coin in w.coins_at(place):
                if w.coins[coin]["value"] is None:
                    if not w.find_duty("coin", coin):
                        w.owe("coin", player, coin)
                elif w.multi:
                    w.coins[coin]["up"] = True


def unknown_gold(w):
    places = [place for player in w.order for place in counted_places(w, player)]
    return any(coin["value"] is None for coin in w.coins.values() if coin["at"] in places)


def count(w):
    gold = {player: gold_of(w, player) for player in w.order}
    w.over["gold"] = gold
    if w.over["why"] == "more-than-half":
        w.over["winners"] = [first_past_half(w)]
        return
    if unknown_gold(w):
        w.over["winners"] = []
        return
    best = [player for player in w.order if gold[player] == max(gold.values())]
    if len(best) > 1 and w.house["tie-break"] != "none":
        second = {player: tie_break(w, player) for player in best}
        best = [player for player in best if second[player] == max(second.values())]
    w.over["winners"] = best


def tie_break(w, player):
    total = 0
    for name, ship in w.ships.items():
        if ship["owner"] != player or ship["sunk"] or (ship["kind"] == "fort" and not ship["docked"]):
            continue
        if w.house["tie-break"] == "gold-on-ships" and ship["kind"] == "ship":
            if not ship["lost"] and not ship["wrecked"]:
                total += sum(w.coins[coin]["value"] or 0 for coin in w.coins_at(name))
        elif w.house["tie-break"] == "masts" and ship["kind"] != "fort":
            total += len(w.standing(name))
        elif w.house["tie-break"] == "points":
            total += ship["points"]
        elif w.house["tie-break"] == "units" and w.in_play(name):
            total += 1
    for crew in w.crew.values():
        if crew["owner"] == player and crew["at"]:
            if w.house["tie-break"] == "points":
                total += crew["points"]
            elif w.house["tie-break"] == "units" and "Marine" in crew["keywords"]:
                total += 1
    return total


def first_past_half(w):
    """Of two, whose turn it is."""
    for player in [w.player, *w.order]:
        if gold_of(w, player) * 2 > w.starting_gold:
            return player
    return None


def half_end(w):
    if w.starting_gold is None or any(duty["kind"] == "coin" for duty in w.duties):
        return None  # a coin is still to be turned over
    return "more-than-half" if first_past_half(w) else None


def complete_end(w):
    left = available_gold(w)
    was_left, w.gold_left = w.gold_left, left
    if not left and (w.house["last-gold-sunk"] == "ends" or any(came_home(w, coin) for coin in was_left)):
        return "all-unloaded"
    able = [player for player in w.order if can_ever_move(w, player)]
    if len(able) <= 1:
        return "one-can-move"
    if w.house["end-when"] == "half-stuck" and len(w.order) - len(able) >= len(able):
        return "half-cannot-move"
    return None


def available_gold(w):
    """Gold that could still be brought home, by its coins; a fort's own gold by the fort."""
    found = []
    if w.house["fort-gold-unloaded"] == "no":
        found += [place for place, gold in w.gold.items() if gold and place in w.ships]
    for name, coin in w.coins.items():
        at = coin["at"]
        if not at or (coin["unique"] and not coin["value"]) or coin["value"] == 0:
            continue
        if at in w.islands and w.islands[at]["home"]:
            continue
        if at in w.ships and w.ships[at]["kind"] == "fort" and w.house["fort-gold-unloaded"] == "yes":
            continue
        if at in w.ships and w.ships[at]["wrecked"] and w.house["gold-on-wrecks"] == "gone":
            continue
        found.append(name)
    return found


def came_home(w, coin):
    """Whether gold that was under way lies where it counts now."""
    return coin in w.coins and any(w.coins[coin]["at"] in counted_places(w, player) for player in w.order)


def can_ever_move(w, player):
    for name, ship in w.ships.items():
        if ship["owner"] != player or ship["kind"] == "fort" or not w.in_play(name):
            continue
        if not w.is_derelict(name) or w.able(name, "derelict_moves_S"):
            return True
        if w.house["able-to-move"] == "now":
            continue
        if w.house["rammed-mast-repair"] == "no" and not ship["lost_masts"] - ship["rammed_masts"]:
            continue
        if w.able(name, "repairs_anywhere") or (ship["docked"] and ship["docked"] == w.home_of(player)):
            return True
        fort = w.islands[ship["docked"]]["fort"] if ship["docked"] else ""
        if fort and w.ships[fort]["owner"] == player:
            return True
    return False


def multiplayer_end(w):
    for ship in w.ships.values():
        if ship["end_token"]:
            if ship["sunk"]:
                return "end-token-sunk"
            if ship["docked"] and ship["docked"] == w.home_of(ship["owner"]):
                return "end-token-home"
    afloat = set()
    for name, ship in w.ships.items():
        if ship["kind"] != "fort" and w.in_play(name) and not w.is_derelict(name):
            afloat.add(ship["owner"])
    if len(afloat) <= 1:
        return "one-can-move"
    if len(w.order) >= 4:
        sunk = [player for player in w.order if all_sunk(w, player)]
        if len(sunk) * 2 >= len(w.order):
            return "half-sunk"
    return None


def all_sunk(w, player):
    """A ship that was captured is not sunk, whoever sails her now."""
    ships = [ship for ship in w.ships.values() if ship["kind"] != "fort"]
    return all(ship["sunk"] for ship in ships if player in (ship["owner"], ship["first_owner"]))

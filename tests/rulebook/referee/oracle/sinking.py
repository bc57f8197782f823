"""What becomes of a ship that sinks and of what is aboard; of a fort that is destroyed."""

from tests.rulebook.referee.oracle import boarding, towing


def sink(w, name, sinker):
    """`sinker`: the player who did it; None where nobody did, and then nothing is split."""
    ship = w.ships[name]
    owner = ship["owner"]
    ship["sunk"] = True
    ship["scuttling"] = False
    for crew in w.crew_at(name):
        boarding.eliminate(w, crew, sinker)
    coins = w.coins_at(name)
    splits = sinker is not None and w.edition != "complete" and ship["kind"] == "ship"
    if w.multi and w.house["multiplayer-split"] == "no":
        splits = False
    for coin in coins:
        w.coins[coin]["at"] = ""
    if splits:
        if w.house["split-with"] == "first-owner":
            owner = ship["first_owner"]
        split(w, [coin for coin in coins if not w.coins[coin]["unique"]], sinker, owner)
    off_the_table(w, name)


def off_the_table(w, name):
    ship = w.ships[name]
    towing.let_go(w, name)
    w.forget(name)
    ship["docked"] = ship["lost"] = ship["tangled"] = ""
    ship["terrain"] = set()
    ship["rammed"] = set()
    for other in w.ships.values():
        other["rammed"].discard(name)
    w.rams[:] = [each for each in w.rams if name not in (each["ship"], each["target"])]
    w.duties[:] = [each for each in w.duties if name not in (each["piece"], each["other"])]
    if w.just_moved == name:
        w.just_moved = ""


def split(w, coins, sinker, owner):
    """The gold aboard is added and divided, what is odd goes to who sank her; unknown coins are turned over first."""
    if not coins:
        return
    unknown = [coin for coin in coins if w.coins[coin]["value"] is None]
    for coin in unknown:
        w.owe("coin", sinker, coin)
    w.split_later.append({"coins": coins, "sinker": sinker, "owner": owner})
    settle(w)


def settle(w):
    for each in list(w.split_later):
        if any(w.coins[coin]["value"] is None for coin in each["coins"]):
            continue
        w.split_later.remove(each)
        total = sum(w.coins[coin]["value"] for coin in each["coins"])
        add_gold(w, w.home_of(each["owner"]), total // 2)
        add_gold(w, w.home_of(each["sinker"]), total - total // 2)


def add_gold(w, place, amount):
    if amount:
        w.gold[place] = w.gold.get(place, 0) + amount


def destroy_fort(w, name):
    ship = w.ships[name]
    island = ship["docked"]
    for coin in w.coins_at(name):
        w.coins[coin].update(at=island, up=False)
    loose = w.gold.pop(name, 0)
    if loose:
        w.coins[f"{name}-gold"] = {"at": island, "value": loose, "unique": False, "up": False}
    w.islands[island].update(fort="", explored=set(), tokens=set(), ever=False)
    for other in w.ships.values():
        if other["docked"] == name:
            other["docked"] = island
    ship["sunk"] = True
    off_the_table(w, name)

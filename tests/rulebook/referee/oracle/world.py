"""The table as dictionaries, and the questions that every rule asks of it."""

READINGS = {
    "ram-derelict": "nothing",
    "galley-hit": "sinks",
    "boarding-parties": "one-a-ram",
    "boarding-tie": "nobody",
    "boards-back-ghost": "yes",
    "explore-enemy-derelict": "yes",
    "captain-after-ram": "yes",
    "several-targets": "yes",
    "own-fleet-shot": "no",
    "play-on-before-mast": "no",
    "scuttle-tries": "one",
    "terrain-die": "one-a-turn",
    "token-without-exploring": "no",
    "fort-load": "free",
    "fort-goes-on": "no",
    "prize-repairs-home": "yes",
    "repair-ends-tow": "yes",
    "tow-out-of-weeds": True,
    "tow-from-tower": "yes",
    "tows-at-once": "one",
    "split-with": "controller",
    "multiplayer-split": "no",
    "end-token-follows": "ship",
    "fleetless-turn": "kept",
    "able-to-move": "possibly",
    "end-when": "one-left",
    "gold-on-wrecks": "available",
    "tie-break": "none",
    "iceberg-on-derelict": "nothing",
    "mysterious-homes": "no",
    "boarding-later": "no",
    "boarding-crew-picked-by": "winner",
    "prize-treasure": "captors",
    "helmsman-tows": "yes",
    "tow-wreck": "no",
    "unload-when-built": "no",
    "rammed-mast-repair": "yes",
    "musketeer-derelict": "no",
    "last-gold-sunk": "ends",
    "fort-gold-unloaded": "yes",
    "prize-sheltered": "yes",
    "ransom-by-tow": "no",
    "shoot-split": "yes",
    "drop-treasure": "no",
}
"""What is played where the table has picked nothing: the first choice in the manual."""


class World:
    def __init__(self, start):
        self.edition = start.edition
        self.multi = start.multiplayer
        self.house = dict(READINGS)
        self.house.update(start.house)
        self.order = [each.name for each in start.players]
        self.player = self.order[0]
        self.turn = 1
        self.ships, self.crew, self.islands, self.terrain, self.coins = {}, {}, {}, {}, {}
        self.gold, self.facts, self.duties, self.rams, self.split_later = {}, {}, [], [], []
        self.just_moved = ""
        self.acted = self.built_fort = False
        self.over = None
        self.last_coins = []
        self.gold_left = []
        for each in start.islands:
            self.islands[each.id] = {
                "home": each.home,
                "explored": set(each.explored_by),
                "tokens": set(each.explored_by),
                "ever": bool(each.explored_by),
                "fort": "",
                "mysterious": each.mysterious,
            }
            self.add_coins(each.coins, each.id)
        for each in start.ships:
            self.ships[each.id] = new_ship(each)
            if each.at is None and each.kind != "fort":
                self.ships[each.id]["docked"] = self.home_of(each.owner)
            self.add_coins(each.coins, each.id)
        for each in start.crew:
            self.crew[each.id] = {
                "owner": each.owner,
                "at": each.at or "",
                "up": False,
                "equipment": each.equipment,
                "points": each.points,
                "nation": each.nation,
                "keywords": set(each.keywords),
                "effects": {str(effect) for effect in each.effects},
                "links": set(each.links),
                "hits": 0,
                "actions": [],
            }
        for each in start.terrain:
            self.terrain[each.id] = {
                "kind": str(each.kind),
                "number": each.number,
                "by": each.by,
                "rating": 0,
                "stuck": False,
            }
        self.starting_gold = start.starting_gold
        if self.starting_gold is None and all(each["value"] is not None for each in self.coins.values()):
            self.starting_gold = sum(each["value"] for each in self.coins.values())
        for ship in self.ships.values():
            ship["began_docked"] = ship["docked"]
        if any(each["kind"] == "iceberg" for each in self.terrain.values()):
            self.owe("icebergs", self.player, self.player)

    def add_coins(self, coins, place):
        for each in coins:
            value = 0 if each.unique and each.value is None else each.value
            self.coins[each.id] = {"at": place, "value": value, "unique": bool(each.unique), "up": False}

    # Places

    def home_of(self, player):
        for name, island in self.islands.items():
            if island["home"] == player:
                return name
        return ""

    def coins_at(self, place):
        return [name for name, coin in self.coins.items() if coin["at"] == place]

    def crew_at(self, place):
        return [name for name, crew in self.crew.items() if crew["at"] == place]

    def island_under(self, place):
        """Of a fort, the island it stands on."""
        return self.ships[place]["docked"] if place in self.ships else place

    # What a ship is

    def standing(self, name):
        ship = self.ships[name]
        return [mast for mast in range(1, ship["masts"] + 1) if mast not in ship["lost_masts"]]

    def is_galley(self, name):
        return "Galley" in self.ships[name]["keywords"]

    def is_derelict(self, name):
        ship = self.ships[name]
        return ship["kind"] == "ship" and not self.standing(name) and not self.is_galley(name)

    def in_play(self, name):
        """On the table and no wreck. A fort has to be built and to have a flag."""
        ship = self.ships[name]
        if ship["sunk"] or ship["wrecked"]:
            return False
        if ship["kind"] == "fort":
            return bool(ship["docked"]) and bool(self.standing(name))
        return True

    def are_enemies(self, one, other):
        return self.ships[one]["owner"] != self.ships[other]["owner"]

    # What a ship can do

    def able(self, name, effect, *, keyword=False):
        """`ship` where her own card says it, the crew who gives it to her, or nothing."""
        ship = self.ships[name]
        what = "keywords" if keyword else "effects"
        if effect in ship[what]:
            return "ship"
        for each in self.crew_at(name):
            crew = self.crew[each]
            if effect not in crew[what]:
                continue
            if crew["equipment"] or crew["nation"] == ship["nation"] or "foreign_crew_acts" in ship["effects"]:
                return each
        return ""

    def show(self, source):
        """Crew that is used is turned face up for the rest of the game."""
        if source and source != "ship":
            self.crew[source]["up"] = True

    # Facts

    def fact(self, kind, subject, target, cannon=0):
        return self.facts.get((kind, subject, target, cannon))

    def say(self, kind, subject, target, answer="yes", cannon=0):
        self.facts[(kind, subject, target, cannon)] = answer

    def forget(self, name):
        for key in list(self.facts):
            if name in key[1:3]:
                del self.facts[key]

    # What is owed

    def owe(self, kind, player, piece, other="", count=1):
        self.duties.append({"kind": kind, "player": player, "piece": piece, "other": other, "count": count})

    def find_duty(self, kind, piece, other=None):
        for duty in self.duties:
            if duty["kind"] == kind and duty["piece"] == piece and other in (None, duty["other"]):
                return duty
        return None


def new_ship(card):
    cannons = [(int(each[0]), each[1]) for each in card.cannons.split("-")] if card.cannons else []
    return {
        "kind": str(card.kind),
        "owner": card.owner,
        "first_owner": card.owner,
        "masts": card.masts,
        "lost_masts": set(card.masts_lost),
        "rammed_masts": set(),
        "not_taken": set(),
        "cannons": cannons,
        "cargo": card.cargo,
        "points": card.points,
        "cost": card.gold_cost,
        "nation": card.nation,
        "keywords": set(card.keywords),
        "effects": {str(effect) for effect in card.effects},
        "links": set(card.links),
        "docked": card.at or "",
        "sunk": "sunk" in card.states,
        "wrecked": "wrecked" in card.states,
        "ghostly": "ghostly" in card.states,
        "submerged": "submerged" in card.states,
        "lost": "",
        "tangled": "",
        "terrain": set(),
        "last_terrain": set(),
        "towing": [],
        "towed_by": "",
        "rammed": set(),
        "scuttling": False,
        "end_token": False,
        "explored_here": False,
        "to_resolve": None,
        **this_turn(),
    }


def this_turn():
    return {
        "began_docked": "",
        "began_on": set(),
        "actions": [],
        "shooting": False,
        "fired": [],
        "targets": set(),
        "missed": set(),
        "shot_again": False,
        "leaving": False,
        "turn_over": False,
        "whirled": False,
        "docked_now": False,
        "scuttle_tried": False,
        "used_current": False,
        "laid": set(),
        "boarded_afar": False,
        "stern_turned": False,
    }


FINE = ("fine", None)


def foul(code):
    return ("foul", code)


def measured(answer, code):
    """What the geometry alone decides."""
    if answer == "yes":
        return FINE
    if answer == "no":
        return foul(code)
    if answer == "too_close":
        return ("too-close", "too-close")
    return ("not-known", "not-known")

"""The set-up once more, written apart: plain, slow, by the letter of the texts.

It knows the acts and nothing else of the program. Codes are those of docs/referee.md, and the first check that fails is
the reason."""

FINE = "fine"


class Oracle:
    def __init__(self, start):
        self.edition, self.multi, self.house = start.edition, start.multiplayer, start.house
        self.total = start.build_total
        self.seats = [each.name for each in start.players]
        self.order = list(self.seats)
        self.tied, self.throw = [list(self.seats)], {}
        self.first = None
        self.islands = [each.id for each in start.islands]
        self.laid, self.terrain_laid = [], []
        self.terrain = {each.id: str(each.kind) for each in start.terrain}
        self.homes = {}
        self.ships = {each.id: each for each in start.ships}
        self.placed = set()
        self.crew = {each.id: each for each in start.crew}
        self.where = {}
        self.coins, self.brought = {}, []
        self.playing = False

    # -- what is asked of each act

    def judge(self, act):
        verb = str(act.__struct_config__.tag)
        if self.strange(act):
            return "unknown"
        if self.playing:
            return "wrong-phase"
        return getattr(self, "judge_" + verb.replace("-", "_"))(act) or FINE

    def strange(self, act):
        known = {
            "player": self.seats,
            "owner": self.seats,
            "island": self.islands,
            "terrain": self.terrain,
            "ship": self.ships,
            "crew": self.crew,
            "to": [*self.ships, *self.islands],
        }
        for name in act.__struct_fields__:
            value = getattr(act, name)
            if name == "roll" and not 1 <= value <= 6:
                return True
            if name == "coins" and any(each not in self.coins for each in value):
                return True
            if name in known and value not in known[name]:
                return True
        return False

    def fold(self, act):
        getattr(self, "fold_" + str(act.__struct_config__.tag).replace("-", "_"))(act)

    # -- who is first

    def by_roll(self):
        picked = self.house.get("order-of-others", "by-roll") == "by-roll"
        return self.edition == "complete" and not self.multi and picked

    def must_roll(self):
        if self.first:
            return []
        return [each for group in self.tied for each in group if each not in self.throw]

    def judge_roll_for_first(self, act):
        return None if act.player in self.must_roll() else "not-owed"

    def fold_roll_for_first(self, act):
        self.throw[act.player] = act.roll
        settled = []
        for group in self.ranks():
            rolled = [each for each in group if each in self.throw]
            if len(group) > 1 and len(rolled) == len(group):
                values = sorted({self.throw[each] for each in group}, reverse=True)
                split = [[each for each in group if self.throw[each] == value] for value in values]
                for each in group:
                    del self.throw[each]
                settled += split
            else:
                settled.append(group)
        self.all_ranks = settled
        self.tied = [each for each in settled if len(each) > 1]
        if not self.by_roll():
            self.tied = [each for each in self.tied if each is settled[0]]
        if not self.tied:
            self.first = settled[0][0]
            if self.by_roll():
                self.order = [group[0] for group in settled]
            else:
                at = self.seats.index(self.first)
                self.order = self.seats[at:] + self.seats[:at]

    def ranks(self):
        return getattr(self, "all_ranks", [list(self.seats)])

    # -- islands and terrain

    def wanted(self):
        if "islands" in self.house:
            return int(self.house["islands"])
        return 3 * len(self.seats) if self.multi or self.edition == "complete" else 6

    def six_is_must(self):
        return self.multi or (self.edition == "revolution" and self.total in (0, 40))

    def judge_place_island(self, act):  # noqa: PLR0911  one line of the text each
        if not self.first:
            return "not-ready"
        if self.homes:
            return "too-late"
        if act.player != self.order[len(self.laid) % len(self.order)]:
            return "not-your-placement"
        if act.island in [island for _, island in self.laid]:
            return "already-placed"
        if self.six_is_must() and len(self.laid) >= self.wanted():
            return "island-count"
        if self.laid and act.spacing is not None and self.edition != "complete":
            return {"no": "spacing", "too_close": "too-close", "not_seen": "not-known"}.get(str(act.spacing))
        return None

    def fold_place_island(self, act):
        self.laid.append((act.player, act.island))

    def judge_place_terrain(self, act):
        kinds = {
            "spanish-main": [],
            "revolution": ["fog-bank", "reef", "sargasso-sea"],
            "complete": ["fog-bank", "reef", "sargasso-sea", "iceberg", "whirlpool"],
        }
        if not self.first:
            return "not-ready"
        if self.terrain[act.terrain] not in kinds[self.edition]:
            return "not-in-edition"
        if act.terrain in self.terrain_laid:
            return "already-placed"
        if self.edition == "revolution" and act.spacing is not None:
            return {"no": "spacing", "too_close": "too-close", "not_seen": "not-known"}.get(str(act.spacing))
        return None

    def fold_place_terrain(self, act):
        self.terrain_laid.append(act.terrain)

    # -- homes and ships

    def next_home(self):
        own = self.multi or (self.edition == "complete" and self.house.get("homes-chosen") == "own")
        if not own:
            line = [(self.order[at - 1], self.order[at]) for at in range(len(self.order))]
        elif self.multi:
            round_table = self.seats[::-1]
            at = round_table.index(self.laid[-1][0])
            line = [(each, each) for each in round_table[at:] + round_table[:at]]
        else:
            line = [(each, each) for each in self.order[::-1]]
        left = [pair for pair in line if pair[1] not in self.homes]
        return left[0] if left else None

    def judge_choose_home(self, act):
        laid = [island for _, island in self.laid]
        if not self.first:
            return "not-ready"
        short = self.six_is_must() and len(laid) < self.wanted()
        if len(laid) < len(self.islands) and (short or not self.six_is_must()):
            return "not-ready"
        if short:
            return "island-count"
        if (act.player, act.owner) != self.next_home():
            return "not-the-chooser"
        if act.island in self.homes.values():
            return "home-taken"
        return None if act.island in laid else "not-ready"

    def fold_choose_home(self, act):
        self.homes[act.owner] = act.island

    def judge_place_ship(self, act):
        card = self.ships[act.ship]
        if card.owner != act.player:
            return "not-yours"
        if str(card.kind) == "fort":
            return "wrong-kind"
        if act.ship in self.placed:
            return "already-placed"
        if act.player not in self.homes:
            return "not-ready"
        if act.island != self.homes[act.player]:
            return "not-at-home"
        return {"no": "not-at-home", "too_close": "too-close", "not_seen": "not-known"}.get(str(act.touches))

    def fold_place_ship(self, act):
        self.placed.add(act.ship)

    # -- crew

    def judge_assign_crew(self, act):  # noqa: PLR0911  one line of the text each
        card = self.crew[act.crew]
        if card.owner != act.player:
            return "not-yours"
        if act.to in self.islands:
            if act.player not in self.homes:
                return "not-ready"
            return None if act.to == self.homes[act.player] else "not-at-home"
        ship = self.ships[act.to]
        if ship.owner != act.player:
            return "not-yours"
        if str(ship.kind) != "ship":
            return "no-cargo"
        free = not card.equipment and card.points == 0 and self.edition != "spanish-main"
        if free and card.nation and ship.nation and card.nation != ship.nation:
            return "wrong-nation"
        return None if self.where.get(act.crew) == act.to else self.full(ship, act.crew)

    def full(self, ship, *newcomers):
        aboard = [key for key, place in self.where.items() if place == ship.id] + [*newcomers]
        space = ship.cargo
        for one in aboard:
            for other in aboard:
                linked = other in self.crew[one].links or one in self.crew[other].links
                space += one < other and linked
            if self.edition != "spanish-main":
                space += one in ship.links or ship.id in self.crew[one].links
        oarsmen = [each for each in aboard if "derelict_moves_S" in map(str, self.crew[each].effects)]
        if len(aboard) - len(oarsmen) > space:
            return "no-room"
        return "too-expensive" if sum(self.crew[each].points for each in aboard) > ship.points else None

    def fold_assign_crew(self, act):
        self.where[act.crew] = act.to

    # -- treasure

    def judge_contribute(self, act):  # noqa: PLR0911  one line of the text each
        if act.player in self.brought:
            return "already-placed"
        if any(value < 0 or value > 1000 for value in act.values):
            return "unknown"
        if self.edition == "complete" and len({each.lower() for each in act.unique}) < len(act.unique):
            return "duplicate"
        count = len(act.values) + len(act.unique)
        if self.multi:
            return None if count == 6 else "treasure-count"
        must = self.house.get("treasure-contribution") == "must"
        printed = {"spanish-main": (6, 12, 30), "revolution": (8, 15, 40)}.get(self.edition)
        if printed and self.total in (0, printed[2]):
            if must and printed[0] not in (count, len(act.values)):
                return "treasure-count"
            wrong = sum(act.values) != printed[1]
            return "treasure-gold" if wrong and (must or (act.unique and self.edition == "revolution")) else None
        if must and self.brought:
            first = len([coin for coin in self.coins.values() if coin["by"] == self.brought[0]])
            return None if first in (count, len(act.values)) else "treasure-count"
        return None

    def fold_contribute(self, act):
        self.brought.append(act.player)
        for _ in range(len(act.values) + len(act.unique)):
            self.coins[f"c{len(self.coins) + 1}"] = {"by": act.player, "at": None}

    def judge_deal_treasure(self, act):
        wild = [island for _, island in self.laid if island not in self.homes.values()]
        if len(self.homes) < len(self.seats) or len(self.brought) < len(self.seats):
            return "not-ready"
        if act.island not in wild:
            return "not-wild"
        if len(set(act.coins)) < len(act.coins) or any(self.coins[each]["at"] for each in act.coins):
            return "not-there"
        there = len([coin for coin in self.coins.values() if coin["at"] == act.island]) + len(act.coins)
        share, odd = divmod(len(self.coins), len(wild))
        return None if there in (share, share + bool(odd)) else "treasure-count"

    def fold_deal_treasure(self, act):
        for each in act.coins:
            self.coins[each]["at"] = act.island

    # -- the first turn

    def judge_begin_play(self, act):
        kinds = {"spanish-main": (), "revolution": ("reef",), "complete": ("reef", "iceberg")}[self.edition]
        done = (
            self.first
            and len(self.homes) == len(self.seats)
            and all(str(card.kind) == "fort" or key in self.placed for key, card in self.ships.items())
            and all(key in self.where for key in self.crew)
            and all(key in self.terrain_laid for key, kind in self.terrain.items() if kind in kinds)
            and len(self.brought) == len(self.seats)
            and all(coin["at"] for coin in self.coins.values())
        )
        if not done:
            return "not-ready"
        if act.player != self.order[0]:
            return "not-your-turn"
        # a link that left her again has left too many behind
        crewed = [card for card in self.ships.values() if card.id in self.where.values()]
        return "no-room" if any(self.full(card) == "no-room" for card in crewed) else None

    def fold_begin_play(self, _act):
        self.playing = True

"""A bot picks among the offers and fills in what they need; where ships end up is invented, as on a table."""

import msgspec

from tableassist.rulebook.referee.acts.act import verb_of
from tableassist.rulebook.referee.acts.facts import Fact
from tableassist.rulebook.referee.acts.sailing import Move

WEIGHT = {
    "move": 6,
    "explore": 30,
    "shoot": 6,
    "broadside": 6,
    "tow": 8,
    "ram": 6,
    "repair": 4,
    "board": 6,
    "decline-boarding": 2,
    "build-fort": 3,
    "end-turn": 1,
    "scuttle": 1,
    "cast-off": 0.2,
    "move-crew": 0.3,
    "load-from-fort": 0.3,
    "whirl": 3,
    "declare": 1,
    "explore-ship": 1,
    "stern-turn": 3,
    "unload": 0.3,
}


class Bot:
    def __init__(self, rng, table):
        self.rng = rng
        self.values = table.values

    def pick(self, game, offers):
        """An offer, and the act that comes of it."""
        weights = [WEIGHT.get(verb_of(each.act), 2) for each in offers]
        offer = self.rng.choices(offers, weights)[0]
        return offer, self.fill(game, offer)

    def fill(self, game, offer):
        act = offer.act
        if isinstance(act, Move):
            return self.sail(game, act)
        filled = {}
        for need in offer.needs:
            if need.field == "value":
                filled["value"] = self.values.get(act.thing, 0)
            elif need.field == "touches":
                filled["touches"] = self.in_the_way(game)
            elif need.field in ("take", "give", "pay", "coins"):
                filled[need.field] = self.some(need, act)
            elif need.choices:
                filled[need.field] = self.rng.choice(need.choices)
        if verb_of(act) == "stern-turn":
            return made(act, {"docks": game.units[act.ship].docked_at if self.rng.random() < 0.5 else "",
                              "legal": self.rng.choice(("yes", "yes", None))})  # fmt: skip
        if verb_of(act) == "build-fort":
            filled["corners"] = self.rng.choice(("yes", "yes", "yes", "too_close", None))
            filled.pop("pay", None)
        return made(act, filled)

    def some(self, need, act):
        rng = self.rng
        if need.field == "take" and verb_of(act) == "explore":
            given = list(getattr(act, need.field))
            others = [each for each in need.choices if each not in given]
            rng.shuffle(others)
            count = need.most if rng.random() < 0.7 else rng.randint(need.least, need.most)
            return (*given, *others[: max(0, count - len(given))])
        count = rng.randint(min(need.least, need.most) if need.field == "coins" else 0, min(2, need.most))
        return tuple(rng.sample(need.choices, count))

    def in_the_way(self, game):
        things = [*game.islands, *(each.id for each in game.units.values() if not each.is_fort and not each.gone)]
        return self.rng.choice(things) if self.rng.random() < 0.3 else ""

    def sail(self, game, act):
        """Where she went and what she touches there."""
        rng, unit = self.rng, game.units[act.ship]
        seen = {"legal": rng.choice(("yes",) * 8 + ("too_close", None))}
        if act.come_about:
            return made(act, seen)
        if rng.random() < 0.15 and game.terrain:
            seen |= self.into_terrain(game)
            deep = any(game.terrain[each].kind in ("fog-bank", "whirlpool") for each in seen.get("terrain", ()))
            if deep or rng.random() < 0.6:
                return made(act, seen)
        return made(act, seen | self.current(game) | self.destination(game, unit))

    def current(self, game):
        rng = self.rng
        currents = [each.id for each in game.terrain.values() if each.kind == "trade-current"]
        if currents and rng.random() < 0.3:
            return {"current": rng.choice(currents)}
        return {}

    def destination(self, game, unit):
        """Home with treasure, to an island that has some, or to meet other ships."""
        rng = self.rng
        loaded = any(not each.is_unique for each in game.coins_at(unit.id))
        if unit.is_creature:
            return {}
        chance = rng.random()
        if loaded and chance < 0.7:
            return {"docks": game.home_of(unit.owner)}
        if not loaded and chance < 0.6:
            rich = [each.id for each in game.islands.values() if each.is_wild and game.coins_at(each.id)]
            if rich:
                return {"docks": rng.choice(rich)}
        if chance > 0.97:
            return {"docks": rng.choice(sorted(game.islands))}
        return self.meetings(game, unit.id)

    def into_terrain(self, game):
        pools = [name for name, each in game.terrain.items() if each.kind == "whirlpool"]
        others = [name for name, each in game.terrain.items() if each.kind not in ("iceberg", "trade-current")]
        if not others:
            return {}
        first = self.rng.choice(others)
        solid = [name for name in others if game.terrain[name].kind in ("reef", "sargasso-sea")]
        if first in pools or len(solid) < 2 or self.rng.random() < 0.8:
            return {"terrain": (first,)}
        return {"terrain": tuple(self.rng.sample(solid, 2))}

    def meetings(self, game, ship):
        rng = self.rng
        there = [name for name, each in game.units.items() if name != ship and not each.gone and not each.is_fort]
        seen = {}
        if not there:
            return seen
        other = rng.choice(there)
        kind = rng.choice(("bow_on", "bow_on", "bow_on", "bow_to_bow", "touches", "touches_bow_of", "touches_bow_of"))
        seen[kind] = (other,)
        if kind == "bow_to_bow":
            seen["bow_on"] = (other,)
        if kind == "bow_on" and rng.random() < 0.1 and len(there) > 1:
            seen["bow_on"] = tuple(rng.sample(there, 2))
        return seen

    def facts(self, game):
        """What a camera might say of the player's pieces now: shots, and who lies beside whom."""
        rng = self.rng
        own = [name for name, each in game.units.items() if each.owner == game.player and not each.gone]
        others = [name for name in game.units if not game.units[name].gone]
        marines = [name for name, each in game.crew.items() if each.at and "Marine" in each.card.keywords]
        if not own or len(others) < 2:
            return
        for _ in range(rng.choice((0, 0, 1, 2))):
            subject = rng.choice(own + [each for each in marines if game.crew[each].owner == game.player])
            target = rng.choice([each for each in others if each != subject] + marines)
            if target == subject:
                continue
            answer = rng.choice(("yes",) * 6 + ("no", "too_close"))
            count = len(game.units[subject].cannons) if subject in game.units else 0
            cannon = rng.randint(0, count)
            yield made(Fact(subject, "shot", target), {"cannon": cannon, "answer": answer})
        if rng.random() < 0.2 and len(others) > 1:
            one, other = rng.sample(others, 2)
            kind = rng.choice(("touches", "touches", "touches-bow-of", "within-s", "within-s", "bow-on"))
            yield made(Fact(one, kind, other), {"answer": rng.choice(("yes", "yes", "no", "too_close"))})


def made(act, fields):
    """The act with these fields, read as from a file, so that words become what they stand for."""
    words = {**msgspec.to_builtins(act), **fields}
    return msgspec.convert(words, type(act), strict=False)

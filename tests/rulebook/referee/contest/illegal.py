"""Random acts, most of them against the rules: names of the game put together at random."""

import msgspec

from tableassist.rulebook.referee.acts.act import verb_of
from tableassist.rulebook.referee.referee import ACTS

LEFT_OUT = ("special-shot", "mark-island", "play-event", "correct", "fact", "reveal", "agree-to-end", "overrule")
"""What a card allows has no rule to break; facts, corrections and coins turned over are never fouls."""
KINDS = tuple(each for each in ACTS if not each.in_set_up and each.__struct_config__.tag not in LEFT_OUT)


def near_miss(game, rng, act):
    """An act that was offered, with one field changed."""
    kind = type(act)
    if verb_of(act) in LEFT_OUT:
        return random_act(game, rng)
    words = msgspec.to_builtins(act)
    field = rng.choice(kind.__struct_fields__)
    words[field] = value_of(game, rng, kind, field)
    if field == "bow_to_bow":
        words["bow_on"] = words[field]
    return msgspec.convert(words, kind, strict=False)


def random_act(game, rng):
    kind = rng.choice(KINDS)
    fields = {}
    for each in msgspec.structs.fields(kind):
        if each.default is not msgspec.NODEFAULT and rng.random() < 0.5:
            continue
        fields[each.name] = value_of(game, rng, kind, each.name)
    tidy(kind, fields)
    return msgspec.convert({"act": verb_of_kind(kind), **fields}, kind, strict=False)


def verb_of_kind(kind):
    return str(kind.__struct_config__.tag)


def tidy(kind, fields):
    """What no camera can see at once is not said: bow to bow without a bow."""
    if "bow_to_bow" in fields:
        fields["bow_on"] = fields["bow_to_bow"]
    if verb_of_kind(kind) == "boarding-prize" and fields.get("crew"):
        fields.pop("coin", None)


def value_of(game, rng, kind, field):
    units, islands = list(game.units), list(game.islands)
    if rng.random() < 0.01 and field not in NOT_NAMES:
        several = field in SEVERAL or (field in ("terrain", "touches") and verb_of_kind(kind) in ("move", "stern-turn"))
        return ("nobody",) if several else "nobody"
    own = [name for name, each in game.units.items() if each.owner == game.player]
    makers = {
        "ship": lambda: rng.choice(own if own and rng.random() < 0.7 else units),
        "player": lambda: rng.choice(game.order),
        "island": lambda: rng.choice(islands),
        "roll": lambda: rng.randint(0, 7) if rng.random() < 0.05 else rng.randint(1, 6),
        "enemy_roll": lambda: rng.randint(1, 6),
        "cannon": lambda: rng.randint(0, 5),
        "mast": lambda: rng.randint(1, 5),
        "docks": lambda: rng.choice(islands),
        "target": lambda: rng.choice([*units, *game.crew] if kind.__struct_config__.tag == "shoot" else units),
        "state": lambda: rng.choice(("ghostly", "submerged", "none")),
        "kind": lambda: rng.choice(("fog-bank", "trade-current", "reef")),
        "value": lambda: rng.randint(1, 5),
    }
    if field in makers:
        return makers[field]()
    return other_value(game, rng, kind, field)


NOT_NAMES = ("roll", "enemy_roll", "cannon", "mast", "state", "kind", "legal", "line", "within", "corners")
NOT_NAMES += ("number", "at_number", "at_edge", "faces_away")
NOT_NAMES += ("come_about", "over_edge", "plus_s", "again", "reason", "effect", "hit")
SEVERAL = ("take", "give", "pay", "coins", "keep", "others", "bow_on", "bow_to_bow", "touches_bow_of")


def other_value(game, rng, kind, field):
    tag, units, terrain = verb_of_kind(kind), list(game.units), list(game.terrain)
    coins, crew = list(game.coins), list(game.crew) or ["nobody"]
    place = rng.choice(terrain) if terrain and tag != "lay-terrain" else "new"
    answer = rng.choice(("yes", "yes", "no", "too_close", None))
    values = {
        **dict.fromkeys(("legal", "line", "within", "corners"), answer),
        **dict.fromkeys(("come_about", "over_edge", "plus_s", "again", "hit"), rng.random() < 0.3),
        **dict.fromkeys(("derelict", "other", "fort"), rng.choice(units)),
        **dict.fromkeys(("bow_on", "bow_to_bow", "touches_bow_of"), (rng.choice(units),)),
        **dict.fromkeys(("whirlpool", "iceberg", "current"), place),
        "terrain": (place,) if tag == "move" else place,
        "to": place if tag == "whirl" else rng.choice([*units, *game.islands]),
        "touches": (rng.choice(units),) if tag in ("move", "stern-turn") else rng.choice(units),
        "coin": rng.choice(coins),
        "crew": rng.choice(["any", *crew]),
        **dict.fromkeys(("at_number", "at_edge", "faces_away"), answer),
        "number": rng.randint(0, 6),
        "others": (rng.choice(units),),
        "keep": tuple(rng.sample(coins, rng.randint(0, 1))),
        **dict.fromkeys(("take", "pay", "coins"), tuple(rng.sample(coins, rng.randint(0, 2)))),
        "give": tuple(rng.sample([*coins, *crew], rng.randint(0, 1))),
    }
    return values.get(field, "")

"""The game as the referee has it and as the oracle has it, in the same words."""

from tableassist.pieces import PieceState
from tableassist.rulebook.referee.referee import list_duties
from tableassist.rulebook.state.questions import find_pinning_enemies
from tests.rulebook.referee.oracle import ending, touching


def by_referee(game):
    return {
        "turn": (game.player, game.turn),
        "ships": {name: ship_by_referee(game, unit) for name, unit in game.units.items()},
        "crew": {name: (each.at, each.owner if each.at else "", each.face_up) for name, each in game.crew.items()},
        "coins": {name: (each.at, each.value, each.face_up) for name, each in game.coins.items()},
        "gold": {place: amount for place, amount in game.gold.items() if amount},
        "tokens": {name: sorted(each.tokens) for name, each in game.islands.items()},
        "explored": {name: sorted(each.explored_by) for name, each in game.islands.items()},
        "forts": {name: each.fort for name, each in game.islands.items()},
        "stuck": sorted(name for name, each in game.terrain.items() if each.stuck),
        "dice": {name: each.rating for name, each in game.terrain.items() if each.rating},
        "owed": sorted((str(each.kind), each.player, each.piece, each.count) for each in list_duties(game)),
        "over": None if game.ending is None else over_by_referee(game.ending),
    }


def over_by_referee(over):
    return over.why, sorted(over.winners), dict(over.gold)


def ship_by_referee(game, unit):
    if unit.gone:
        return "sunk"
    return {
        "owner": unit.owner,
        "masts lost": sorted(unit.masts_lost),
        "docked": unit.docked_at,
        "lost": unit.lost_in,
        "tangled": unit.tangled_in,
        "towed by": unit.towed_by,
        "towing": sorted(unit.towing),
        "wrecked": PieceState.WRECKED in unit.states,
        "ghostly": PieceState.GHOSTLY in unit.states,
        "scuttling": unit.scuttling,
        "end token": unit.end_token,
        "pinned": sorted(set(find_pinning_enemies(game, unit))),
        "actions": list(unit.turn.actions),
    }


def by_oracle(w):
    return {
        "turn": (w.player, w.turn),
        "ships": {name: ship_by_oracle(w, name) for name in w.ships},
        "crew": {name: (each["at"], each["owner"] if each["at"] else "", each["up"]) for name, each in w.crew.items()},
        "coins": {name: (each["at"], each["value"], each["up"]) for name, each in w.coins.items()},
        "gold": {place: amount for place, amount in w.gold.items() if amount},
        "tokens": {name: sorted(each["tokens"]) for name, each in w.islands.items()},
        "explored": {name: sorted(each["explored"]) for name, each in w.islands.items()},
        "forts": {name: each["fort"] for name, each in w.islands.items()},
        "stuck": sorted(name for name, each in w.terrain.items() if each["stuck"]),
        "dice": {name: each["rating"] for name, each in w.terrain.items() if each["rating"]},
        "owed": sorted((each["kind"], each["player"], each["piece"], each["count"]) for each in w.duties),
        "over": None if w.over is None else (w.over["why"], sorted(w.over["winners"]), w.over["gold"]),
    }


def ship_by_oracle(w, name):
    ship = w.ships[name]
    if ship["sunk"]:
        return "sunk"
    return {
        "owner": ship["owner"],
        "masts lost": sorted(ship["lost_masts"]),
        "docked": ship["docked"],
        "lost": ship["lost"],
        "tangled": ship["tangled"],
        "towed by": ship["towed_by"],
        "towing": sorted(ship["towing"]),
        "wrecked": ship["wrecked"],
        "ghostly": ship["ghostly"],
        "scuttling": ship["scuttling"],
        "end token": ship["end_token"],
        "pinned": sorted(touching.pinned_by(w, name)),
        "actions": ship["actions"],
    }


def first_difference(one, other, path=""):
    """Where the two part, as words; nothing where they agree."""
    if one == other:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            found = first_difference(one.get(key), other.get(key), f"{path}/{key}")
            if found:
                return found
    return f"{path}: referee {one!r}, oracle {other!r}"


def score_difference(game_gold, w):
    return first_difference(game_gold, {player: ending.gold_of(w, player) for player in w.order}, "score")

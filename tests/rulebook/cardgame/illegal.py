"""Acts that are probably not allowed."""

from tests.rulebook.cardgame.oracle.decks import ADVENTURES, MOVEMENTS, SHIPS
from tests.rulebook.cardgame.oracle.legal import whose_turn


def random_foul(w, rng, legal):
    """Something near a legal act, or anything at all. The oracle says whether it is a foul."""
    if legal is None or rng.random() < 0.5:
        return anything(w, rng)
    act = dict(legal)
    field = rng.choice([key for key in act if key != "act"])
    if field == "ships":
        act["ships"] = rng.sample(SHIPS, rng.choice([0, 1, 1, 2, 2, 3]))
    elif field in ("player", "accused"):
        act[field] = rng.choice([*w["players"], "Nobody"])
    elif field == "pirate":
        face_up = [pirate for own in w["revealed"].values() for pirate in own]
        act["pirate"] = rng.choice(face_up or ["x9"])
    else:
        act[field] = rng.choice(MOVEMENTS)
    return act


def anything(w, rng):
    me = whose_turn(w) if rng.random() < 0.8 else rng.choice(w["players"])
    other, pirate = rng.choice(w["players"]), rng.choice(SHIPS)
    return rng.choice([
        {"act": "play", "player": me, "movement": rng.choice(MOVEMENTS), "ships": [pirate]},
        {"act": "play", "player": me, "movement": rng.choice(MOVEMENTS), "ships": rng.sample(SHIPS, 2)},
        {"act": "play", "player": me, "movement": rng.choice(MOVEMENTS), "ships": []},
        {"act": "play", "player": me, "movement": rng.choice(MOVEMENTS), "ships": [pirate, pirate]},
        {"act": "repair", "player": me},
        {"act": "accuse", "player": me, "accused": other, "pirate": pirate},
        {"act": "accuse", "player": me, "accused": other, "pirate": pirate, "discard": rng.choice(MOVEMENTS)},
        {"act": "pass", "player": me, "discard": rng.choice(MOVEMENTS)},
        {"act": "answer", "player": other, "yes": rng.random() < 0.5},
        {"act": "turn-up", "card": rng.choice(ADVENTURES + MOVEMENTS)},
        {"act": "mutiny", "player": other, "pirate": pirate},
        {"act": "reveal", "player": other, "pirates": w["pirates"][other]},
    ])  # fmt: skip

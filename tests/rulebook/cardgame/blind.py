"""A game at a real table: the engine knows neither the piles' orders nor who is who, and is told what turns up. The
oracle knows it all, and the two agree whenever nothing is owed."""

import random

from tests.rulebook.cardgame.contest import DiffersError, as_key, first_difference, pick, random_start
from tests.rulebook.cardgame.oracle.ending import public_state
from tests.rulebook.cardgame.oracle.oracle import Oracle

ANSWERS = 12
"""More is never owed after one act: four adventures, one movement card, four players who reveal."""


def play_blind(seed, tally, engine_of):
    rng = random.Random(f"blind {seed}")
    start = random_start(rng)
    oracle, engine = Oracle(start), engine_of(without_secrets(start))
    try:
        compare(oracle, engine, "the set-up")
        while not oracle.w["over"]:
            act = pick(rng, oracle.legal())
            tell(engine, act)
            oracle.do(act)
            tally["counts"]["told"] += answer(oracle, engine, act)
            compare(oracle, engine, act)
    except Exception as error:
        raise type(error)(f"blind, seed {seed}: {error}") from error
    tally["counts"]["blind_games"] += 1


def without_secrets(start):
    shown = len(start["players"]) if start["upcoming"] else 1
    known = {key: value for key, value in start.items() if key not in ("pirates", "shuffles")}
    return known | {
        "adventures": start["adventures"][:shown],
        "movements": [] if start["hand"] else start["movements"][:3],
    }


def tell(engine, act):
    code = engine.act(act)
    if code is not None:
        raise DiffersError(f"{act}: engine foul {code}")


def answer(oracle, engine, act):
    """All that is owed, truthfully; how many answers it took."""
    for count in range(ANSWERS):
        owed = engine.owed()
        if not owed:
            return count
        asked = next((each["pirate"] for each in engine.offers() if each["act"] == "mutiny"), "")
        true = truth(oracle.w, engine.state(), owed[0], act, asked)
        if true["act"] != "reveal" and as_key(true) not in {as_key(each) for each in engine.offers()}:
            raise DiffersError(f"owed, and not offered: {true}")
        tell(engine, true)
    raise DiffersError(f"after {act} the engine never stops asking: {engine.owed()}")


def truth(w, state, owed, act, asked):
    if owed == "answer":
        return {"act": "answer", "player": act["accused"], "yes": act["pirate"] in w["pirates"][act["accused"]]}
    if owed == "mutiny":
        ship = mutinous(w, state)
        if w["readings"]["mutiny"] == "literal" and asked == next(
            each for each in w["row"] if each not in w["damaged"]
        ):
            ship = asked  # whether anybody owns the first undamaged ship is asked first
        owner = next((who for who in w["players"] if ship in w["pirates"][who]), "")
        return {"act": "mutiny", "player": owner, "pirate": ship}
    if owed == "reveal":
        who = next(who for who in w["players"] if len(state["revealed"][who]) < w["dealt"])
        return {"act": "reveal", "player": who, "pirates": w["pirates"][who]}
    told = {state["active"], *state["upcoming"], *state["open"]}
    return {"act": "turn-up", "card": next(card for card in [*w["lane"], *w["open"]] if card not in told)}


def mutinous(w, state):
    """The ship that Mutiny is about. It damages and moves none, so the row is as it was."""
    if w["readings"]["mutiny"] == "undamaged":
        return next(ship for ship in w["row"] if ship not in w["damaged"])
    known = [pirate for own in state["revealed"].values() for pirate in own]
    return next(ship for ship in w["row"] if ship not in known)


def compare(oracle, engine, after):
    """Nobody asks for the movement card that is drawn in the last turn."""
    unknown = ("hands", "open", "movement_pile", "movement_discards") if oracle.w["over"] else ("hands",)
    found = first_difference(engine.state(), public_state(oracle.w), unknown)
    if found:
        raise DiffersError(f"after {after}: {found}")

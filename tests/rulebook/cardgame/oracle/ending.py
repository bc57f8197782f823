"""The end, and the game in the words in which two engines are compared."""

from tests.rulebook.cardgame.oracle.box import PAPER, UNKNOWN
from tests.rulebook.cardgame.oracle.decks import ADVENTURES, MOVEMENTS
from tests.rulebook.cardgame.oracle.legal import whose_turn


def end(w):
    w["over"] = True
    for player in w["players"]:
        w["revealed"][player] = list(w["pirates"][player])
        under = sum(len(w["fame"][ship]) for ship in w["pirates"][player])
        w["score"][player] = under + len(w["taken"][player])
    honest = [who for who in w["players"] if not set(w["denied"][who]) & set(w["pirates"][who])]
    best = most(honest, w["score"])
    if len(best) > 1:
        best = most(best, {who: len(set(w["pirates"][who]) - w["damaged"]) for who in best})
    if len(best) > 1:
        best = most(best, {who: -min(w["row"].index(ship) for ship in w["pirates"][who]) for who in best})
    w["winners"] = best


def most(players, worth):
    top = max((worth[who] for who in players), default=0)
    return [who for who in players if worth[who] == top]


def public_state(w):
    """A card that waits to be told counts as one of its pile."""
    lane = [card for card in w["lane"] if card != UNKNOWN]
    shown = [card for card in w["open"] if card != UNKNOWN]
    return {
        "turn": whose_turn(w),
        "row": list(w["row"]),
        "damaged": sorted(w["damaged"]),
        "fame": {ship: len(cards) for ship, cards in w["fame"].items()},
        "taken": {player: len(cards) for player, cards in w["taken"].items()},
        "active": lane[0] if lane else None,
        "upcoming": lane[1:],
        "open": shown,
        "hands": {player: sorted(cards) for player, cards in w["hands"].items()},
        "hand_size": dict(w["sizes"]),
        "adventure_pile": len(w["pile"]) + w["lane"].count(UNKNOWN),
        "adventure_discards": len(w["discards"]),
        "movement_pile": len(w["draw"]) + w["open"].count(UNKNOWN),
        "movement_discards": len(w["thrown"]),
        "revealed": {player: sorted(own) for player, own in w["revealed"].items()},
        "over": w["over"],
        "winners": list(w["winners"]),
        **({"score": dict(w["score"])} if w["over"] else {}),
    }


def lost_cards(w):
    """Cards that are in no place or in two; none, where all orders are known."""
    piles = [w["lane"], w["pile"], w["discards"], *w["fame"].values(), *w["taken"].values()]
    adventures = [card for pile in piles for card in pile if card != PAPER]
    movements = [*w["open"], *(card for hand in w["hands"].values() for card in hand), *w["draw"], *w["thrown"]]
    wrong = [] if sorted(adventures) == sorted(ADVENTURES) else ["adventures"]
    return wrong if sorted(movements) == sorted(MOVEMENTS) else [*wrong, "movements"]

"""A card game as plain values: all of it, to compare engines by, or what everybody at the table may see."""

from typing import Any

from tableassist.rulebook.cardgame.state.game import CardGame
from tableassist.rulebook.cardgame.state.ships import SHIPS

SECRET = ("hands",)


def whole_state(game: CardGame) -> dict[str, Any]:
    """With the players' hands; pirates stay hidden until they are face up. `score` is there when the game has been
    counted."""
    ending = game.ending
    state = {
        "turn": game.player,
        "row": list(game.row),
        "damaged": sorted(game.damaged),
        "fame": {each: game.fame[each].total for each in SHIPS},
        "taken": {each: game.taken[each].total for each in game.players},
        "active": game.active,
        "upcoming": list(game.adventures[1:]),
        "open": [each for each in game.open if each],
        "hands": {player: sorted(hand.known) for player, hand in game.hands.items()},
        "hand_size": {player: hand.size for player, hand in game.hands.items()},
        "adventure_pile": game.adventure_pile.count,
        "adventure_discards": game.adventure_discards,
        "movement_pile": game.movement_pile.count,
        "movement_discards": len(game.movement_discards),
        "revealed": {each: sorted(game.revealed[each]) for each in game.players},
        "over": game.ended,
        "winners": [] if ending is None else list(ending.winners),
    }
    return state if ending is None else {**state, "score": dict(ending.score)}


def public_state(game: CardGame) -> dict[str, Any]:
    """What lies open on the table and is said aloud: no hand, no pirate that is not face up."""
    return {key: each for key, each in whole_state(game).items() if key not in SECRET}

"""What face-down cards may be, for all that is known."""

from tableassist.rulebook.cardgame.state.adventure_cards import ADVENTURES
from tableassist.rulebook.cardgame.state.game import CardGame
from tableassist.rulebook.cardgame.state.movement_cards import MOVEMENTS


def hidden_movements(game: CardGame) -> tuple[str, ...]:
    """Cards of which nobody has said where they are: in the pile below the known ones, or in a hand."""
    placed = {*game.open, *game.movement_discards, *game.movement_pile.known}
    placed.update(*(each.known for each in game.hands.values()))
    return tuple(each for each in MOVEMENTS if each not in placed)


def hidden_adventures(game: CardGame) -> tuple[str, ...]:
    """Those that have not lain face up and are not known to come."""
    placed = {*game.seen, *game.adventure_pile.known}
    return tuple(each for each in ADVENTURES if each not in placed)


def playable(game: CardGame, player: str) -> tuple[str, ...]:
    """The movement cards that the player may play or pass away: open, or in hand, or possibly in hand."""
    hand = game.hands.get(player)
    if hand is None:
        return tuple(each for each in game.open if each)
    return (*hand.known, *hidden_movements(game)) if hand.unknown else hand.known

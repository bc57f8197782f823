"""Whether a player may play or discard a movement card."""

from tableassist.messages import Message
from tableassist.rulebook.cardgame.foul import HAND, CardFoul, card_foul
from tableassist.rulebook.cardgame.hidden import playable
from tableassist.rulebook.cardgame.state.game import CardGame
from tableassist.rulebook.cardgame.state.movement_cards import movement_title
from tableassist.rulebook.play.judgement import Judgement


def not_held(game: CardGame, player: str, card: str, section: str) -> Judgement | None:
    if card in playable(game, player):
        return None
    said = {"card": movement_title(card), "id": card, "player": player}
    if game.start.hand:
        return card_foul(CardFoul.NOT_IN_HAND, Message("{card} ({id}) is not in {player}'s hand", **said), HAND)
    return card_foul(CardFoul.NOT_OPEN, Message("{card} ({id}) does not lie face up", **said), section)

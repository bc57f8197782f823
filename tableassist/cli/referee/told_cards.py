"""A refereed card game in words, for a terminal."""

from collections.abc import Sequence

from tableassist.cli.referee.told import tell_judged, tell_offers
from tableassist.cli.terminal import tell
from tableassist.messages import Message, Text, say, sentence, tr
from tableassist.rulebook.cardgame import CARD_GAME, CardDuty, CardGame, CardOffer, RefereedCardAct, RefereedCardGame
from tableassist.rulebook.cardgame.cards import adventure_title, movement_title
from tableassist.store.game_words import came_of, card_act_words, ending_words_of_cards, fame_words


def tell_card_acts(refereed: RefereedCardGame) -> None:
    """Turn by turn."""
    told = 0
    for each in refereed.acts:
        if each.before.turn != told:
            tell(_turn_words(each.before))
        told = each.before.turn
        tell_card_act(each, CARD_GAME.duties(each.before))


def _turn_words(game: CardGame) -> str:
    if game.ended:
        return tr("The game is over.")
    return tr("Turn {turn}: it is {player}'s turn.", turn=game.turn, player=game.player)


def tell_card_act(each: RefereedCardAct, before: Sequence[CardDuty]) -> None:
    """`before`: what was owed already, which is not told again."""
    tell_judged(each.judged, card_act_words(each.judged.entry.act, each.game.start.names))
    for words in came_of(each.before, each.game):
        tell("      " + say(words))
    for duty in CARD_GAME.duties(each.game):
        if duty not in before:
            tell("      " + tr("owed: {question}", question=CARD_GAME.question(each.game, duty)))


def tell_card_game(refereed: RefereedCardGame, offered: Sequence[CardOffer]) -> None:
    """What lies on the table, open to all."""
    game = refereed.game
    tell("")
    tell(_turn_words(game))
    for space, ship in enumerate(game.row, start=1):
        said = {"space": space, "ship": game.ship_name(ship), "id": ship, "fame": game.fame[ship].total}
        line = tr("{space}  {ship} ({id}), fame {fame}", **said)
        tell(f"  {line}" + (f"  {tr('damaged')}" if ship in game.damaged else ""))
    tell(tr("Adventures: {cards}; {count} in the pile", cards=_titled(game), count=game.adventure_pile.count))
    tell(tr("Movement cards: {cards}; {count} in the pile", cards=_open(game), count=game.movement_pile.count))
    if game.ending is not None:
        tell(tr("Fame: {score}", score=fame_words(game.ending)))
        tell(sentence(ending_words_of_cards(game.ending)))
    tell_cards_owed(game)
    tell_offers(offered)


def _titled(game: CardGame) -> tuple[Text, ...]:
    return tuple(adventure_title(each) for each in game.adventures) or (Message("none"),)


def _open(game: CardGame) -> tuple[Text, ...]:
    return tuple(movement_title(each) for each in game.open if each) or (Message("none"),)


def tell_cards_owed(game: CardGame) -> None:
    for duty in CARD_GAME.duties(game):
        tell(tr("Owed: {question}", question=CARD_GAME.question(game, duty)))

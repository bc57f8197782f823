"""A refereed card game as plain values, for JSON: an object for each act with the game after it, and one for all."""

from typing import Any

from tableassist.matches.games.game_json import judged_object, offer_object
from tableassist.messages import say
from tableassist.rulebook.cardgame import CARD_GAME, CardDuty, CardGame, RefereedCardAct, whole_state
from tableassist.store.game_words import came_of


def card_act_object(each: RefereedCardAct) -> dict[str, Any]:
    """`state` is the same in any engine of the game: docs/card-game.md lists its fields."""
    return {
        **judged_object(each.judged),
        "came": [say(words) for words in came_of(each.before, each.game)],
        "owed": [_duty(each.game, duty) for duty in CARD_GAME.duties(each.game)],
        "state": whole_state(each.game),
    }


def card_game_object(game: CardGame) -> dict[str, Any]:
    return {
        **whole_state(game),
        "owed": [_duty(game, duty) for duty in CARD_GAME.duties(game)],
        "offers": [offer_object(each) for each in CARD_GAME.offers(game)],
    }


def _duty(game: CardGame, duty: CardDuty) -> dict[str, Any]:
    about = {"kind": duty.kind.value, "player": duty.player, "ship": duty.ship, "count": duty.count}
    return {**about, "words": say(CARD_GAME.question(game, duty))}

"""What may be done now: every act that the rules allow, with what it needs.

With the hand rule the offers of a player show what he holds: they are for his eyes only.
"""

from collections.abc import Iterator
from typing import TypeAlias

from tableassist.rulebook.cardgame.acts import AnyCardAct
from tableassist.rulebook.cardgame.owed import CardDuty, cards_owed
from tableassist.rulebook.cardgame.referee import CARD_ACT_RULES, judge_card_act
from tableassist.rulebook.cardgame.state.game import CardGame
from tableassist.rulebook.play.offer import Offer

CardOffer: TypeAlias = Offer[AnyCardAct]


def card_offers(game: CardGame) -> tuple[CardOffer, ...]:
    """Answers to what is owed; the four actions while nothing is."""
    owed = cards_owed(game)
    if owed:
        return tuple(offer for duty in owed for offer in card_answers(game, duty))
    actions = () if game.ended else CARD_ACT_RULES.values()
    return _allowed(game, (offer for rules in actions for offer in rules.offers(game, game.player)))


def card_answers(game: CardGame, duty: CardDuty) -> tuple[CardOffer, ...]:
    """To one thing that is owed."""
    return _allowed(game, CARD_ACT_RULES[ANSWERED_BY[duty.kind]].offer_answers(game, duty))


ANSWERED_BY = {kind: act for act, rules in CARD_ACT_RULES.items() for kind in rules.answers}
"""By duty: the act that answers it."""


def _allowed(game: CardGame, offers: Iterator[CardOffer]) -> tuple[CardOffer, ...]:
    return tuple(each for each in offers if not judge_card_act(game, each.act).is_foul)

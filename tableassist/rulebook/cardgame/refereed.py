"""The card game for everything above the rule book."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from tableassist.messages import Message
from tableassist.rulebook.cardgame.acts import CARD_ACT_BY_VERB, AnyCardAct
from tableassist.rulebook.cardgame.offers import CardOffer, card_offers
from tableassist.rulebook.cardgame.owed import CardDuty, card_question, cards_owed
from tableassist.rulebook.cardgame.referee import fold_card_act, judge_card_act
from tableassist.rulebook.cardgame.state.game import CardGame, MovementHand, card_game_with
from tableassist.rulebook.cardgame.state.new_game import new_card_game
from tableassist.rulebook.cardgame.state.pile import CardPile
from tableassist.rulebook.cardgame.state.start import CardStart
from tableassist.rulebook.play.game import Game, Refereed, RefereedAct, play_log, play_on
from tableassist.rulebook.play.judgement import Judgement
from tableassist.rulebook.play.log import Entry, Log

RefereedCardAct: TypeAlias = RefereedAct[CardGame, AnyCardAct]


class RefereedCardGame(Refereed[CardGame, AnyCardAct]):
    """A card game played through."""

    __slots__ = ()


class CardGameOf2012:
    """Pirates: The Card Game."""

    acts: Mapping[str, type[AnyCardAct]] = CARD_ACT_BY_VERB  # type: ignore[assignment]  # the verbs name these classes

    def start(self, set_up: CardStart) -> CardGame:
        return new_card_game(set_up)

    def judge(self, game: CardGame, entry: Entry[AnyCardAct]) -> Judgement:
        return judge_card_act(game, entry.act)

    def apply(self, game: CardGame, act: AnyCardAct) -> CardGame:
        return fold_card_act(game, act)

    def offers(self, game: CardGame) -> tuple[CardOffer, ...]:
        return card_offers(game)

    def duties(self, game: CardGame) -> tuple[CardDuty, ...]:
        return cards_owed(game)

    def question(self, game: CardGame, duty: CardDuty) -> Message:
        return card_question(game, duty)

    def view(self, game: CardGame, player: str | None) -> CardGame:
        """Hands are known to those who hold them, and the order of a pile to nobody."""
        hands = {each: hand if each == player else MovementHand((), hand.size) for each, hand in game.hands.items()}
        piles = {name: CardPile((), getattr(game, name).count) for name in ("movement_pile", "adventure_pile")}
        return card_game_with(game, hands=hands, **piles)


CARD_GAME: Final[Game[CardStart, CardGame, AnyCardAct, CardDuty]] = CardGameOf2012()


def referee_card_game(start: CardStart, log: Log[AnyCardAct], until: int | None = None) -> RefereedCardGame:
    """`until`: the number of the act that is the last."""
    played = play_log(new_card_game(start), log, CARD_GAME, until)
    return RefereedCardGame(played.start, played.acts, played.game, played.struck)


def with_card_entry(refereed: RefereedCardGame, entry: Entry[AnyCardAct]) -> RefereedCardGame:
    """The same game with one more act at its end."""
    return play_on(refereed, entry, CARD_GAME)

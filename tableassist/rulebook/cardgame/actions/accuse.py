"""A player accuses another of being a pirate, and the answer."""

from collections.abc import Iterator
from typing import Any

from tableassist.messages import Message, template
from tableassist.rulebook.cardgame.act import ACCUSE, HAND, CardAct, CardDuty, CardDutyKind, CardFoul, card_foul
from tableassist.rulebook.cardgame.actions.movement import not_held
from tableassist.rulebook.cardgame.cards import SHIPS
from tableassist.rulebook.cardgame.changes import (
    deny_pirate,
    discard_card,
    finish_action,
    reveal_pirates,
    take_half_fame,
)
from tableassist.rulebook.cardgame.state import Accusation, CardGame, is_pirate, playable
from tableassist.rulebook.play.game import Need, Offer
from tableassist.rulebook.play.log import FINE, Judgement


class Accuse(CardAct, frozen=True, tag="accuse"):
    player: str
    accused: str
    pirate: str
    discard: str = ""
    """With the hand rule: the movement card that it costs."""

    title = Message("Accuse a player")
    text = template("{player} accuses {accused} of being the pirate of {pirate}")

    def choose_text(self) -> str:
        if self.discard:
            return template("{player} accuses {accused} of being the pirate of {pirate} and discards {discard}")
        return self.text

    def assess(self, game: CardGame) -> Judgement:
        if self.accused == self.player:
            words = Message("{player} can only accuse another player", player=self.player)
            return card_foul(CardFoul.ONESELF, words, ACCUSE)
        if self.pirate in game.face_up_pirates:
            words = Message("the pirate of {ship} is face up already", ship=game.ship_name(self.pirate))
            return card_foul(CardFoul.FACE_UP, words, ACCUSE)
        return _judge_discard(game, self)

    def fold(self, game: CardGame) -> CardGame:
        """The answer is owed where the program does not know it."""
        game = game.replace(player=self.player)
        if self.discard and game.start.hand:
            game = discard_card(game, self.player, self.discard)
        accusation = Accusation(self.player, self.accused, self.pirate)
        right = is_pirate(game, self.accused, self.pirate)
        if right is None:
            return game.replace(accusation=accusation)
        return finish_action(_reward_accuser(game, accusation) if right else game)

    @staticmethod
    def offers(game: CardGame, player: str) -> Iterator[Offer[Any]]:
        pirates = tuple(pirate for pirate in SHIPS if pirate not in game.face_up_pirates)
        cards = playable(game, player) if game.start.hand else ()
        costs = (Need("discard", cards),) if cards else ()
        for accused in game.players:
            if accused != player and pirates:
                act = Accuse(player, accused, pirates[0], cards[0] if cards else "")
                words = Message("{player} accuses {other} of being a pirate", player=player, other=accused)
                yield Offer(player, act, words, (Need("pirate", pirates), *costs))


class AnswerAccusation(CardAct, frozen=True, tag="answer"):
    player: str
    yes: bool

    title = Message("Answer an accusation")
    text = template("{player} says no")
    answers = (CardDutyKind.ANSWER,)

    def choose_text(self) -> str:
        return template("{player} says yes") if self.yes else self.text

    def assess(self, game: CardGame) -> Judgement:
        accusation = game.accusation
        if accusation is not None and self.player != accusation.accused:
            words = Message(
                "{player} was accused and has to answer, not {other}", player=accusation.accused, other=self.player
            )
            return card_foul(CardFoul.NOT_ASKED, words, ACCUSE)
        return FINE

    def fold(self, game: CardGame) -> CardGame:
        accusation = game.accusation
        if accusation is None:
            return game
        game = game.replace(accusation=None)
        if not self.yes:
            return finish_action(deny_pirate(game, (accusation.accused,), accusation.pirate))
        return finish_action(_reward_accuser(game, accusation))

    @staticmethod
    def offer_answers(game: CardGame, duty: CardDuty) -> Iterator[Offer[Any]]:
        about = {"player": duty.player, "ship": game.ship_name(duty.ship)}
        yes = Message("{player} is the pirate of {ship}", **about)
        yield Offer(duty.player, AnswerAccusation(duty.player, True), yes)
        no = Message("{player} is not the pirate of {ship}", **about)
        yield Offer(duty.player, AnswerAccusation(duty.player, False), no)


def _judge_discard(game: CardGame, act: Accuse) -> Judgement:
    """With the hand rule an accusation costs a card, whatever comes of it."""
    if not game.start.hand:
        words = Message("an accusation costs a card only with the hand rule")
        return card_foul(CardFoul.NEEDLESS_DISCARD, words, ACCUSE) if act.discard else FINE
    if game.hands[act.player].size <= 1:
        words = Message("{player} has a hand of one card and may not accuse anyone", player=act.player)
        return card_foul(CardFoul.HAND_OF_ONE, words, HAND)
    if not act.discard:
        words = Message("{player} has to discard a movement card to accuse", player=act.player)
        return card_foul(CardFoul.NO_DISCARD, words, HAND)
    bad = not_held(game, act.player, act.discard, HAND)
    return FINE if bad is None else bad


def _reward_accuser(game: CardGame, accusation: Accusation) -> CardGame:
    game = reveal_pirates(game, accusation.accused, accusation.pirate)
    return take_half_fame(game, accusation.pirate, accusation.accuser)

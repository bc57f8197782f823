"""A player accuses another of being a pirate, and the answer."""

from collections.abc import Iterator
from typing import Any

from tableassist.messages import Message
from tableassist.rulebook.cardgame.act import ACCUSE, HAND, CardAct, CardDuty, CardFoul, card_foul
from tableassist.rulebook.cardgame.actions.movement import not_held
from tableassist.rulebook.cardgame.cards import SHIPS
from tableassist.rulebook.cardgame.changes import (
    deny_pirate,
    discard_card,
    finish_action,
    reveal_pirates,
    take_half_fame,
)
from tableassist.rulebook.cardgame.state import Accusation, CardGame, card_game_with, is_pirate, playable
from tableassist.rulebook.play.game import Need, Offer
from tableassist.rulebook.play.log import FINE, Judgement


class Accuse(CardAct, frozen=True, tag="accuse"):
    player: str
    accused: str
    pirate: str
    discard: str = ""
    """With the hand rule: the movement card that it costs."""


class AnswerAccusation(CardAct, frozen=True, tag="answer"):
    player: str
    yes: bool


def judge_accuse(game: CardGame, act: Accuse) -> Judgement:
    if act.accused == act.player:
        words = Message("{player} can only accuse another player", player=act.player)
        return card_foul(CardFoul.ONESELF, words, ACCUSE)
    if act.pirate in game.face_up_pirates:
        words = Message("the pirate of {ship} is face up already", ship=game.ship_name(act.pirate))
        return card_foul(CardFoul.FACE_UP, words, ACCUSE)
    return _judge_discard(game, act)


def _judge_discard(game: CardGame, act: Accuse) -> Judgement:
    """With the hand rule an accusation costs a card, whatever comes of it."""
    if not game.start.hand:
        words = Message("an accusation costs a card only with the hand rule")
        return card_foul(CardFoul.NEEDLESS_DISCARD, words, ACCUSE) if act.discard else FINE
    if game.hands[act.player].size <= 1:
        words = Message("{player} has a hand of one card and may accuse nobody", player=act.player)
        return card_foul(CardFoul.HAND_OF_ONE, words, HAND)
    if not act.discard:
        words = Message("{player} has to discard a movement card to accuse", player=act.player)
        return card_foul(CardFoul.NO_DISCARD, words, HAND)
    bad = not_held(game, act.player, act.discard, HAND)
    return FINE if bad is None else bad


def fold_accuse(game: CardGame, act: Accuse) -> CardGame:
    """The answer is owed where the program does not know it."""
    game = card_game_with(game, player=act.player)
    if act.discard and game.start.hand:
        game = discard_card(game, act.player, act.discard)
    accusation = Accusation(act.player, act.accused, act.pirate)
    right = is_pirate(game, act.accused, act.pirate)
    if right is None:
        return card_game_with(game, accusation=accusation)
    return finish_action(_reward_accuser(game, accusation) if right else game)


def _reward_accuser(game: CardGame, accusation: Accusation) -> CardGame:
    game = reveal_pirates(game, accusation.accused, accusation.pirate)
    return take_half_fame(game, accusation.pirate, accusation.accuser)


def judge_answer(game: CardGame, act: AnswerAccusation) -> Judgement:
    asked = game.accusation
    if asked is not None and act.player != asked.accused:
        words = Message("{player} was accused and has to answer, not {other}", player=asked.accused, other=act.player)
        return card_foul(CardFoul.NOT_ASKED, words, ACCUSE)
    return FINE


def fold_answer(game: CardGame, act: AnswerAccusation) -> CardGame:
    asked = game.accusation
    if asked is None:
        return game
    game = card_game_with(game, accusation=None)
    if not act.yes:
        return finish_action(deny_pirate(game, (asked.accused,), asked.pirate))
    return finish_action(_reward_accuser(game, asked))


def offer_accusations(game: CardGame, player: str) -> Iterator[Offer[Any]]:
    pirates = tuple(each for each in SHIPS if each not in game.face_up_pirates)
    cards = playable(game, player) if game.start.hand else ()
    costs = (Need("discard", cards),) if cards else ()
    for other in game.players:
        if other != player and pirates:
            act = Accuse(player, other, pirates[0], cards[0] if cards else "")
            words = Message("{player} accuses {other} of being a pirate", player=player, other=other)
            yield Offer(player, act, words, (Need("pirate", pirates), *costs))


def offer_answers(game: CardGame, duty: CardDuty) -> Iterator[Offer[Any]]:
    about = {"player": duty.player, "ship": game.ship_name(duty.ship)}
    yes = Message("{player} is the pirate of {ship}", **about)
    yield Offer(duty.player, AnswerAccusation(duty.player, True), yes)
    no = Message("{player} is not the pirate of {ship}", **about)
    yield Offer(duty.player, AnswerAccusation(duty.player, False), no)

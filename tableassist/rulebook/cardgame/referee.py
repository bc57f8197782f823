"""The referee of the card game: what an act does, and what the rules say of it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from tableassist.messages import Message
from tableassist.rulebook.cardgame.actions.accuse import (
    fold_accuse,
    fold_answer,
    judge_accuse,
    judge_answer,
    offer_accusations,
    offer_answers,
)
from tableassist.rulebook.cardgame.actions.answers import (
    fold_own_up,
    fold_reveal_pirates,
    fold_turn_up,
    judge_own_up,
    judge_reveal_pirates,
    judge_turn_up,
    offer_cards_turned_up,
    offer_owners,
    offer_pirates,
)
from tableassist.rulebook.cardgame.actions.corrections import fold_correct_cards, judge_correct_cards
from tableassist.rulebook.cardgame.actions.movement import (
    fold_pass,
    fold_play,
    fold_repair_ships,
    judge_pass,
    judge_play,
    judge_repair_ships,
    offer_passes,
    offer_plays,
    offer_repair,
)
from tableassist.rulebook.cardgame.acts import (
    Accuse,
    AnswerAccusation,
    AnyCardAct,
    CardAct,
    CorrectCards,
    OwnUp,
    PassTurn,
    PlayMovement,
    RepairShips,
    RevealPirates,
    TurnUp,
)
from tableassist.rulebook.cardgame.foul import END, TURN, CardFoul, card_foul
from tableassist.rulebook.cardgame.named import unknown_cards
from tableassist.rulebook.cardgame.owed import CardDuty, CardDutyKind, card_question, cards_owed
from tableassist.rulebook.cardgame.state.game import CardGame
from tableassist.rulebook.play.judgement import Judgement
from tableassist.rulebook.play.offer import Offer


def _offer_no_actions(_game: CardGame, _player: str) -> Iterator[Offer[Any]]:
    return iter(())


def _offer_no_answers(_game: CardGame, _duty: CardDuty) -> Iterator[Offer[Any]]:
    return iter(())


class CardActRules(NamedTuple):
    judge: Callable[[CardGame, Any], Judgement]
    fold: Callable[[CardGame, Any], CardGame]
    offers: Callable[[CardGame, str], Iterator[Offer[Any]]] = _offer_no_actions
    """For the player whose turn it is, where it is an action."""
    answers: tuple[CardDutyKind, ...] = ()
    """What it answers; none: it is an action, or a correction."""
    offer_answers: Callable[[CardGame, CardDuty], Iterator[Offer[Any]]] = _offer_no_answers


CARD_ACT_RULES: Mapping[type[CardAct], CardActRules] = {
    PlayMovement: CardActRules(judge_play, fold_play, offer_plays),
    RepairShips: CardActRules(judge_repair_ships, fold_repair_ships, offer_repair),
    Accuse: CardActRules(judge_accuse, fold_accuse, offer_accusations),
    PassTurn: CardActRules(judge_pass, fold_pass, offer_passes),
    AnswerAccusation: CardActRules(
        judge_answer, fold_answer, answers=(CardDutyKind.ANSWER,), offer_answers=offer_answers
    ),
    OwnUp: CardActRules(judge_own_up, fold_own_up, answers=(CardDutyKind.MUTINY,), offer_answers=offer_owners),
    TurnUp: CardActRules(
        judge_turn_up,
        fold_turn_up,
        answers=(CardDutyKind.ADVENTURE, CardDutyKind.MOVEMENT),
        offer_answers=offer_cards_turned_up,
    ),
    RevealPirates: CardActRules(
        judge_reveal_pirates, fold_reveal_pirates, answers=(CardDutyKind.REVEAL,), offer_answers=offer_pirates
    ),
    CorrectCards: CardActRules(judge_correct_cards, fold_correct_cards),
}


def judge_card_act(game: CardGame, act: AnyCardAct) -> Judgement:
    bad = unknown_cards(game, act)
    if bad is None and not isinstance(act, CorrectCards):
        bad = _not_now(game, act)
    return CARD_ACT_RULES[type(act)].judge(game, act) if bad is None else bad


def _not_now(game: CardGame, act: AnyCardAct) -> Judgement | None:
    owed, answers = cards_owed(game), CARD_ACT_RULES[type(act)].answers
    if answers:
        if any(each.kind in answers for each in owed):
            return None
        return card_foul(CardFoul.NOT_OWED, Message("nobody asked for that"), TURN)
    if game.ended:
        return card_foul(CardFoul.GAME_OVER, Message("the game is over"), END)
    if owed:
        words = Message("first: {question}", question=card_question(game, owed[0]))
        return card_foul(CardFoul.OWED, words, TURN)
    player = getattr(act, "player", game.player)
    if player == game.player:
        return None
    words = Message("it is {player}'s turn, not {other}'s", player=game.player, other=player)
    return card_foul(CardFoul.NOT_YOUR_TURN, words, TURN)


def fold_card_act(game: CardGame, act: AnyCardAct) -> CardGame:
    """The game after the act, whatever the rules say of it. What names nothing in the game, and an action when it has
    ended, changes nothing."""
    if unknown_cards(game, act) is not None:
        return game
    if game.ended and not isinstance(act, RevealPirates | CorrectCards):
        return game
    return CARD_ACT_RULES[type(act)].fold(game, act)

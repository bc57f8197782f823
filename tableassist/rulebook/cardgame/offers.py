"""What may be done now: every act that the rules allow, with what it needs.

With the hand rule the offers of a player show what he holds: they are for his eyes only.
"""

from collections.abc import Iterator
from typing import TypeAlias

from tableassist.messages import Message
from tableassist.rulebook.cardgame.acts import (
    Accuse,
    AnswerAccusation,
    AnyCardAct,
    OwnUp,
    PassTurn,
    PlayMovement,
    RepairShips,
    RevealPirates,
    TurnUp,
)
from tableassist.rulebook.cardgame.hidden import hidden_adventures, hidden_movements, playable
from tableassist.rulebook.cardgame.owed import CardDuty, CardDutyKind, card_question, cards_owed
from tableassist.rulebook.cardgame.referee import judge_card_act
from tableassist.rulebook.cardgame.state.game import CardGame, all_pirates, is_pirate
from tableassist.rulebook.cardgame.state.movement_cards import movement_kind, movement_title
from tableassist.rulebook.cardgame.state.ships import SHIPS
from tableassist.rulebook.play.offer import Need, Offer

CardOffer: TypeAlias = Offer[AnyCardAct]


def card_offers(game: CardGame) -> tuple[CardOffer, ...]:
    """Answers to what is owed; the four actions while nothing is."""
    owed = cards_owed(game)
    if owed:
        candidates = [each for duty in owed for each in _answers(game, duty)]
    else:
        candidates = [] if game.ended else [*_actions(game, game.player)]
    return tuple(each for each in candidates if not judge_card_act(game, each.act).is_foul)


def card_answers(game: CardGame, duty: CardDuty) -> tuple[CardOffer, ...]:
    """To one thing that is owed."""
    return tuple(each for each in _answers(game, duty) if not judge_card_act(game, each.act).is_foul)


def _actions(game: CardGame, player: str) -> Iterator[CardOffer]:
    for card in playable(game, player):
        yield _play(game, player, card)
    yield Offer(player, RepairShips(player), Message("{player} repairs all ships", player=player))
    yield from _accusations(game, player)
    yield Offer(player, PassTurn(player), Message("{player} passes", player=player))
    cards = playable(game, player)
    if cards:
        words = Message("{player} passes and has a movement card replaced", player=player)
        yield Offer(player, PassTurn(player, cards[0]), words, (Need("discard", cards),))


def _play(game: CardGame, player: str, card: str) -> CardOffer:
    """Ships to choose from stand front first; of two, the second lies behind the first or in front of her."""
    kind, title = movement_kind(card), movement_title(card)
    choices = game.undamaged if kind.damages else game.row
    count = kind.ships if choices else 0
    words = Message("{player} plays {card} ({id})", player=player, card=title, id=card)
    needs = (Need("ships", choices, most=count, least=count),) if count else ()
    return Offer(player, PlayMovement(player, card, choices[:count]), words, needs)


def _accusations(game: CardGame, player: str) -> Iterator[CardOffer]:
    pirates = tuple(each for each in SHIPS if each not in game.face_up_pirates)
    cards = playable(game, player) if game.start.hand else ()
    costs = (Need("discard", cards),) if cards else ()
    for other in game.players:
        if other != player and pirates:
            act = Accuse(player, other, pirates[0], cards[0] if cards else "")
            words = Message("{player} accuses {other} of being a pirate", player=player, other=other)
            yield Offer(player, act, words, (Need("pirate", pirates), *costs))


def _answers(game: CardGame, duty: CardDuty) -> Iterator[CardOffer]:
    words = card_question(game, duty)
    match duty.kind:
        case CardDutyKind.ANSWER:
            said = {"player": duty.player, "ship": game.ship_name(duty.ship)}
            yes = Message("{player} is the pirate of {ship}", **said)
            yield Offer(duty.player, AnswerAccusation(duty.player, True), yes)
            no = Message("{player} is not the pirate of {ship}", **said)
            yield Offer(duty.player, AnswerAccusation(duty.player, False), no)
        case CardDutyKind.MUTINY:
            for player in game.players:
                owns = Message("{player} owns {ship}", player=player, ship=game.ship_name(duty.ship))
                yield Offer(player, OwnUp(player, duty.ship), owns)
            nobody = Message("nobody owns {ship}", ship=game.ship_name(duty.ship))
            yield Offer("", OwnUp("", duty.ship), nobody)
        case CardDutyKind.ADVENTURE | CardDutyKind.MOVEMENT:
            is_adventure = duty.kind is CardDutyKind.ADVENTURE
            cards = hidden_adventures(game) if is_adventure else hidden_movements(game)
            if cards:
                yield Offer("", TurnUp(cards[0]), words, (Need("card", cards),))
        case CardDutyKind.REVEAL:
            yield _reveal(game, duty.player, words)


def _reveal(game: CardGame, player: str, words: Message) -> CardOffer:
    """Those known already come first."""
    known = sorted(all_pirates(game, player))
    more = [each for each in SHIPS if each not in known and is_pirate(game, player, each) is None]
    choices, count = (*known, *more), game.start.pirates_each
    return Offer(player, RevealPirates(player, choices[:count]), words, (Need("pirates", choices, count, count),))

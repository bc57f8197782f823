"""The referee of the card game: all its acts, what the rules say of each, what may be done, and who may see what."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from tableassist.messages import Message
from tableassist.rulebook.cardgame.act import (
    END,
    TURN,
    CardAct,
    CardDuty,
    CardDutyKind,
    CardFoul,
    card_foul,
    card_question,
    cards_owed,
)
from tableassist.rulebook.cardgame.actions.accuse import (
    Accuse,
    AnswerAccusation,
    fold_accuse,
    fold_answer,
    judge_accuse,
    judge_answer,
    offer_accusations,
    offer_answers,
)
from tableassist.rulebook.cardgame.actions.answers import (
    OwnUp,
    RevealPirates,
    TurnUp,
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
from tableassist.rulebook.cardgame.actions.corrections import CorrectCards, fold_correct_cards, judge_correct_cards
from tableassist.rulebook.cardgame.actions.movement import (
    PassTurn,
    PlayMovement,
    RepairShips,
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
from tableassist.rulebook.cardgame.cards import ALL_ADVENTURES, ALL_MOVEMENTS, SHIPS, CardPile
from tableassist.rulebook.cardgame.state import CardGame, CardStart, MovementHand, card_game_with, new_card_game
from tableassist.rulebook.play.game import Game, Offer, Refereed, RefereedAct, play_log, play_on
from tableassist.rulebook.play.log import Entry, Judgement, Log

AnyCardAct: TypeAlias = (
    PlayMovement | RepairShips | Accuse | PassTurn | AnswerAccusation | OwnUp | TurnUp | RevealPirates | CorrectCards
)
CARD_ACTS: tuple[type[CardAct], ...] = get_args(AnyCardAct)
CARD_ACT_BY_VERB: dict[str, type[CardAct]] = {str(each.__struct_config__.tag): each for each in CARD_ACTS}


def unknown_cards(game: CardGame, act: AnyCardAct) -> Judgement | None:
    """The first name that is not in the game."""
    return next(_unknown(game, act), None)


def _unknown(game: CardGame, act: AnyCardAct) -> Iterator[Judgement]:
    for player in _players(act):
        if player not in game.players:
            yield _foul(player, Message("player"))
    for ship in _ships(act):
        if ship not in SHIPS:
            yield _foul(ship, Message("ship"))
    for card in _movements(act):
        if card not in ALL_MOVEMENTS:
            yield _foul(card, Message("movement card"))
    if isinstance(act, TurnUp) and act.card not in ALL_MOVEMENTS | ALL_ADVENTURES:
        yield _foul(act.card, Message("card"))


def _players(act: AnyCardAct) -> tuple[str, ...]:
    if isinstance(act, OwnUp):
        return (act.player,) if act.player else ()
    if isinstance(act, Accuse):
        return (act.player, act.accused)
    player = getattr(act, "player", None)
    return () if player is None else (player,)


def _ships(act: AnyCardAct) -> tuple[str, ...]:
    match act:
        case PlayMovement():
            return act.ships
        case Accuse() | OwnUp():
            return (act.pirate,)
        case RevealPirates():
            return act.pirates
    return ()


def _movements(act: AnyCardAct) -> tuple[str, ...]:
    if isinstance(act, PlayMovement):
        return (act.movement,)
    return (act.discard,) if isinstance(act, PassTurn | Accuse) and act.discard else ()


def _foul(value: str, what: Message) -> Judgement:
    words = Message("'{value}' is no {what} in this game", value=value, what=what)
    return card_foul(CardFoul.UNKNOWN, words, TURN)


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


SECRET = ("hands",)


def whole_state(game: CardGame) -> dict[str, Any]:
    """With the players' hands; pirates stay hidden until they are face up. `score` is there when the game has been
    counted."""
    ending = game.ending
    state = {
        "turn": game.player,
        "row": list(game.row),
        "damaged": sorted(game.damaged),
        "fame": {each: game.fame[each].total for each in SHIPS},
        "taken": {each: game.taken[each].total for each in game.players},
        "active": game.active,
        "upcoming": list(game.adventures[1:]),
        "open": [each for each in game.open if each],
        "hands": {player: sorted(hand.known) for player, hand in game.hands.items()},
        "hand_size": {player: hand.size for player, hand in game.hands.items()},
        "adventure_pile": game.adventure_pile.count,
        "adventure_discards": game.adventure_discards,
        "movement_pile": game.movement_pile.count,
        "movement_discards": len(game.movement_discards),
        "revealed": {each: sorted(game.revealed[each]) for each in game.players},
        "over": game.ended,
        "winners": [] if ending is None else list(ending.winners),
    }
    return state if ending is None else {**state, "score": dict(ending.score)}


def public_state(game: CardGame) -> dict[str, Any]:
    """What lies open on the table and is said aloud: no hand, no pirate that is not face up."""
    return {key: each for key, each in whole_state(game).items() if key not in SECRET}

"""The referee of the card game: all its acts, what the rules say of each, what may be done, and who may see what."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias, get_args

from tableassist.messages import Message
from tableassist.rulebook.cardgame.act import (
    END,
    TURN,
    CardAct,
    CardDuty,
    CardFoul,
    card_foul,
    card_question,
    cards_owed,
)
from tableassist.rulebook.cardgame.actions.accuse import Accuse, AnswerAccusation
from tableassist.rulebook.cardgame.actions.answers import OwnUp, RevealPirates, TurnUp
from tableassist.rulebook.cardgame.actions.corrections import CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.cards import ALL_ADVENTURES, ALL_MOVEMENTS, SHIPS, CardPile
from tableassist.rulebook.cardgame.state import CardGame, CardStart, MovementHand, new_card_game
from tableassist.rulebook.play.game import Game, Offer, Refereed, RefereedAct, play_log
from tableassist.rulebook.play.log import Entry, Judgement, Log

AnyCardAct: TypeAlias = (
    PlayMovement | RepairShips | Accuse | PassTurn | AnswerAccusation | OwnUp | TurnUp | RevealPirates | CorrectCards
)
CARD_ACTS: tuple[type[CardAct], ...] = get_args(AnyCardAct)
CARD_ACT_BY_VERB: dict[str, type[CardAct]] = {str(act.__struct_config__.tag): act for act in CARD_ACTS}


ANSWERED_BY = {kind: act for act in CARD_ACTS for kind in act.answers}
"""By duty: the act that answers it."""
MAY_BE_EMPTY = {(OwnUp, "player"), (PassTurn, "discard"), (Accuse, "discard")}
"""Nobody owns the ship; no card is given away."""


def find_unknown_name(game: CardGame, act: CardAct) -> Judgement | None:
    """The first name that is not in the game."""
    kinds = (
        (("player", "accused"), game.players, Message("player")),
        (("ships", "pirate", "pirates"), SHIPS, Message("ship")),
        (("movement", "discard"), ALL_MOVEMENTS, Message("movement card")),
        (("card",), ALL_MOVEMENTS | ALL_ADVENTURES, Message("card")),
    )
    for fields, names, what in kinds:
        for field in fields:
            value = getattr(act, field, ())
            for name in value if isinstance(value, tuple) else (value,):
                if name not in names and (name or (type(act), field) not in MAY_BE_EMPTY):
                    words = Message("'{value}' is no {what} in this game", value=name, what=what)
                    return card_foul(CardFoul.UNKNOWN, words, TURN)
    return None


def judge_card_act(game: CardGame, act: AnyCardAct) -> Judgement:
    bad = find_unknown_name(game, act)
    if bad is None and not isinstance(act, CorrectCards):
        bad = _not_now(game, act)
    return act.assess(game) if bad is None else bad


def _not_now(game: CardGame, act: AnyCardAct) -> Judgement | None:
    owed, answers = cards_owed(game), act.answers
    if answers:
        if any(duty.kind in answers for duty in owed):
            return None
        return card_foul(CardFoul.NOT_OWED, Message("there is no such request"), TURN)
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
    if find_unknown_name(game, act) is not None:
        return game
    if game.ended and not isinstance(act, RevealPirates | CorrectCards):
        return game
    return act.fold(game)


CardOffer: TypeAlias = Offer[AnyCardAct]


def card_offers(game: CardGame) -> tuple[CardOffer, ...]:
    """Answers to what is owed; the four actions while nothing is."""
    owed = cards_owed(game)
    if owed:
        return tuple(offer for duty in owed for offer in card_answers(game, duty))
    actions = () if game.ended else CARD_ACTS
    return _keep_allowed(game, (offer for act in actions for offer in act.offers(game, game.player)))


def card_answers(game: CardGame, duty: CardDuty) -> tuple[CardOffer, ...]:
    """To one thing that is owed."""
    return _keep_allowed(game, ANSWERED_BY[duty.kind].offer_answers(game, duty))


def _keep_allowed(game: CardGame, offers: Iterator[CardOffer]) -> tuple[CardOffer, ...]:
    return tuple(offer for offer in offers if not judge_card_act(game, offer.act).is_foul)


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

    def offers(self, game: CardGame, _rulings: Iterable[Any] = (), /) -> tuple[CardOffer, ...]:
        return card_offers(game)

    def duties(self, game: CardGame) -> tuple[CardDuty, ...]:
        return cards_owed(game)

    def question(self, game: CardGame, duty: CardDuty) -> Message:
        return card_question(game, duty)

    def view(self, game: CardGame, player: str | None) -> CardGame:
        """Hands are known to those who hold them, and the order of a pile to nobody."""
        hands = {held: hand if held == player else MovementHand((), hand.size) for held, hand in game.hands.items()}
        piles = {name: CardPile((), getattr(game, name).count) for name in ("movement_pile", "adventure_pile")}
        return game.replace(hands=hands, **piles)


CARD_GAME: Final[Game[CardStart, CardGame, AnyCardAct, CardDuty]] = CardGameOf2012()


def referee_card_game(start: CardStart, log: Log[AnyCardAct], until: int | None = None) -> RefereedCardGame:
    """`until`: the number of the act that is the last."""
    played = play_log(new_card_game(start), log, CARD_GAME, until)
    return RefereedCardGame(played.start, played.acts, played.game, played.struck)


SECRET = ("hands",)


def whole_state(game: CardGame) -> dict[str, Any]:
    """With the players' hands; pirates stay hidden until they are face up. `score` is there when the game has been
    counted."""
    ending = game.ending
    state = {
        "turn": game.player,
        "row": list(game.row),
        "damaged": sorted(game.damaged),
        "fame": {pirate: game.fame[pirate].total for pirate in SHIPS},
        "taken": {player: game.taken[player].total for player in game.players},
        "active": game.active,
        "upcoming": list(game.adventures[1:]),
        "open": [card for card in game.open if card],
        "hands": {player: sorted(hand.known) for player, hand in game.hands.items()},
        "hand_size": {player: hand.size for player, hand in game.hands.items()},
        "adventure_pile": game.adventure_pile.count,
        "adventure_discards": game.adventure_discards,
        "movement_pile": game.movement_pile.count,
        "movement_discards": len(game.movement_discards),
        "revealed": {player: sorted(game.revealed[player]) for player in game.players},
        "over": game.ended,
        "winners": [] if ending is None else list(ending.winners),
    }
    return state if ending is None else {**state, "score": dict(ending.score)}


def public_state(game: CardGame) -> dict[str, Any]:
    """What lies open on the table and is said aloud: no hand, no pirate that is not face up."""
    return {key: value for key, value in whole_state(game).items() if key not in SECRET}

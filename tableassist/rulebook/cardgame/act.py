"""What all acts of the card game share: their base class, the fouls that they can be, the duties that they answer."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, ClassVar

import msgspec

from tableassist.messages import Message, template
from tableassist.rulebook.cardgame.changes import players_with_secrets
from tableassist.rulebook.cardgame.state import CardGame
from tableassist.rulebook.play.game import Offer
from tableassist.rulebook.play.log import FINE, Judgement
from tableassist.rulebook.play.log import foul as foul_of_code


class CardFoul(StrEnum):
    UNKNOWN = "unknown"
    """It names a player, ship or card that is not in the game."""
    GAME_OVER = "game-over"
    OWED = "owed"
    """Something else must be answered first."""
    NOT_OWED = "not-owed"
    """It answers what nobody asked."""
    NOT_YOUR_TURN = "not-your-turn"
    # Movement cards
    NOT_OPEN = "not-open"
    """The movement card does not lie face up."""
    NOT_IN_HAND = "not-in-hand"
    WRONG_SHIPS = "wrong-ships"
    """Too few or too many for this card, or one of them twice."""
    NOT_NEIGHBOURS = "not-neighbours"
    ALREADY_DAMAGED = "already-damaged"
    ALL_DAMAGED = "all-damaged"
    # Other actions
    NOTHING_DAMAGED = "nothing-damaged"
    ONESELF = "oneself"
    """A player accuses himself."""
    FACE_UP = "face-up"
    """The pirate has been revealed."""
    HAND_OF_ONE = "hand-of-one"
    NO_DISCARD = "no-discard"
    """The hand rule asks for a card."""
    NEEDLESS_DISCARD = "needless-discard"
    # Answers
    NOT_ASKED = "not-asked"
    """Another player, ship or card is asked for."""
    ELSEWHERE = "elsewhere"
    """The card or pirate cannot be the one: it is known to be elsewhere."""
    PIRATE_COUNT = "pirate-count"


TURN = "Card Game, Playing the Game"
MOVEMENT = "Card Game, Play a Movement Card"
REPAIR = "Card Game, Repair Ships"
ACCUSE = "Card Game, Accuse a Player"
PASS = "Card Game, Pass"
ADVENTURE = "Card Game, Executing the Active Adventure Card"
END = "Card Game, End of Game"
SETUP = "Card Game, Setup"
HAND = "Card Game, Hand of Movement Cards"


def card_foul(code: CardFoul, words: Message, section: str) -> Judgement:
    return foul_of_code(code.value, words, section)


class CardDutyKind(StrEnum):
    ANSWER = "answer"
    MUTINY = "mutiny"
    ADVENTURE = "adventure"
    """A card of the adventure pile was turned face up: which?"""
    MOVEMENT = "movement"
    """A card of the movement pile was turned face up: which?"""
    REVEAL = "reveal"


class CardDuty(msgspec.Struct, frozen=True):
    kind: CardDutyKind
    player: str
    """Who has to answer; empty: anybody can."""
    ship: str = ""
    """The pirate or ship it is about."""
    other: str = ""
    """The accuser."""
    count: int = 1


class CardAct(msgspec.Struct, frozen=True, tag_field="act", omit_defaults=True, forbid_unknown_fields=True):
    """The first field is who acts or what it is about, as in the acts of the constructible game. Each act is defined
    with its legality, its effect and its offers."""

    title: ClassVar[Message]
    """In a list of acts to choose from."""
    text: ClassVar[str]
    """What it says, with gaps for its fields."""
    answers: ClassVar[tuple[CardDutyKind, ...]] = ()
    """What it answers; none: it is an action, or a correction."""

    def assess(self, _game: CardGame) -> Judgement:
        """Say what the rules think of it, when it is the time for it and all that it names is in the game."""
        return FINE

    def fold(self, game: CardGame) -> CardGame:
        """Return the game after it, whatever the rules think of it."""
        return game

    def choose_text(self) -> str:
        """Return the text that fits what its fields hold."""
        return self.text

    @staticmethod
    def offers(_game: CardGame, _player: str) -> Iterator[Offer[Any]]:
        """List it for the player whose turn it is, where it is an action."""
        return iter(())

    @staticmethod
    def offer_answers(_game: CardGame, _duty: CardDuty) -> Iterator[Offer[Any]]:
        """List it as an answer to what is owed."""
        return iter(())


def cards_owed(game: CardGame) -> tuple[CardDuty, ...]:
    """While there is one nothing else may be done."""
    if game.accusation is not None:
        accusation = game.accusation
        return (CardDuty(CardDutyKind.ANSWER, accusation.accused, accusation.pirate, accusation.accuser),)
    if game.mutiny:
        return (CardDuty(CardDutyKind.MUTINY, "", game.mutiny),)
    if game.ended:
        return tuple(CardDuty(CardDutyKind.REVEAL, player) for player in players_with_secrets(game))
    counts = {
        CardDutyKind.MOVEMENT: game.movements_to_turn_up,
        CardDutyKind.ADVENTURE: game.adventures_to_turn_up,
    }
    return tuple(CardDuty(kind, "", count=count) for kind, count in counts.items() if count)


QUESTIONS = {
    CardDutyKind.ANSWER: template("{player}: are you the pirate of {ship}, as {other} says?"),
    CardDutyKind.MUTINY: template("Mutiny on {ship}: who owns her?"),
    CardDutyKind.ADVENTURE: template("Which adventure card was turned up?"),
    CardDutyKind.MOVEMENT: template("Which movement card was turned up?"),
    CardDutyKind.REVEAL: template("{player}: which pirates are yours?"),
}


def card_question(game: CardGame, duty: CardDuty) -> Message:
    ship = game.ship_name(duty.ship) if duty.ship else ""
    return Message(QUESTIONS[duty.kind], player=duty.player, ship=ship, other=duty.other)

"""What must be told before play goes on, where the program does not know it."""

from enum import StrEnum

import msgspec

from tableassist.messages import Message, template
from tableassist.rulebook.cardgame.changes.pirates import players_with_secrets
from tableassist.rulebook.cardgame.state.game import CardGame


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


def cards_owed(game: CardGame) -> tuple[CardDuty, ...]:
    """While there is one nothing else may be done."""
    if game.accusation is not None:
        asked = game.accusation
        return (CardDuty(CardDutyKind.ANSWER, asked.accused, asked.pirate, asked.accuser),)
    if game.mutiny:
        return (CardDuty(CardDutyKind.MUTINY, "", game.mutiny),)
    if game.ended:
        return tuple(CardDuty(CardDutyKind.REVEAL, each) for each in players_with_secrets(game))
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

"""What an act of the card game says, in words for people."""

from collections.abc import Iterable, Mapping

from tableassist.messages import Message, Text, template
from tableassist.rulebook.cardgame.act import CardAct
from tableassist.rulebook.cardgame.actions.accuse import Accuse, AnswerAccusation
from tableassist.rulebook.cardgame.actions.answers import OwnUp, RevealPirates, TurnUp
from tableassist.rulebook.cardgame.actions.corrections import CorrectCards
from tableassist.rulebook.cardgame.actions.movement import PassTurn, PlayMovement, RepairShips
from tableassist.rulebook.cardgame.cards import (
    ALL_ADVENTURES,
    ALL_MOVEMENTS,
    SHIPS,
    adventure_title,
    movement_title,
    plain_name,
)
from tableassist.rulebook.cardgame.referee import AnyCardAct

Names = Mapping[str, str]
"""Of ships that the table has given a name, by id."""
PEOPLE = ("player", "accused")
"""Fields with a player's name, which may be as a card's id."""
ACTS: dict[type[CardAct], str] = {
    PlayMovement: template("{player} plays {movement}"),
    RepairShips: template("{player} repairs all ships"),
    Accuse: template("{player} accuses {accused} of being the pirate of {pirate}"),
    PassTurn: template("{player} passes"),
    AnswerAccusation: template("{player} says no"),
    OwnUp: template("{player} owns {pirate}"),
    TurnUp: template("{card} is turned up"),
    RevealPirates: template("{player} was the pirate of {pirates}"),
    CorrectCards: template("corrected: {what} {value}"),
}


def card_act_words(act: AnyCardAct, names: Names) -> Text:
    said = {
        field: getattr(act, field) if field in PEOPLE else _told(getattr(act, field), names)
        for field in act.__struct_fields__
    }
    return Message(_template(act), **said)


def _template(act: AnyCardAct) -> str:
    """Some acts are told otherwise by what is in them."""
    words = ACTS[type(act)]
    match act:
        case PlayMovement() if act.ships:
            words = template("{player} plays {movement} on {ships}")
        case Accuse() if act.discard:
            words = template("{player} accuses {accused} of being the pirate of {pirate} and discards {discard}")
        case PassTurn() if act.discard:
            words = template("{player} passes and has {discard} replaced")
        case AnswerAccusation(yes=True):
            words = template("{player} says yes")
        case OwnUp(player=""):
            words = template("{pirate} has no owner")
    return words


def ship_words(ship: str, names: Names) -> Text:
    return names.get(ship) or plain_name(ship)


def ships_words(ships: Iterable[str], names: Names) -> tuple[Text, ...]:
    return tuple(ship_words(each, names) for each in ships)


def _told(value: object, names: Names) -> object:
    if isinstance(value, tuple):
        return tuple(_told(each, names) for each in value)
    if value in SHIPS:
        return ship_words(str(value), names)
    if value in ALL_MOVEMENTS:
        return movement_title(str(value))
    return adventure_title(str(value)) if value in ALL_ADVENTURES else value

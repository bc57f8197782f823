"""What an act of the card game says, in words for people."""

from collections.abc import Iterable, Mapping

from tableassist.messages import Message, Text
from tableassist.rulebook.cardgame import AnyCardAct
from tableassist.rulebook.cardgame.cards import (
    ALL_ADVENTURES,
    ALL_MOVEMENTS,
    SHIPS,
    adventure_title,
    movement_title,
    plain_name,
)

Names = Mapping[str, str]
"""Of ships that the table has given a name, by id."""
PEOPLE = ("player", "accused")
"""Fields with a player's name, which may be as a card's id."""


def card_act_words(act: AnyCardAct, names: Names) -> Text:
    said = {
        field: getattr(act, field) if field in PEOPLE else _told(getattr(act, field), names)
        for field in act.__struct_fields__
    }
    return Message(act.choose_text(), **said)


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

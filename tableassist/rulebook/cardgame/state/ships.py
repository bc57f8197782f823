"""The nine ships. A pirate has the id of his ship."""

from typing import Final

from tableassist.messages import Message, Text, template

ENGLISH, SPANISH, DUTCH = NATIONS = ("e", "s", "d")
SHIPS: Final = tuple(f"{nation}{number}" for nation in NATIONS for number in (1, 2, 3))
SHIP_NAMES: Final = {
    ENGLISH: template("English ship {number}"),
    SPANISH: template("Spanish ship {number}"),
    DUTCH: template("Dutch ship {number}"),
}


def nation_of(ship: str) -> str:
    return ship[0]


def plain_name(ship: str) -> Text:
    """Of a ship to which the table gave no name."""
    return Message(SHIP_NAMES[nation_of(ship)], number=ship[1:])

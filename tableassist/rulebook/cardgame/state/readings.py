"""Where the text of the card game can be read in two ways: the table picks. The first choice of each holds if nobody
does. docs/card-game.md has them in exact words."""

from collections.abc import Mapping
from typing import Final

from tableassist.messages import Message
from tableassist.rulebook.editions.house_rule import HouseRule


def _reading(name: str, choices: tuple[str, ...], question: Message) -> HouseRule:
    return HouseRule(name, str, choices, question)


CARD_READINGS: Final[tuple[HouseRule, ...]] = (
    _reading(
        "mutiny",
        ("unrevealed", "undamaged", "literal"),
        Message(
            "Whether Mutiny strikes the first unrevealed or undamaged ship, or the first unrevealed one if somebody "
            "owns the first undamaged one."
        ),
    ),
    _reading("mutiny-half", ("up", "down"), Message("How the half of the fame that Mutiny takes is rounded.")),
    _reading(
        "mutiny-again", ("nothing", "discards"), Message("What Mutiny does to a ship whose pirate is face up already.")
    ),
    _reading("nation-passes", ("yes", "no"), Message("Whether ships of a nation pass each other at the row's end.")),
    _reading("sabotage-none", ("void", "foul"), Message("Whether Sabotage may be played when all ships are damaged.")),
    _reading("repair-none", ("fine", "foul"), Message("Whether a player may repair when no ship is damaged.")),
    _reading("shuffle", ("when-needed", "when-empty"), Message("When the movement discards are shuffled.")),
    _reading(
        "extended-order", ("pile-first", "discards-first"), Message("Which cards are fame first in the extended game.")
    ),
    _reading(
        "short-pile",
        ("owed", "from-row", "lost"),
        Message("Where fame comes from when only upcoming adventures are left."),
    ),
    _reading(
        "fame-without-card",
        ("under-ship", "apart"),
        Message("Whether fame without a card can be lost and taken like any other, or only counts in the end."),
    ),
)
CARD_READINGS_BY_NAME: Final[Mapping[str, HouseRule]] = {each.name: each for each in CARD_READINGS}

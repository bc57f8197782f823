"""The 24 movement cards (Card Game, Play a Movement Card)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tableassist.messages import Message, template
from tableassist.rulebook.cardgame.state.ships import DUTCH, ENGLISH, SPANISH


@dataclass(frozen=True, slots=True)
class MovementKind:
    title: str
    copies: int
    ships: int = 0
    """How many the player chooses."""
    spaces: int = 0
    """Forward; backward is less than 0."""
    nation: str = ""
    """All three of its ships are moved."""
    damages: bool = False
    is_fog: bool = False


def _of_nation(title: str, spaces: int, nation: str) -> MovementKind:
    return MovementKind(title, 1, spaces=spaces, nation=nation)


MOVEMENT_KINDS: Final[Mapping[str, MovementKind]] = {
    "full-speed-ahead": MovementKind(template("Full Speed Ahead!"), 2, ships=1, spaces=6),
    "lost-at-sea": MovementKind(template("Lost at Sea"), 3, ships=1, spaces=-6),
    "temporary-alliance": MovementKind(template("Temporary Alliance"), 4, ships=2, spaces=3),
    "caught-in-a-rip": MovementKind(template("Caught in a Rip"), 3, ships=2, spaces=-3),
    "english-advance": _of_nation(template("English Advance"), 2, ENGLISH),
    "spanish-advance": _of_nation(template("Spanish Advance"), 2, SPANISH),
    "dutch-advance": _of_nation(template("Dutch Advance"), 2, DUTCH),
    "english-retreat": _of_nation(template("English Retreat"), -2, ENGLISH),
    "spanish-retreat": _of_nation(template("Spanish Retreat"), -2, SPANISH),
    "dutch-retreat": _of_nation(template("Dutch Retreat"), -2, DUTCH),
    "sabotage": MovementKind(template("Sabotage!"), 5, ships=1, damages=True),
    "fog": MovementKind(template("There Be Fog Ahead!"), 1, is_fog=True),
}
MOVEMENTS: Final = tuple(
    f"{name}-{copy}" for name, kind in MOVEMENT_KINDS.items() for copy in range(1, kind.copies + 1)
)
ALL_MOVEMENTS: Final = frozenset(MOVEMENTS)


def kind_name(card: str) -> str:
    """`sabotage` of `sabotage-3`, of movement and adventure cards alike."""
    return card.rpartition("-")[0]


def movement_kind(card: str) -> MovementKind:
    return MOVEMENT_KINDS[kind_name(card)]


def movement_title(card: str) -> Message:
    return Message(movement_kind(card).title)

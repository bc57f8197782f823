"""The cards of the card game: its nine ships, 24 movement cards and 58 adventures, and piles of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

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


@dataclass(frozen=True, slots=True)
class Spaces:
    """The ships in these spaces, whatever side they show."""

    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstUndamaged:
    count: int


@dataclass(frozen=True, slots=True)
class LastUndamaged:
    count: int


Whom = Spaces | FirstUndamaged | LastUndamaged


@dataclass(frozen=True, slots=True)
class AdventureKind:
    title: str
    copies: int
    whom: Whom = Spaces(())
    gains: int = 0
    """Fame for each of these ships that is undamaged."""
    loses: int = 0
    damages: bool = False
    attacks: str = ""
    """The nation that attacks."""
    loots: str = ""
    """The nation that is looted."""
    is_mutiny: bool = False


ADVENTURE_KINDS: Final[Mapping[str, AdventureKind]] = {
    "ancient-relics": AdventureKind(template("Ancient Relics"), 2, Spaces((3, 2, 1)), gains=1),
    "native-alliance": AdventureKind(template("Native Alliance"), 2, Spaces((3, 2, 1)), gains=1),
    "island-discovery": AdventureKind(template("Island Discovery"), 2, Spaces((4, 3, 2, 1)), gains=1),
    "parley": AdventureKind(template("Parley"), 2, Spaces((4, 3, 2, 1)), gains=1),
    "neptunes-favor": AdventureKind(template("Neptune's Favor"), 4, Spaces((5, 3, 1)), gains=1),
    "treasure-map": AdventureKind(template("Treasure Map"), 6, FirstUndamaged(3), gains=1),
    "legendary-treasure": AdventureKind(template("Legendary Treasure"), 2, FirstUndamaged(2), gains=2),
    "mermaids": AdventureKind(template("Mermaids"), 4, Spaces((6, 4, 2)), gains=1),
    "secret-charts": AdventureKind(template("Secret Charts"), 3, FirstUndamaged(2), gains=1),
    "cursed-treasure": AdventureKind(template("Cursed Treasure"), 2, FirstUndamaged(1), gains=2, damages=True),
    "storm-ahead": AdventureKind(template("Storm Ahead"), 2, LastUndamaged(2), damages=True),
    "maelstrom": AdventureKind(template("Maelstrom"), 5, LastUndamaged(1), damages=True),
    "ghost-ship": AdventureKind(template("Ghost Ship"), 2, Spaces((9, 8, 7)), loses=1),
    "volcano": AdventureKind(template("Volcano"), 2, FirstUndamaged(1), damages=True),
    "kraken": AdventureKind(template("Kraken"), 2, Spaces((8, 6, 4)), damages=True),
    "cursed-waters": AdventureKind(template("Cursed Waters"), 2, Spaces((9, 7, 5)), damages=True),
    "cursed-ship": AdventureKind(template("Cursed Ship"), 1, Spaces((2, 1)), loses=1),
    "mutiny": AdventureKind(template("Mutiny"), 1, is_mutiny=True),
    "english-attack": AdventureKind(template("English Attack"), 2, attacks=ENGLISH),
    "spanish-attack": AdventureKind(template("Spanish Attack"), 2, attacks=SPANISH),
    "dutch-attack": AdventureKind(template("Dutch Attack"), 2, attacks=DUTCH),
    "english-loot": AdventureKind(template("English Loot"), 2, loots=ENGLISH),
    "spanish-loot": AdventureKind(template("Spanish Loot"), 2, loots=SPANISH),
    "dutch-loot": AdventureKind(template("Dutch Loot"), 2, loots=DUTCH),
}
ADVENTURES: Final = tuple(
    f"{name}-{copy}" for name, kind in ADVENTURE_KINDS.items() for copy in range(1, kind.copies + 1)
)
ALL_ADVENTURES: Final = frozenset(ADVENTURES)


def adventure_kind(card: str) -> AdventureKind:
    return ADVENTURE_KINDS[kind_name(card)]


def adventure_title(card: str) -> Message:
    return Message(adventure_kind(card).title)


class CardPile(msgspec.Struct, frozen=True):
    known: tuple[str, ...] = ()
    """Top first."""
    unknown: int = 0
    """Below the known ones."""

    @property
    def count(self) -> int:
        return len(self.known) + self.unknown

    def without_top(self, count: int = 1) -> "CardPile":
        """As many as there are, where there are fewer."""
        beyond = max(0, count - len(self.known))
        return CardPile(self.known[count:], max(0, self.unknown - beyond))

    def of_count(self, count: int) -> "CardPile":
        """So many cards lie there: those known to lie on top stay known."""
        top_cards = self.known[:count]
        return CardPile(top_cards, count - len(top_cards))

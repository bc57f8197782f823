"""The 58 adventure cards and what each does (Card Game, Executing the Active Adventure Card)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tableassist.messages import Message, template
from tableassist.rulebook.cardgame.state.movement_cards import kind_name
from tableassist.rulebook.cardgame.state.ships import DUTCH, ENGLISH, SPANISH


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

"""The catalogue: every published ship, fort and crew card, typed; the sets they come from and the hulls they get."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import ClassVar, TypeAlias

from tableassist.messages import Message, Text, template
from tableassist.pieces.effects import Effect
from tableassist.pieces.piece import CannonRange, MoveSegment
from tableassist.text_line import find_nearest_word, fold_name, fold_names


@dataclass(frozen=True, slots=True)
class CardSet:
    code: str
    title: str
    released: bool = True
    reprint_of: str | None = None
    """The code of the set that this one prints again."""


_CARD_SETS = (
    CardSet("SM", "Spanish Main"),
    CardSet("SMU", "Spanish Main Unlimited", reprint_of="SM"),
    CardSet("CC", "Crimson Coast"),
    CardSet("RV", "Revolution"),
    CardSet("RVU", "Revolution Unlimited", reprint_of="RV"),
    CardSet("BC", "Barbary Coast"),
    CardSet("BCU", "Barbary Coast Unlimited", reprint_of="BC"),
    CardSet("SCS", "South China Seas"),
    CardSet("DJC", "Davy Jones' Curse"),
    CardSet("MI", "Mysterious Islands"),
    CardSet("FN", "Frozen North"),
    CardSet("OE", "Ocean's Edge"),
    CardSet("PotC", "Pirates of the Caribbean"),
    CardSet("RotF", "Rise of the Fiends"),
    CardSet("FS", "Fire and Steel"),
    CardSet("SS", "Savage Shores"),
    CardSet("RtSS", "Return to Savage Shores", released=False),
    CardSet("UNREL", "Unreleased", released=False),
)

CARD_SETS: dict[str, CardSet] = {card_set.code: card_set for card_set in _CARD_SETS}
"""In the order of the catalogue's files, which is the order in which the sets came out."""


SQUARE_RIG = {1: "one-mast", 2: "two-mast", 3: "three-mast", 4: "four-mast", 5: "five-mast"}
FORT_MODEL = "fort"

HULLS: dict[str, dict[int, str]] = {
    "Schooner": {masts: f"schooner-{masts}" for masts in (1, 2, 3, 4)},
    "Galley": {masts: f"galley-{masts}" for masts in (1, 2, 3, 4)},
    "Junk": {masts: f"junk-{masts}" for masts in (2, 3, 6, 10)},
    "Longship": {masts: f"longship-{masts}" for masts in (1, 2, 3)},
    "Turtle Ship": {1: "turtle-ship"},
    "Catamaran": {masts: f"catamaran-{masts}" for masts in (2, 3)},
    "Windcatcher": {3: "windcatcher"},
    "Submarine": {masts: f"submarine-{masts}" for masts in (2, 3)},
    "Bombardier": {3: "bombardier"},
    "Flotilla": {1: "flotilla"},
    "Hoist": {3: "hoist"},
    "Scorpion": {3: "scorpion"},
    "Switchblade": {4: "switchblade"},
    "Turbine": {3: "turbine"},
    "Icebreaker": {3: "icebreaker"},
    "Native Canoe": {1: "canoe"},
    "Titan": {4: "titan"},
    "Sea Dragon": {4: "sea-dragon"},
    "Sea Monster": {masts: f"sea-monster-{masts}" for masts in (2, 4, 5)},
    "Kraken": {8: "kraken"},
    "Octopus": {8: "kraken"},
}
"""Model names by keyword and by masts (segments or tentacles of a sea creature count as masts)."""


def hull_keywords(keywords: Iterable[str]) -> tuple[str, ...]:
    """Return the keywords that say which hull a card has; a valid card has at most one."""
    return tuple(keyword for keyword in keywords if keyword in HULLS)


def choose_hull(keywords: Iterable[str], masts: int) -> str:
    """Return the model's name; where no model has that many masts, the nearest of the same hull."""
    named = hull_keywords(keywords)
    family = HULLS[named[0]] if named else SQUARE_RIG
    return family.get(masts) or family[min(family, key=lambda count: (abs(count - masts), count))]


MAX_CANNONS, MAX_SEGMENTS = 12, 6
_CANNONS = re.compile(rf"[1-6][SL](-[1-6][SL]){{0,{MAX_CANNONS - 1}}}")
_MOVE = re.compile(rf"[SL](\+[SL]){{0,{MAX_SEGMENTS - 1}}}|T|D")
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


class Nation(StrEnum):
    PIRATE = template("Pirate")
    ENGLISH = template("English")
    SPANISH = template("Spanish")
    FRENCH = template("French")
    AMERICAN = template("American")
    CURSED = template("Cursed")
    BARBARY_CORSAIR = template("Barbary Corsair")
    JADE_REBELLION = template("Jade Rebellion")
    VIKING = template("Viking")
    MERCENARY = template("Mercenary")
    WHITEBEARDS_RAIDERS = template("Whitebeard's Raiders")

    @property
    def words(self) -> Message:
        return Message(self.value)


class Rarity(StrEnum):
    COMMON = "Common"
    UNCOMMON = "Uncommon"
    RARE = "Rare"
    SUPER_RARE = "Super Rare"
    LIMITED_EDITION = "LE"
    SPECIAL_EDITION = "SE"
    SPECIAL = "Special"
    GENERIC = "Generic"
    PR = "PR"
    PROMO = "Promo"
    ONE_OF_ONE = "1 of 1"


class CrewType(StrEnum):
    """As the community's list has it; the generic crew of the later sets are mostly Crew/T."""

    CREW = "Crew"
    CREW_T = "Crew/T"


class CardKind(StrEnum):
    SHIP = template("ship")
    FORT = template("fort")
    CREW = template("crew")


@dataclass(frozen=True, slots=True)
class PrintedCannon:
    """Its die must show more than `rank` to hit."""

    rank: int
    reach: CannonRange


@lru_cache(maxsize=4096)
def parse_cannons(text: str) -> tuple[PrintedCannon, ...]:
    """Parse `2L-3S`: rank and range, front to back. Raise ValueError for anything else."""
    if not _CANNONS.fullmatch(text):
        raise ValueError(f"not cannons: {text!r}")
    return tuple(PrintedCannon(int(part[0]), CannonRange(part[1])) for part in text.split("-"))


@lru_cache(maxsize=4096)
def parse_move(text: str) -> tuple[MoveSegment, ...]:
    """Parse `S+L`, or a lone `T` or `D`. Raise ValueError for anything else."""
    if not _MOVE.fullmatch(text):
        raise ValueError(f"not a base move: {text!r}")
    return tuple(MoveSegment(part) for part in text.split("+"))


@dataclass(frozen=True, slots=True)
class CardHeading:
    """What every kind of card has."""

    set: str
    number: str
    """Empty for some that were never released."""
    name: str
    nation: Nation
    variant: str = field(default="", kw_only=True)
    """Tells two cards of one number apart; empty for the first of them."""

    @property
    def key(self) -> str:
        """`SM/PS-001`: unique in a catalogue."""
        return f"{self.set}/{self.number or make_slug(self.name)}" + (f"-{self.variant}" if self.variant else "")

    @property
    def card_set(self) -> CardSet:
        return CARD_SETS[self.set]

    @property
    def released(self) -> bool:
        return self.card_set.released

    @property
    def reprint(self) -> bool:
        return self.card_set.reprint_of is not None


EFFECT_NOT_KNOWN = frozenset({"SM/PS-014", "SM/ES-008", "SM/PS-023", "SMU/14", "SMU/23", "SMU/48", "CC/37"})
"""Keys of cards with an ability whose text was found in no source, so that the catalogue has no effect for it."""


@dataclass(frozen=True, slots=True)
class ShipCard(CardHeading):
    kind: ClassVar[CardKind] = CardKind.SHIP
    rarity: Rarity
    points: int
    masts: int
    """Segments or tentacles of a sea creature, hull pieces of a submarine."""
    cargo: int
    base_move: tuple[MoveSegment, ...]
    cannons: str
    """As printed, front to back: `2L-3S`."""
    link: str
    keywords: tuple[str, ...]
    effects: tuple[Effect, ...]
    model: str
    """The packaged hull model that fits best."""

    @property
    def printed_cannons(self) -> tuple[PrintedCannon, ...]:
        """`cannons`, parsed. Flotillas and bombardiers have more of them than masts."""
        return parse_cannons(self.cannons)

    @property
    def move_words(self) -> str:
        return "+".join(self.base_move)


@dataclass(frozen=True, slots=True)
class FortCard(CardHeading):
    kind: ClassVar[CardKind] = CardKind.FORT
    gold_cost: int
    cannons: str
    effects: tuple[Effect, ...]
    model: str

    @property
    def printed_cannons(self) -> tuple[PrintedCannon, ...]:
        return parse_cannons(self.cannons)


@dataclass(frozen=True, slots=True)
class CrewCard(CardHeading):
    kind: ClassVar[CardKind] = CardKind.CREW
    type: CrewType
    rarity: Rarity
    points: int
    link: str
    effects: tuple[Effect, ...]


Card: TypeAlias = ShipCard | FortCard | CrewCard


@dataclass(frozen=True, slots=True)
class RowProblem:
    """A row that could not be used, and why."""

    file: str
    line: int
    field: str
    got: str
    expected: Text

    @property
    def message(self) -> Message:
        place = f"{self.file}:{self.line}: {self.field}"
        return Message("{place}: got {got!r}, expected {expected}", place=place, got=self.got, expected=self.expected)

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class Misprint:
    """A card, or a row of the list, that says something wrong about a ship."""

    key: str
    name: str
    field: str
    printed: str | None
    """What the row said before it was corrected; None where the row is right and only the card in print is wrong."""
    corrected: str
    why: str
    source: str = ""
    """Who says so; empty where nobody is named."""


@dataclass(frozen=True, slots=True)
class Erratum:
    """A correction that holds for many cards, where print and rules disagree."""

    about: str
    says: str
    source: str


@dataclass(frozen=True)
class Catalogue:
    """Not slotted: the index by key is made once, when it is first asked for."""

    ships: tuple[ShipCard, ...]
    forts: tuple[FortCard, ...]
    crew: tuple[CrewCard, ...]
    problems: tuple[RowProblem, ...] = ()
    misprints: tuple[Misprint, ...] = ()
    errata: tuple[Erratum, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        return (*self.ships, *self.forts, *self.crew)

    @cached_property
    def _by_key(self) -> dict[str, Card]:
        cards = self.cards[::-1]
        return dict(zip(normalize_keys([card.key for card in cards]), cards, strict=True))

    def card(self, key: str) -> Card | None:
        """Look up a card by a key such as `SM/PS-001`; case, separators and leading zeros do not matter."""
        return self._by_key.get(normalize_key(key))

    def ship(self, key: str) -> ShipCard | None:
        card = self.card(key)
        return card if isinstance(card, ShipCard) else None

    def nearest_key(self, key: str, cards: Iterable[Card]) -> str | None:
        """Return the key among `cards` that is most like the one that was typed, for "did you mean"."""
        keys = [card.key for card in cards]
        by_plain = dict(zip(normalize_keys(keys), keys, strict=True))
        near = find_nearest_word(normalize_key(key), by_plain)
        return by_plain[near] if near is not None else None

    def same_number(self, card: Card) -> tuple[Card, ...]:
        """Return the other cards of its set with its number."""
        return tuple(
            candidate
            for candidate in self.cards
            if card.number and (candidate.set, candidate.number) == (card.set, card.number) and candidate != card
        )

    def same_name(self, card: Card) -> tuple[Card, ...]:
        """Return the other cards of its kind and name, such as reprints."""
        cards = [candidate for candidate in self.cards if candidate.kind is card.kind]
        names = fold_names([candidate.name for candidate in cards])
        own = fold_name(card.name)
        return tuple(
            candidate for candidate, name in zip(cards, names, strict=True) if name == own and candidate != card
        )


def normalize_key(key: str) -> str:
    """Keep only letters and numbers: `FN/005`, `fn-5` and `FN 5` are the same card."""
    return normalize_keys([key])[0]


def normalize_keys(keys: Sequence[str]) -> list[str]:
    return [_LEADING_ZEROS.sub("", key).replace(" ", "") for key in fold_names(keys)]


def make_slug(name: str) -> str:
    """Turn `Triton's Fury` into `tritons-fury`."""
    return fold_name(name.replace("'", "")).replace(" ", "-")

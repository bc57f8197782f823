"""The catalogue: every published ship, fort and crew card, typed."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import ClassVar, TypeAlias

from tableassist.messages import Message, Text, template
from tableassist.pieces.cannon_range import CannonRange
from tableassist.pieces.card_sets import CARD_SETS, CardSet
from tableassist.pieces.effects import Effect
from tableassist.pieces.move_segment import MoveSegment
from tableassist.pieces.name_matching import fold, fold_all, nearest

MOST_CANNONS, MOST_SEGMENTS = 12, 6
_CANNONS = re.compile(rf"[1-6][SL](-[1-6][SL]){{0,{MOST_CANNONS - 1}}}")
_MOVE = re.compile(rf"[SL](\+[SL]){{0,{MOST_SEGMENTS - 1}}}|T|D")
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
    """`2L-3S`: rank and range, front to back. ValueError if it is anything else."""
    if not _CANNONS.fullmatch(text):
        raise ValueError(f"not cannons: {text!r}")
    return tuple(PrintedCannon(int(part[0]), CannonRange(part[1])) for part in text.split("-"))


@lru_cache(maxsize=4096)
def parse_move(text: str) -> tuple[MoveSegment, ...]:
    """`S+L`, or a lone `T` or `D`. ValueError if it is anything else."""
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
        return f"{self.set}/{self.number or slug(self.name)}" + (f"-{self.variant}" if self.variant else "")

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
    """What holds for many cards, where print and rules disagree."""

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
        return dict(zip(plain_keys([card.key for card in cards]), cards, strict=True))

    def card(self, key: str) -> Card | None:
        """`SM/PS-001`; case, separators and leading zeros do not matter."""
        return self._by_key.get(plain_key(key))

    def ship(self, key: str) -> ShipCard | None:
        card = self.card(key)
        return card if isinstance(card, ShipCard) else None

    def nearest_key(self, key: str, cards: Iterable[Card]) -> str | None:
        """For "did you mean": the key among `cards` that is most like the one that was typed."""
        keys = [card.key for card in cards]
        by_plain = dict(zip(plain_keys(keys), keys, strict=True))
        near = nearest(plain_key(key), by_plain)
        return by_plain[near] if near is not None else None

    def same_number(self, card: Card) -> tuple[Card, ...]:
        """Other cards of its set that carry its number."""
        return tuple(
            other
            for other in self.cards
            if card.number and (other.set, other.number) == (card.set, card.number) and other != card
        )

    def same_name(self, card: Card) -> tuple[Card, ...]:
        """Other cards of its kind and name, such as reprints."""
        cards = [other for other in self.cards if other.kind is card.kind]
        names = fold_all([other.name for other in cards])
        own = fold(card.name)
        return tuple(other for other, name in zip(cards, names, strict=True) if name == own and other != card)


def plain_key(key: str) -> str:
    """`FN/005`, `fn-5` and `FN 5` are the same card: only letters and numbers count."""
    return plain_keys([key])[0]


def plain_keys(keys: Sequence[str]) -> list[str]:
    return [_LEADING_ZEROS.sub("", key).replace(" ", "") for key in fold_all(keys)]


def slug(name: str) -> str:
    """`Triton's Fury` becomes `tritons-fury`."""
    return fold(name.replace("'", "")).replace(" ", "-")

"""One row of a catalogue file, from words to a typed card; a row that does not fit says which field is wrong."""

import re
from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import TypeVar

from tableassist.messages import Message, Text, all_of, template
from tableassist.pieces import Effect
from tableassist.pieces.catalogue import (
    CARD_SETS,
    FORT_MODEL,
    CrewCard,
    CrewType,
    FortCard,
    Nation,
    Rarity,
    ShipCard,
    choose_hull,
    hull_keywords,
    parse_cannons,
    parse_move,
)
from tableassist.text_line import find_nearest_word, fold_name

SHIP_COLUMNS = (
    *("set", "number", "name", "nation", "rarity", "points", "masts", "cargo", "base_move"),
    *("cannons", "cannon_count", "link", "keywords", "effects"),
)
FORT_COLUMNS = ("set", "number", "name", "nation", "gold_cost", "cannons", "effects")
CREW_COLUMNS = ("set", "number", "name", "nation", "type", "rarity", "points", "link", "effects")

LONGEST_NAME, LONGEST_LINK, LONGEST_NUMBER = 80, 200, 12
MOST_POINTS, MOST_MASTS, MOST_CARGO, MOST_GOLD = 100, 12, 20, 50

_WHOLE = re.compile(r"[0-9]{1,4}(?:\.0)?")
_GOLD = re.compile(r"([0-9]{1,4}) gold")
_NUMBER = re.compile(rf"[0-9A-Za-z -]{{0,{LONGEST_NUMBER}}}")
_PLAIN_NAME = re.compile(rf"[0-9A-Za-z](?:[ -~]{{0,{LONGEST_NAME - 2}}}[!-~])?\Z")
"""Most names; the others are looked at more closely."""

T = TypeVar("T")
Choice = TypeVar("Choice", bound=StrEnum)


class BadFieldError(Exception):
    """One field of a row; caught by the reader of the file, which knows the line."""

    def __init__(self, field: str, got: str, expected: Text) -> None:
        super().__init__(field)
        self.field, self.got, self.expected = field, got, expected


def ship_card(row: Sequence[str]) -> ShipCard:
    set_code, number, name, nation, rarity, points, masts, cargo, move, cannons, count, link, keywords, effects = row
    heading = _heading(set_code, number, name)
    mast_count = _whole("masts", masts, 1, MOST_MASTS)
    words = _keywords(keywords)
    sails = _parsed(parse_move, "base_move", move, template("S and L joined by +, or a lone T or D"))
    return ShipCard(
        *heading,
        nation=_nation(nation),
        rarity=_choice(_RARITIES, "rarity", rarity),
        points=_whole("points", points, 0, MOST_POINTS),
        masts=mast_count,
        cargo=_whole("cargo", cargo, 0, MOST_CARGO),
        base_move=sails,
        cannons=_cannons(cannons, count),
        link=_words("link", link, 0, LONGEST_LINK),
        keywords=words,
        effects=_effects(effects),
        model=_hull(words, mast_count),
    )


def fort_card(row: Sequence[str]) -> FortCard:
    set_code, number, name, nation, gold, cannons, effects = row
    heading = _heading(set_code, number, name)
    cost = _GOLD.fullmatch(gold)
    if cost is None or int(cost[1]) > MOST_GOLD:
        raise BadFieldError("gold_cost", gold, Message("'N gold', N from 0 to {most}", most=MOST_GOLD))
    printed, changes = _cannons(cannons, None), _effects(effects)
    return FortCard(*heading, _nation(nation), int(cost[1]), printed, changes, FORT_MODEL)


def crew_card(row: Sequence[str]) -> CrewCard:
    set_code, number, name, nation, crew_type, rarity, points, link, effects = row
    return CrewCard(
        *_heading(set_code, number, name),
        nation=_nation(nation),
        type=_choice(_CREW_TYPES, "type", crew_type),
        rarity=_choice(_RARITIES, "rarity", rarity),
        points=_whole("points", points, 0, MOST_POINTS),
        link=_words("link", link, 0, LONGEST_LINK),
        effects=_effects(effects),
    )


_hull = lru_cache(maxsize=4096)(choose_hull)
_NATIONS = {nation.value: nation for nation in Nation}
_RARITIES = {rarity.value: rarity for rarity in Rarity}
_CREW_TYPES = {crew_type.value: crew_type for crew_type in CrewType}


def _heading(set_code: str, number: str, name: str) -> tuple[str, str, str]:
    if set_code not in CARD_SETS:
        raise BadFieldError("set", set_code, _one_of(set_code, CARD_SETS))
    if not _NUMBER.fullmatch(number):
        expected = Message("at most {most} letters, digits, spaces and dashes", most=LONGEST_NUMBER)
        raise BadFieldError("number", number, expected)
    if not _PLAIN_NAME.match(name) and not fold_name(_words("name", name, 1, LONGEST_NAME)):
        raise BadFieldError("name", name, Message("a name with letters"))
    return set_code, number, name


def _nation(got: str) -> Nation:
    return _choice(_NATIONS, "nation", got)


def _choice(known: dict[str, Choice], field: str, got: str) -> Choice:
    if got not in known:
        raise BadFieldError(field, got, _one_of(got, known))
    return known[got]


def _one_of(got: str, known: Collection[str]) -> Text:
    near = find_nearest_word(got[:LONGEST_NAME], known)
    return f"'{near}'" if near is not None else Message("one of {words}", words=tuple(known))


@lru_cache(maxsize=4096)
def _whole(field: str, got: str, least: int, most: int) -> int:
    """The list writes some of its whole numbers as `3.0`."""
    if _WHOLE.fullmatch(got) and least <= (number := int(got.removesuffix(".0"))) <= most:
        return number
    raise BadFieldError(field, got, Message("a whole number from {least} to {most}", least=least, most=most))


def _words(field: str, got: str, least: int, most: int) -> str:
    """Printable: no escape sequence of a bad file reaches a terminal."""
    if not least <= len(got) <= most or not got.isprintable() or got != got.strip():
        expected = Message("{least} to {most} printable letters, no space at either end", least=least, most=most)
        raise BadFieldError(field, got, expected)
    return got


def _parsed(parse: Callable[[str], T], field: str, got: str, expected: str) -> T:
    try:
        return parse(got)
    except ValueError:
        raise BadFieldError(field, got, Message(expected)) from None


def _cannons(got: str, count: str | None) -> str:
    parsed = _parsed(parse_cannons, "cannons", got, template("ranks 1 to 6 with S or L joined by -, like 2L-3S"))
    if count is not None and count != str(len(parsed)):
        expected = Message("{count}, as many as in cannons '{cannons}'", count=len(parsed), cannons=got)
        raise BadFieldError("cannon_count", count, expected)
    return got


@lru_cache(maxsize=4096)
def _keywords(got: str) -> tuple[str, ...]:
    if not got:
        return ()
    words = tuple(_words("keywords", word, 1, 40) for word in got.split(";"))
    if len(set(words)) < len(words):
        raise BadFieldError("keywords", got, Message("each keyword once"))
    if len(hull_keywords(words)) > 1:
        raise BadFieldError("keywords", got, Message("one hull, not {hulls}", hulls=all_of(hull_keywords(words))))
    return words


_EFFECT_BY_CODE = {effect.value: effect for effect in Effect}


@lru_cache(maxsize=4096)
def _effects(got: str) -> tuple[Effect, ...]:
    if not got:
        return ()
    codes = got.split(";")
    for code in codes:
        if code not in _EFFECT_BY_CODE:
            raise BadFieldError("effects", code, _one_of(code, _EFFECT_BY_CODE))
    if len(set(codes)) < len(codes):
        raise BadFieldError("effects", got, Message("each effect once"))
    return tuple(_EFFECT_BY_CODE[code] for code in codes)

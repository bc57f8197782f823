"""A fleet list from a file: the text that PSMList's fleet builder copies, or the JSON that it exports.

The JSON names cards by PSMList's own numbers. Its lists of ships, crew and equipment, as its web site gives them, say
what they mean; without them nothing can be made of the numbers.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from tableassist.pieces.lookup import FleetList, ListedCard, list_card_names, parse_fleet_text
from tableassist.plain_file import read_plain_text
from tableassist.store.files.problems import bad_file, library_words
from tableassist.store.models.catalogue_file import packaged_catalogue

MOST_BYTES, MOST_CARDS = 200_000, 200
MOST_LIST_BYTES = 20_000_000
Number = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
Text = Annotated[str, msgspec.Meta(max_length=20_000)]
Many = msgspec.Meta(max_length=MOST_CARDS)


class ItemEntry(msgspec.Struct):
    id: Number


class ShipEntry(msgspec.Struct):
    """A ship with what is aboard; without either it is something in the harbor."""

    id: Number
    crew: Annotated[list[ItemEntry], Many] | None = None
    equipment: Annotated[list[ItemEntry], Many] | None = None


class FleetEntry(msgspec.Struct):
    """As the fleet builder exports it; what else it says is of no use here."""

    data: Annotated[list[ShipEntry], Many]
    name: Text = ""
    maxpoints: Number | None = None


class CardEntry(msgspec.Struct):
    """One row of PSMList's lists."""

    id: Number
    name: Annotated[str, msgspec.Meta(max_length=200)]
    numid: Annotated[str, msgspec.Meta(max_length=20)] = ""
    points: float | None = None
    masts: Any = None
    """Only ships have it."""
    idfaction: Any = None
    """Equipment has none."""


Known = dict[tuple[str, int], CardEntry]
"""By kind (`ship`, `crew`, `equipment`) and number."""


def read_fleet(path: Path, lists: Sequence[Path] = ()) -> FleetList:
    """`lists`: PSMList's own lists of cards, for its JSON."""
    text = read_plain_text(path, MOST_BYTES)
    fleet = _of_json(path, text, _known(lists)) if text.lstrip().startswith("{") else _of_text(text)
    if len(fleet.cards) > MOST_CARDS:
        raise bad_file(path, "got {count} cards, expected at most {most}", count=len(fleet.cards), most=MOST_CARDS)
    if not fleet.cards:
        raise bad_file(path, "got no card, expected lines such as '(15p) Revenant #SM001 - Pirates'")
    return fleet


def _of_text(text: str) -> FleetList:
    return parse_fleet_text(text, list_card_names(packaged_catalogue()))


def _of_json(path: Path, text: str, known: Known) -> FleetList:
    try:
        entry = msgspec.json.decode(text.encode(), type=FleetEntry)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise bad_file(path, "not a fleet of PSMList: {problem}", problem=library_words(problem)) from None
    cards: list[ListedCard] = []
    harbor: list[ListedCard] = []
    for number, ship in enumerate(entry.data):
        place = f"data[{number}]"
        if ship.crew is None and ship.equipment is None:
            harbor.append(_listed("ship", ship.id, known, place))
            continue
        cards.append(_listed("ship", ship.id, known, place))
        for kind, aboard in (("crew", ship.crew), ("equipment", ship.equipment)):
            for at, item in enumerate(aboard or ()):
                cards.append(_listed(kind, item.id, known, f"{place}.{kind}[{at}]"))
    return FleetList(entry.name, tuple(cards), tuple(harbor), limit=entry.maxpoints or None)


def _listed(kind: str, number: int, known: Known, place: str) -> ListedCard:
    card, aboard = known.get((kind, number)), kind != "ship"
    if card is None:
        return ListedCard(f"PSMList {number}", place, aboard=aboard, equipment=kind == "equipment")
    points = None if card.points is None else int(card.points)
    return ListedCard(card.name, place, points, card.numid, aboard=aboard, equipment=kind == "equipment")


def _known(lists: Sequence[Path]) -> Known:
    known: Known = {}
    for path in lists:
        text = read_plain_text(path, MOST_LIST_BYTES)
        try:
            rows = msgspec.json.decode(text.encode(), type=list[CardEntry])
        except (msgspec.MsgspecError, RecursionError) as problem:
            raise bad_file(path, "not a list of PSMList: {problem}", problem=library_words(problem)) from None
        known |= {(_kind(row), row.id): row for row in rows}
    return known


def _kind(row: CardEntry) -> str:
    if row.masts is not None:
        return "ship"
    return "equipment" if row.idfaction is None else "crew"

"""What is seen of a card table as JSON: an interface that others read, so its names stay."""

import msgspec

from tableassist.messages import Message
from tableassist.pipeline.cards.reading import CardsSeen, PlaceSeen


class SpaceRow(msgspec.Struct):
    space: int
    """1 is the front."""
    ship: str | None
    damaged: bool | None
    doubt: str | None
    reason: str | None


class PlaceRow(msgspec.Struct):
    card: str | None
    doubt: str | None
    reason: str | None


class SeenCardTable(msgspec.Struct):
    strip_seen: bool
    reason: str | None
    row: tuple[SpaceRow, ...]
    active: PlaceRow
    upcoming: tuple[PlaceRow, ...]
    open: tuple[PlaceRow, ...]
    movement_discard: PlaceRow
    adventure_discard: PlaceRow
    fame: dict[str, int]
    """At least so many cards lie below the ship."""
    adventure_pile: bool


def cards_json(seen: CardsSeen) -> bytes:
    rows = (SpaceRow(at.space, at.ship, at.damaged, at.doubt, _words(at.reason)) for at in seen.spaces)
    told = SeenCardTable(
        seen.strip_seen,
        _words(seen.reason),
        tuple(rows),
        _place(seen.active),
        tuple(_place(place) for place in seen.upcoming),
        tuple(_place(place) for place in seen.open),
        _place(seen.movement_discard),
        _place(seen.adventure_discard),
        dict(seen.fame),
        seen.adventure_pile,
    )
    return msgspec.json.format(msgspec.json.encode(told), indent=1)


def _place(place: PlaceSeen) -> PlaceRow:
    return PlaceRow(place.card, place.doubt, _words(place.reason))


def _words(reason: Message | None) -> str | None:
    return None if reason is None else str(reason)

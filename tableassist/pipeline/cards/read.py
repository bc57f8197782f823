"""Tag sightings of one picture to what lies on the card table.

What lies on none of the marked places is dropped here: a hand of cards that is held into the picture is never told.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import is_

from tableassist.messages import Message
from tableassist.pipeline.cards.card_tags import CardSide
from tableassist.pipeline.cards.lying import LyingCard, lying_cards
from tableassist.pipeline.cards.reading import NO_CARD, CardDoubt, CardsSeen, PlaceSeen, SpaceSeen, nothing_seen
from tableassist.pipeline.cards.row import read_row
from tableassist.pipeline.cards.strip import (
    ADVENTURE_PLACES,
    BELOW_MM,
    CARD_HEIGHT_MM,
    OPEN,
    PITCH_MM,
    PLACE_MM,
    STRIP,
    UPCOMING,
    CardPlace,
)
from tableassist.vision.camera.lens import Lens
from tableassist.vision.registration.registration import Registration, register
from tableassist.vision.registration.registration_health import Health
from tableassist.vision.tags.sighting import TagSighting

PLACE_X_MM, PLACE_Y_MM = 0.4 * PITCH_MM, 34.0
"""How far from a place's middle a card may lie."""
FAME_X_MM = 0.35 * PITCH_MM
FAN_MM = 260.0
"""How far below the row's line the middle of a fanned fame card may lie."""
ASKEW_RAD = math.radians(40.0)
STRIP_KEYS = frozenset(tag.key for tag in STRIP.tags)
NOT_FOUND = Message("can't read the row strip: at least two of its tags must be in view")
_SIDES = dict.fromkeys((*OPEN, CardPlace.MOVEMENT_DISCARD), CardSide.MOVEMENT)


@dataclass(frozen=True, slots=True, eq=False)
class StripPlace:
    """Where the strip lies in the picture."""

    tags: tuple[TagSighting, ...]
    """By which it was found."""
    registration: Registration | None
    reason: Message | None = None
    """Why it is not found."""


def strip_place(sightings: tuple[TagSighting, ...], lens: Lens, before: StripPlace | None = None) -> StripPlace:
    """`before`: of the last picture through the same lens; a strip whose tags have not changed is where it was."""
    tags = tuple(sighting for sighting in sightings if sighting.key in STRIP_KEYS)
    if before is not None and tags and len(tags) == len(before.tags) and all(map(is_, tags, before.tags)):
        return before
    if any(sighting.mirrored for sighting in sightings):
        return StripPlace(tags, None, Message("the picture is mirrored: switch that off in the camera's settings"))
    registration = register(tags, STRIP, lens)
    if registration is None:
        return StripPlace(tags, None, NOT_FOUND)
    if registration.health is Health.UNRELIABLE:
        apart = Message("the strip's tags do not fit together: put its pieces end to end, A to E")
        return StripPlace(tags, None, apart)
    return StripPlace(tags, registration)


def cards_beside(place: StripPlace, sightings: tuple[TagSighting, ...]) -> CardsSeen:
    """What lies beside the strip in the picture in which it was found."""
    if place.registration is None:
        return nothing_seen(place.reason or NOT_FOUND)
    return _seen(lying_cards(sightings, place.registration))


def read_cards(sightings: tuple[TagSighting, ...], lens: Lens) -> CardsSeen:
    """Of one picture."""
    return cards_beside(strip_place(sightings, lens), sightings)


def _seen(cards: Sequence[LyingCard]) -> CardsSeen:
    spaces = read_row([card for card in cards if card.tag.side is CardSide.SHIP])
    at = {place: _at_place(place, cards) for place in CardPlace}
    backs = [card for card in cards if card.tag.side is CardSide.FAME]
    return CardsSeen(
        spaces,
        at[CardPlace.ACTIVE],
        tuple(at[place] for place in UPCOMING),
        tuple(at[place] for place in OPEN),
        at[CardPlace.MOVEMENT_DISCARD],
        at[CardPlace.ADVENTURE_DISCARD],
        _fame(spaces, cards, backs),
        any(_lies_at(card, place) for card in backs for place in ADVENTURE_PLACES),
    )


def _lies_at(card: LyingCard, place: CardPlace) -> bool:
    x, y = PLACE_MM[place]
    return abs(card.x_mm - x) <= PLACE_X_MM and abs(card.y_mm - y) <= PLACE_Y_MM


def _at_place(place: CardPlace, cards: Sequence[LyingCard]) -> PlaceSeen:
    side = _SIDES.get(place, CardSide.ADVENTURE)
    here = [card for card in cards if card.tag.side is side and _lies_at(card, place)]
    if not here:
        return NO_CARD
    if len(here) > 1:
        names = [card.tag.card for card in here]
        reason = Message("{first} and {second} lie at one place", first=names[0], second=names[1])
        return PlaceSeen(None, CardDoubt.TWO, reason)
    card = here[0]
    if not card.is_flat or card.askew_rad > ASKEW_RAD:
        reason = Message("{card} is not flat on the table, or is crooked", card=card.tag.card)
        return PlaceSeen(None, CardDoubt.LIFTED, reason)
    if sum(card.tag == other.tag for other in cards) > 1:
        return PlaceSeen(None, CardDoubt.TWICE, Message("{card} is seen twice", card=card.tag.card))
    return PlaceSeen(card.tag.card)


def _fame(
    spaces: Sequence[SpaceSeen], cards: Sequence[LyingCard], backs: Sequence[LyingCard]
) -> tuple[tuple[str, int], ...]:
    """Backs that show below a ship whose space is sure, nearer to her than to any other."""
    ships = {space.ship for space in spaces if space.ship is not None}
    row = [card for card in cards if card.tag.side is CardSide.SHIP and card.tag.card in ships]
    found: dict[str, int] = {}
    for back in backs:
        below = BELOW_MM - back.y_mm
        near = min(row, key=lambda ship: abs(ship.x_mm - back.x_mm), default=None)
        if near is not None and abs(near.x_mm - back.x_mm) <= FAME_X_MM and 0.05 * CARD_HEIGHT_MM < below < FAN_MM:
            found[near.tag.card] = found.get(near.tag.card, 0) + 1
    return tuple(sorted(found.items()))

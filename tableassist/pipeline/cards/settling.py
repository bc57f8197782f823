"""When a table of cards has come to rest: the same reading for a while, longer where parts of it are not sure."""

from dataclasses import dataclass, replace

from tableassist.pipeline.cards.read import StripPlace, cards_beside, strip_place
from tableassist.pipeline.cards.reading import CardDoubt, CardsSeen, PlaceSeen
from tableassist.vision.camera.lens import Lens
from tableassist.vision.tags.sighting import TagSighting

SETTLED_NS, LOOKS = 1_000_000_000, 3
"""A row that is read whole counts after so long, and in so many pictures one after another that say the same. At 15
frames a second the tag reader has looked everywhere by then."""
UNSURE_NS = 4_000_000_000
"""One that is not: a hand may rest in the row, and a ship pulled out of it will come back."""


@dataclass(frozen=True, slots=True)
class CardsFollowed:
    now: CardsSeen | None = None
    """As read in the last picture."""
    since_ns: int = 0
    """Since when the same is read."""
    looks: int = 0
    settled: CardsSeen | None = None
    """The table as it last lay at rest."""
    is_new: bool = False
    """Whether this picture brought a table at rest that differs from the one before."""

    strip: StripPlace | None = None
    """Where the strip was last looked for."""

    @property
    def is_waiting(self) -> bool:
        """Something is in motion, or a hand is in the row: what is seen now does not count yet."""
        return self.now is not None and (self.settled is None or not same_cards(self.now, self.settled))


NOTHING_FOLLOWED = CardsFollowed()


def look_at_cards(before: CardsFollowed, sightings: tuple[TagSighting, ...], lens: Lens, t_ns: int) -> CardsFollowed:
    """After one more picture through the same lens, by its tags."""
    strip = strip_place(sightings, lens, before.strip)
    return replace(follow_cards(before, cards_beside(strip, sightings), t_ns), strip=strip)


def follow_cards(before: CardsFollowed, seen: CardsSeen, t_ns: int) -> CardsFollowed:
    """After one more picture."""
    if before.now is None or not same_cards(seen, before.now):
        return replace(before, now=seen, since_ns=t_ns, looks=1, is_new=False)
    after = replace(before, now=seen, looks=before.looks + 1, is_new=False)
    if not _has_settled(after, t_ns):
        return after
    if before.settled is not None and same_cards(seen, before.settled):
        return replace(after, settled=seen)
    return replace(after, settled=seen, is_new=True)


def same_cards(one: CardsSeen, other: CardsSeen) -> bool:
    """But for fame, of which a fan shows now more and now less, and for why something is not sure."""
    return _cards(one) == _cards(other)


def _cards(seen: CardsSeen) -> tuple[object, ...]:
    spaces = tuple((space.ship, space.damaged) for space in seen.spaces)
    return spaces, seen.strip_seen, *(place.card for place in _places(seen))


def _places(seen: CardsSeen) -> tuple[PlaceSeen, ...]:
    return seen.active, *seen.upcoming, *seen.open, seen.movement_discard, seen.adventure_discard


def _has_settled(followed: CardsFollowed, t_ns: int) -> bool:
    seen = followed.now
    if seen is None or not seen.strip_seen or followed.looks < LOOKS:
        return False
    is_sure = seen.row_is_sure and all(place.doubt in (None, CardDoubt.NOTHING) for place in _places(seen))
    return t_ns - followed.since_ns >= (SETTLED_NS if is_sure else UNSURE_NS)

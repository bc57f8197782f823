"""What a picture of the card table tells: who lies where, and where it is not sure, why."""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Message
from tableassist.pipeline.cards.strip import OPEN, SPACES, UPCOMING


class CardDoubt(StrEnum):
    NOTHING = "nothing"
    """No card is read there: none lies there, or something hides its tag."""
    BETWEEN = "between"
    TWO = "two"
    LIFTED = "lifted"
    TWICE = "twice"
    OUTSIDE = "outside"
    TIGHT = "tight"
    """Some ships are hidden, and the others may lie closer together than the spaces."""
    STRIP = "strip"
    """The strip itself is not read, so nothing is."""


@dataclass(frozen=True, slots=True)
class SpaceSeen:
    space: int
    """1 is the front of the row."""
    ship: str | None = None
    """None where it is not sure."""
    damaged: bool | None = None
    doubt: CardDoubt | None = None
    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    card: str | None = None
    """None where no card is read, or not surely."""
    doubt: CardDoubt | None = None
    reason: Message | None = None


NO_CARD = PlaceSeen(None, CardDoubt.NOTHING, Message("no card is read here: none, or its tag is hidden"))


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """By values only: two pictures of a table that has not changed give equal ones."""

    spaces: tuple[SpaceSeen, ...]
    """Nine; space 1 first."""
    active: PlaceSeen
    upcoming: tuple[PlaceSeen, ...]
    """Three, from left to right, after the active card."""
    open: tuple[PlaceSeen, ...]
    """Three, from left to right."""
    movement_discard: PlaceSeen
    adventure_discard: PlaceSeen
    fame: tuple[tuple[str, int], ...] = ()
    """Ships below whom fame is seen fanned, and how many cards: at least so many lie there."""
    adventure_pile: bool = False
    """Whether a face-down adventure card is seen to the right of the row."""
    strip_seen: bool = True
    reason: Message | None = None
    """Why the strip is not read."""

    @property
    def row(self) -> tuple[str | None, ...]:
        """Front first; None where it is not sure."""
        return tuple(space.ship for space in self.spaces)

    @property
    def damaged(self) -> frozenset[str]:
        return frozenset(space.ship for space in self.spaces if space.ship is not None and space.damaged)

    @property
    def row_is_sure(self) -> bool:
        return all(space.ship is not None for space in self.spaces)


def nothing_seen(reason: Message) -> CardsSeen:
    """Of a picture in which the strip is not read."""
    spaces = tuple(SpaceSeen(space, doubt=CardDoubt.STRIP, reason=reason) for space in range(1, SPACES + 1))
    place = PlaceSeen(None, CardDoubt.STRIP, reason)
    upcoming, opened = (place,) * len(UPCOMING), (place,) * len(OPEN)
    return CardsSeen(spaces, place, upcoming, opened, place, place, strip_seen=False, reason=reason)

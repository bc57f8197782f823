"""A card as a list names it, before anybody has looked it up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ListedCard:
    name: str
    place: str
    """Where in the file: a line, or an entry."""
    points: int | None = None
    number: str = ""
    """Set and number in one word: `SM001`."""
    nation: str = ""
    aboard: bool = False
    """Listed under a ship: crew or equipment."""
    equipment: bool = False
    """Known to be equipment; else it may be."""


@dataclass(frozen=True, slots=True)
class FleetList:
    name: str
    cards: tuple[ListedCard, ...]
    """Each ship, and after her what is aboard."""
    harbor: tuple[ListedCard, ...] = ()
    """What the player has beside the fleet: treasure, islands, events."""
    left_out: tuple[str, ...] = ()
    """Lines that name no card."""
    total: int | None = None
    """What the list itself says that the fleet costs."""
    limit: int | None = None
    """What it says that the fleet may cost."""

"""What S and L are on a table."""

from dataclasses import dataclass

from tableassist.messages import Message, Text
from tableassist.pieces.piece import CannonRange


@dataclass(frozen=True, slots=True)
class Ruler:
    """What S and L are on this table. The printed bars and the card's sides differ by 6 %."""

    name: str
    short_mm: float
    long_mm: float
    sigma_mm: float = 0.0
    """How well both are known; 0 where they are what they are by agreement."""

    def reach_mm(self, reach: CannonRange) -> float:
        return self.long_mm if reach is CannonRange.LONG else self.short_mm


BARS = Ruler("printed bars", short_mm=57.5, long_mm=83.8)
CARD = Ruler("card's sides", short_mm=63.7, long_mm=89.2)
RULERS = {"bars": BARS, "card": CARD}
RULER_WORDS = {
    BARS.name: Message("printed bars"),
    CARD.name: Message("card's sides"),
    "house rule": Message("house rule"),
    "measured ruler": Message("measured ruler"),
}
"""A ruler's name stands in files, so it is a plain string there."""


def ruler_words(ruler: Ruler) -> Text:
    """What S and L are measured with."""
    return RULER_WORDS.get(ruler.name, ruler.name)

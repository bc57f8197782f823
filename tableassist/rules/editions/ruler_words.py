"""What S and L are measured with, in words. A ruler's name stands in files, so it is a plain string there."""

from typing import Final

from tableassist.messages import Message, Text
from tableassist.rules.editions.ruler import BARS, CARD, Ruler

RULER_WORDS: Final = {
    BARS.name: Message("printed bars"),
    CARD.name: Message("card's sides"),
    "house rule": Message("house rule"),
    "measured ruler": Message("measured ruler"),
}


def ruler_words(ruler: Ruler) -> Text:
    return RULER_WORDS.get(ruler.name, ruler.name)

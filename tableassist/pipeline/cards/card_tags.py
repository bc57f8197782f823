"""Which tag is on which card, how large it is, and where on the card it sits.

Pirates carry none, nor do the backs of movement cards. The back of every adventure card carries the same one, so that a
pile that lies face down, or fame, tells nothing but that it is there.
"""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.messages import Text
from tableassist.pipeline.cards.strip import CARD_HEIGHT_MM, FAMILY, FIRST_STRIP_TAG
from tableassist.rulebook.cardgame.cards import (
    ADVENTURES,
    MOVEMENTS,
    SHIPS,
    adventure_title,
    movement_title,
    plain_name,
)

FIRST_CARD_TAG = FIRST_STRIP_TAG
FIRST_SHIP_TAG, FIRST_DAMAGED_TAG, FIRST_MOVEMENT_TAG, FIRST_ADVENTURE_TAG, FAME_TAG = 460, 470, 480, 505, 565
CARD_TAG_MM, FAME_TAG_MM = 24.0, 12.0
LABEL_WIDTH_MM, LABEL_HEIGHT_MM, FAME_LABEL_HEIGHT_MM = 62.0, 31.0, 15.5
"""What is cut out: a face's label goes to the upper edge of its card, that of a back to its lower edge."""
EDGE_MM = 1.0
"""From the card's edge to the label's."""


class CardSide(StrEnum):
    SHIP = "ship"
    MOVEMENT = "movement"
    ADVENTURE = "adventure"
    FAME = "fame"
    """The back of any adventure card."""


@dataclass(frozen=True, slots=True)
class CardTag:
    side: CardSide
    tag: int
    card: str = ""
    """Its id; none for the back of an adventure card."""
    damaged: bool = False

    @property
    def size_mm(self) -> float:
        return FAME_TAG_MM if self.side is CardSide.FAME else CARD_TAG_MM

    @property
    def up_mm(self) -> float:
        """From the card's middle to the tag's, towards the card's upper edge."""
        if self.side is CardSide.FAME:
            return -(CARD_HEIGHT_MM / 2 - EDGE_MM - FAME_LABEL_HEIGHT_MM / 2)
        return CARD_HEIGHT_MM / 2 - EDGE_MM - LABEL_HEIGHT_MM / 2


FAME_BACK = CardTag(CardSide.FAME, FAME_TAG)
FACE_TAGS = (
    *(CardTag(CardSide.SHIP, FIRST_SHIP_TAG + k, ship) for k, ship in enumerate(SHIPS)),
    *(CardTag(CardSide.SHIP, FIRST_DAMAGED_TAG + k, ship, damaged=True) for k, ship in enumerate(SHIPS)),
    *(CardTag(CardSide.MOVEMENT, FIRST_MOVEMENT_TAG + k, card) for k, card in enumerate(MOVEMENTS)),
    *(CardTag(CardSide.ADVENTURE, FIRST_ADVENTURE_TAG + k, card) for k, card in enumerate(ADVENTURES)),
)
CARD_TAGS = {(FAMILY, each.tag): each for each in (*FACE_TAGS, FAME_BACK)}


def card_title(card: str) -> Text:
    """What a ship, a movement or an adventure card is called."""
    match face_tag(card).side:
        case CardSide.SHIP:
            return plain_name(card)
        case CardSide.MOVEMENT:
            return movement_title(card)
        case _:
            return adventure_title(card)


def face_tag(card: str, *, damaged: bool = False) -> CardTag:
    """Of a card that lies face up."""
    return _BY_CARD[card, damaged]


_BY_CARD = {(each.card, each.damaged): each for each in FACE_TAGS}

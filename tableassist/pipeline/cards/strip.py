"""The row strip: a printed strip between ships and movement cards that marks every place, space 1 at its right end.

Its millimetres: origin at the strip's lower-left corner, x right, y away from the players. Ships and adventures lie
below it, movement cards and discards above.
"""

from dataclasses import dataclass
from enum import StrEnum

from tableassist.vision.registration.mat_layout import MatLayout, MatTag

FAMILY = "36h11"
FIRST_STRIP_TAG = 450
PITCH_MM = 70.0
"""From one space to the next: a card in a sleeve is 66 mm wide."""
STRIP_HEIGHT_MM = 40.0
STRIP_TAG_MM = 30.0
CARD_WIDTH_MM, CARD_HEIGHT_MM = 64.0, 89.0
SPACES = 9
AWAY_MM = CARD_HEIGHT_MM / 2 + 4.0
"""From the strip's edge to the middle of a card beside it."""
BELOW_MM, ABOVE_MM = -AWAY_MM, STRIP_HEIGHT_MM + AWAY_MM
TAPED_SIGMA_MM = 1.0
"""How far a piece of the strip may lie from where it should: they are laid end to end by hand."""


class CardPlace(StrEnum):
    """Where else than in the row a card lies face up."""

    ACTIVE = "active"
    UPCOMING_1 = "upcoming-1"
    UPCOMING_2 = "upcoming-2"
    UPCOMING_3 = "upcoming-3"
    OPEN_1 = "open-1"
    OPEN_2 = "open-2"
    OPEN_3 = "open-3"
    MOVEMENT_DISCARD = "movement-discard"
    ADVENTURE_DISCARD = "adventure-discard"


UPCOMING = (CardPlace.UPCOMING_1, CardPlace.UPCOMING_2, CardPlace.UPCOMING_3)
OPEN = (CardPlace.OPEN_1, CardPlace.OPEN_2, CardPlace.OPEN_3)
ADVENTURE_PLACES = (CardPlace.ACTIVE, *UPCOMING)


def _cell(index: int) -> float:
    """The middle of a cell, counted from the strip's left end."""
    return (index + 0.5) * PITCH_MM


PLACE_MM: dict[CardPlace, tuple[float, float]] = {
    CardPlace.ACTIVE: (_cell(9), BELOW_MM),
    CardPlace.UPCOMING_1: (_cell(10), BELOW_MM),
    CardPlace.UPCOMING_2: (_cell(11), BELOW_MM),
    CardPlace.UPCOMING_3: (_cell(12), BELOW_MM),
    CardPlace.OPEN_1: (_cell(3), ABOVE_MM),
    CardPlace.OPEN_2: (_cell(4), ABOVE_MM),
    CardPlace.OPEN_3: (_cell(5), ABOVE_MM),
    CardPlace.MOVEMENT_DISCARD: (_cell(7), ABOVE_MM),
    CardPlace.ADVENTURE_DISCARD: (_cell(9), ABOVE_MM),
}
"""The middle of each place."""
MOVEMENT_PILE_MM = (_cell(6), ABOVE_MM)
"""Face down: nothing is read there."""


def space_mm(space: int) -> float:
    """The middle of a space of the row: 1 is the right-most."""
    return _cell(SPACES - space)


@dataclass(frozen=True, slots=True)
class StripPiece:
    """One of the parts that the strip is printed in; its tags lie at both its ends."""

    letter: str
    first_cell: int
    cells: int

    @property
    def left_mm(self) -> float:
        return self.first_cell * PITCH_MM

    @property
    def width_mm(self) -> float:
        return self.cells * PITCH_MM

    @property
    def tags(self) -> tuple[MatTag, MatTag]:
        """In the whole strip's millimetres."""
        first = FIRST_STRIP_TAG + 2 * "ABCDE".index(self.letter)
        inset, y = STRIP_HEIGHT_MM / 2, STRIP_HEIGHT_MM / 2
        ends = (self.left_mm + inset, self.left_mm + self.width_mm - inset)
        left, right = (MatTag(FAMILY, first + k, STRIP_TAG_MM, x, y, 0.0) for k, x in enumerate(ends))
        return left, right


STRIP_PIECES = (
    StripPiece("A", 0, 3),
    StripPiece("B", 3, 3),
    StripPiece("C", 6, 3),
    StripPiece("D", 9, 2),
    StripPiece("E", 11, 2),
)
"""From left to right. The last is needed only with three or four adventures in the row."""
STRIP_WIDTH_MM = STRIP_PIECES[-1].left_mm + STRIP_PIECES[-1].width_mm
STRIP = MatLayout(
    STRIP_WIDTH_MM, STRIP_HEIGHT_MM, tuple(tag for piece in STRIP_PIECES for tag in piece.tags), TAPED_SIGMA_MM
)

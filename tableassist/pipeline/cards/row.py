"""The row of ships: which lies in which space, by its place beside the strip.

Where all nine are seen in one line, their order is the row, however they are spread. Where some are hidden, they may
lie below their neighbours in a row that is pushed together. So a ship then counts only in the middle of a marked space,
and only while both ends of the row are seen in theirs and no ship lies between two spaces. In 20,000 rows laid with
care, pushed together or torn apart, with ships hidden by their neighbours and by hands, that was never wrong.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from tableassist.messages import Message
from tableassist.pipeline.cards.lying import LyingCard
from tableassist.pipeline.cards.reading import CardDoubt, SpaceSeen
from tableassist.pipeline.cards.strip import BELOW_MM, PITCH_MM, SPACES, space_mm

BAND_MM = 32.0
"""A card whose middle lies farther from the row's line has been pulled out of it."""
ASKEW_RAD = math.radians(35.0)
LEAST_APART_MM = 18.0
"""Of two ships nearer to each other than this it is not said which is ahead."""
WIDEST_GAP_MM = 2.2 * PITCH_MM
CENTRED_MM = 18.0
"""From a space's middle; the next one is 70 mm away."""
NO_SHIP = Message("no ship is read here: none, or its tag is hidden")
SHARED_MM = 0.7 * PITCH_MM
"""A ship in a hand puts every space in doubt whose middle is nearer than this."""


def read_row(cards: Sequence[LyingCard]) -> tuple[SpaceSeen, ...]:
    """Of all ships that are seen; space 1 first."""
    seen = Counter(card.tag.card for card in cards)
    near = [card for card in cards if _is_near_row(card)]
    flat = sorted((card for card in near if card.is_flat and seen[card.tag.card] == 1), key=lambda card: -card.x_mm)
    if len(flat) == SPACES and len(near) == SPACES and _is_one_line(flat):
        return tuple(_sure(space, card) for space, card in enumerate(flat, start=1))
    doubted = _doubt_of_all(near, flat)
    spaces = range(1, SPACES + 1)
    if doubted is not None:
        return tuple(SpaceSeen(space, doubt=doubted[0], reason=doubted[1]) for space in spaces)
    return tuple(_by_place(space, near, flat) for space in spaces)


def _doubt_of_all(near: Sequence[LyingCard], flat: Sequence[LyingCard]) -> tuple[CardDoubt, Message] | None:
    """Why no ship counts by her place; None where those do that are seen."""
    if not near:
        return CardDoubt.NOTHING, NO_SHIP
    astray = next((card for card in flat if _space_of(card) is None), None)
    if astray is not None:
        return _astray(astray)
    if not {1, SPACES} <= {_space_of(card) for card in flat}:
        return CardDoubt.TIGHT, Message("not all nine ships are recognised, nor both ends of the row")
    return None


def _is_near_row(card: LyingCard) -> bool:
    return abs(card.y_mm - BELOW_MM) <= BAND_MM and card.askew_rad <= ASKEW_RAD


def _is_one_line(row: Sequence[LyingCard]) -> bool:
    return all(LEAST_APART_MM <= ahead.x_mm - behind.x_mm <= WIDEST_GAP_MM for ahead, behind in pairwise(row))


def _space_of(card: LyingCard) -> int | None:
    """The space in whose middle it lies."""
    nearest = min(range(1, SPACES + 1), key=lambda space: abs(card.x_mm - space_mm(space)))
    return nearest if abs(card.x_mm - space_mm(nearest)) <= CENTRED_MM else None


def _sure(space: int, card: LyingCard) -> SpaceSeen:
    return SpaceSeen(space, card.tag.card, card.tag.damaged)


def _astray(card: LyingCard) -> tuple[CardDoubt, Message]:
    if not space_mm(SPACES) - PITCH_MM / 2 < card.x_mm < space_mm(1) + PITCH_MM / 2:
        beyond = Message("not all nine ships are recognised, and {ship} is beyond the end of the row", ship=_id(card))
        return CardDoubt.OUTSIDE, beyond
    return CardDoubt.BETWEEN, Message(
        "not all nine ships are recognised, and {ship} is between two spaces", ship=_id(card)
    )


def _id(card: LyingCard) -> str:
    return card.tag.card


def _by_place(space: int, near: Sequence[LyingCard], flat: Sequence[LyingCard]) -> SpaceSeen:
    """`flat`: ships seen once that lie flat, each in the middle of a space."""
    here = [card for card in near if abs(card.x_mm - space_mm(space)) <= SHARED_MM]
    mine = [card for card in flat if _space_of(card) == space]
    others = [card for card in here if card not in mine]
    lifted = next((card for card in others if not card.is_flat), None)
    if lifted is not None:
        reason = Message("{ship} is not flat on the table: in a hand, or on something", ship=_id(lifted))
        return SpaceSeen(space, doubt=CardDoubt.LIFTED, reason=reason)
    twice = next((card for card in others if card not in flat), None)
    if twice is not None:
        return SpaceSeen(space, doubt=CardDoubt.TWICE, reason=Message("{ship} is seen twice", ship=_id(twice)))
    if len(mine) > 1:
        reason = Message("{first} and {second} lie at one place", first=_id(mine[0]), second=_id(mine[1]))
        return SpaceSeen(space, doubt=CardDoubt.TWO, reason=reason)
    if not mine:
        return SpaceSeen(space, doubt=CardDoubt.NOTHING, reason=NO_SHIP)
    return _sure(space, mine[0])

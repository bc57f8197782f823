"""Cards where they lie beside the strip, and whether they lie flat."""

import math
from dataclasses import dataclass

import numpy as np

from tableassist.geometry import Floats, ImagePoints
from tableassist.pipeline.cards.card_tags import CARD_TAGS, CardTag
from tableassist.vision.registration.registration import Registration
from tableassist.vision.tags.pattern import tag_corners
from tableassist.vision.tags.sighting import TagSighting

CARD_LIFT_MM = 1.5
"""Of a card's face above the table: its sleeve, and the cargo hold below it."""
SIZE_SHARE, SHAPE_SHARE = 0.013, 0.008
"""A card whose tag looks larger or smaller than the others' by more, or is bent out of its square by more, is not flat
on the table. In studio pictures cards that lie flat differ by up to 0.5 % and are bent by up to 0.3 %; held 20 mm up
below a camera 0.8 m high a card looks 2.6 % larger, and one that is tilted by 5 degrees is bent by 1 %."""
PRINT_SHARE = 0.06
"""All labels together may be so much larger or smaller than the strip says: they may have been printed apart."""
FEWEST_COMPARED = 4


@dataclass(frozen=True, slots=True)
class LyingCard:
    """In the strip's millimetres."""

    tag: CardTag
    x_mm: float
    """Of the card's middle."""
    y_mm: float
    turn_rad: float
    """Counter-clockwise; 0: its upper edge points away from the players."""
    is_flat: bool

    @property
    def askew_rad(self) -> float:
        """From upright or upside down, whichever is nearer."""
        return abs(math.remainder(self.turn_rad, math.pi))


@dataclass(frozen=True, slots=True)
class _Outlined:
    tag: CardTag
    middle: Floats
    size: float
    """As a share of what it was printed at."""
    bent: float
    turn_rad: float


def lying_cards(sightings: tuple[TagSighting, ...], registration: Registration) -> tuple[LyingCard, ...]:
    """All cards whose tags are seen, wherever they are."""
    seen = [(CARD_TAGS[each.key], each) for each in sightings if each.key in CARD_TAGS]
    if not seen:
        return ()
    corners = ImagePoints(np.stack([np.asarray(each.corners) for _, each in seen]))
    on_table = np.asarray(registration.mat_from_image(corners, CARD_LIFT_MM))
    # What is not below the camera has no place on the table.
    known = [_outlined(tag, at) for (tag, _), at in zip(seen, on_table, strict=True) if np.isfinite(at).all()]
    usual = _usual_size(known)
    return tuple(_lying(each, usual) for each in known)


def _outlined(tag: CardTag, corners: Floats) -> _Outlined:
    """The best square through the four corners."""
    middle = corners.mean(axis=0)
    # As complex numbers, the square that fits best is the print times one number: how much larger, and turned.
    printed, found = (_complex(part) for part in (tag_corners(tag.size_mm), corners - middle))
    times = complex(np.vdot(printed, found) / np.vdot(printed, printed))
    off = np.abs(found - times * printed)
    return _Outlined(tag, middle, abs(times), float(off.max()) / tag.size_mm, math.atan2(times.imag, times.real))


def _complex(points: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.complex128]]:
    flat = np.asarray(points, dtype=np.float64)
    return np.asarray(flat[:, 0] + 1j * flat[:, 1], dtype=np.complex128)


def _usual_size(cards: list[_Outlined]) -> float:
    if len(cards) < FEWEST_COMPARED:
        return 1.0
    middle = float(np.median([card.size for card in cards]))
    return min(max(middle, 1.0 - PRINT_SHARE), 1.0 + PRINT_SHARE)


def _lying(card: _Outlined, usual: float) -> LyingCard:
    is_flat = abs(card.size / usual - 1.0) <= SIZE_SHARE and card.bent <= SHAPE_SHARE
    x = float(card.middle[0]) + card.tag.up_mm * math.sin(card.turn_rad)
    y = float(card.middle[1]) - card.tag.up_mm * math.cos(card.turn_rad)
    return LyingCard(card.tag, x, y, card.turn_rad, is_flat)

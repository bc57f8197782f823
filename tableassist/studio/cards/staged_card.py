"""A card on the table: its face or back with the printed label, and the strip's pieces."""

import math
import zlib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import cv2
import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.pipeline.cards.card_tags import FAME_BACK, CardTag, face_tag
from tableassist.pipeline.cards.strip import CARD_HEIGHT_MM, CARD_WIDTH_MM, FAMILY, STRIP_HEIGHT_MM, StripPiece
from tableassist.studio.surfaces.faces import PAPER, PAPER_RIM, Colour, Face, Skin, Solid, rectangle
from tableassist.studio.surfaces.placed_tag import PlacedTag
from tableassist.studio.surfaces.placement import Placement, rotation_xyz
from tableassist.studio.surfaces.texture import as_image, blend, noise_field
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.mat_layout import MatTag

_TEXELS_PER_MM = 3.0
_THICK_MM, _PRINT_MM = 0.35, 0.04
_RISE_MM = 3.0
"""From this height on a card throws a shadow worth drawing."""
_NATIONS: dict[str, Colour] = {"e": (150.0, 70.0, 60.0), "s": (60.0, 90.0, 190.0), "d": (60.0, 150.0, 205.0)}


class CardLook(StrEnum):
    FACE = "face"
    DAMAGED = "damaged"
    ADVENTURE_BACK = "adventure-back"
    """Fame, and the pile that adventures are drawn from."""
    MOVEMENT_BACK = "movement-back"
    PIRATE_BACK = "pirate-back"
    CARGO_HOLD = "cargo-hold"


_COLOURS: dict[CardLook, Colour] = {
    CardLook.ADVENTURE_BACK: (70.0, 150.0, 190.0),
    CardLook.MOVEMENT_BACK: (140.0, 100.0, 60.0),
    CardLook.PIRATE_BACK: (50.0, 50.0, 60.0),
    CardLook.CARGO_HOLD: (50.0, 84.0, 116.0),
}


@dataclass(frozen=True, slots=True)
class StagedCard:
    """Its middle on the table's millimetres; turned by `yaw_rad` from upright."""

    look: CardLook
    card: str
    x_mm: float
    y_mm: float
    yaw_rad: float = 0.0
    z_mm: float = 0.0
    """Of its underside above the table."""
    roll_rad: float = 0.0
    pitch_rad: float = 0.0

    @property
    def tag(self) -> CardTag | None:
        if self.look in (CardLook.FACE, CardLook.DAMAGED):
            return face_tag(self.card, damaged=self.look is CardLook.DAMAGED)
        return FAME_BACK if self.look is CardLook.ADVENTURE_BACK else None

    def solids(self) -> tuple[Solid, ...]:
        turn = rotation_xyz(self.roll_rad, self.pitch_rad, self.yaw_rad)
        placement = Placement(turn, np.array([self.x_mm, self.y_mm, self.z_mm]))
        low, top = (_ring(CARD_WIDTH_MM, CARD_HEIGHT_MM, z) for z in (0.0, _THICK_MM))
        low, top = placement.place(low), placement.place(top)
        faces = [Face(np.array([low[i], low[(i + 1) % 4], top[(i + 1) % 4], top[i]]), PAPER_RIM) for i in range(4)]
        image = _card_image(self.look, self.card)
        middle = ((image.shape[1] - 1) / 2.0, (image.shape[0] - 1) / 2.0)
        upper = placement.then(Placement(np.eye(3), np.array([0.0, 0.0, _THICK_MM])))
        faces.append(Face(top, PAPER, Skin(image, upper, _TEXELS_PER_MM, middle)))
        if self.tag is not None:
            own = placement.then(Placement(np.eye(3), np.array([0.0, self.tag.up_mm, _THICK_MM + _PRINT_MM])))
            placed = PlacedTag(FAMILY, self.tag.tag, self.tag.size_mm, own)
            faces.append(Face(placed.plate, PAPER, tag=placed))
        return (Solid(tuple(faces), casts_shadow=self.z_mm > _RISE_MM),)


def _ring(width_mm: float, height_mm: float, z_mm: float) -> Floats:
    return np.array([(x, y, z_mm) for x, y in rectangle(0.0, 0.0, width_mm, height_mm)])


@lru_cache(maxsize=160)
def _card_image(look: CardLook, card: str) -> Image:
    """A frame, a picture of clouds in the card's own colours, and a white label with writing where the tag goes."""
    rng = np.random.default_rng(zlib.crc32(f"{look}{card}".encode()))
    wide, high = round(CARD_WIDTH_MM * _TEXELS_PER_MM), round(CARD_HEIGHT_MM * _TEXELS_PER_MM)
    base = _COLOURS.get(look) or _NATIONS.get(card[0] if len(card) == 2 else "") or _own_colour(card)
    light = tuple(min(255.0, 70.0 + 0.9 * part) for part in base)
    field = blend(base, (light[0], light[1], light[2]), 0.5 + 0.3 * noise_field((high, wide), (60, 50), rng, 3))
    if look is CardLook.DAMAGED:
        field *= 0.45
    image = as_image(field).copy()
    cv2.rectangle(image, (4, 4), (wide - 5, high - 5), (40, 46, 52), 3)
    if look in (CardLook.FACE, CardLook.DAMAGED):
        cv2.rectangle(image, (3, 3), (wide - 4, 3 + round(31.0 * _TEXELS_PER_MM)), (238, 238, 236), -1)
        cv2.putText(image, card[:16], (10, high - 40), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (20, 20, 24), 2, cv2.LINE_AA)
        cv2.putText(image, card[:4], (8, 50), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 24), 1, cv2.LINE_AA)
    elif look is CardLook.ADVENTURE_BACK:
        strip = round(15.5 * _TEXELS_PER_MM)
        cv2.rectangle(image, (3, high - 3 - strip), (wide - 4, high - 4), (238, 238, 236), -1)
        cv2.circle(image, (wide // 2, high // 3), 40, (40, 190, 230), -1, cv2.LINE_AA)
    image.setflags(write=False)
    return image


def _own_colour(card: str) -> Colour:
    rng = np.random.default_rng(zlib.crc32(card.rpartition("-")[0].encode()))
    blue, green, red = rng.uniform(60.0, 190.0, 3)
    return float(blue), float(green), float(red)


@dataclass(frozen=True, slots=True)
class StagedStripPiece:
    """Flat on the table; `at` is where the whole strip's lower-left corner would be if this piece were right."""

    piece: StripPiece
    at: PlanarPose

    def solids(self) -> tuple[Solid, ...]:
        turn = rotation_xyz(0.0, 0.0, self.at.heading_rad)
        placement = Placement(turn, np.array([self.at.x_mm, self.at.y_mm, 0.1]))
        left, width = self.piece.left_mm, self.piece.width_mm
        corners = [(left, 0.0), (left + width, 0.0), (left + width, STRIP_HEIGHT_MM), (left, STRIP_HEIGHT_MM)]
        paper = placement.place(np.array([(x, y, 0.0) for x, y in corners]))
        image = _strip_image(self.piece)
        own = placement.then(Placement(np.eye(3), np.array([left + width / 2.0, STRIP_HEIGHT_MM / 2.0, 0.0])))
        middle = ((image.shape[1] - 1) / 2.0, (image.shape[0] - 1) / 2.0)
        sheet = Face(paper, PAPER, Skin(image, own, _TEXELS_PER_MM, middle))
        tags = [self._tag(tag, placement) for tag in self.piece.tags]
        return (Solid((sheet, *tags), casts_shadow=False),)

    def _tag(self, tag: MatTag, placement: Placement) -> Face:
        on_strip = Placement(rotation_xyz(0.0, 0.0, tag.yaw_rad), np.array([tag.x_mm, tag.y_mm, _PRINT_MM]))
        placed = PlacedTag(tag.family, tag.tag, tag.size_mm, placement.then(on_strip))
        return Face(placed.plate, PAPER, tag=placed)


@lru_cache(maxsize=8)
def _strip_image(piece: StripPiece) -> Image:
    wide, high = round(piece.width_mm * _TEXELS_PER_MM), round(STRIP_HEIGHT_MM * _TEXELS_PER_MM)
    image = np.full((high, wide, 3), 236, np.uint8)
    for cell in range(piece.cells + 1):
        x = min(wide - 1, math.floor(cell * wide / piece.cells))
        cv2.line(image, (x, 0), (x, high), (120, 120, 120), 2)
        number = 9 - piece.first_cell - cell
        if cell < piece.cells and number > 0:
            at = (x + round(35.0 * _TEXELS_PER_MM) - 12, high - 20)
            cv2.putText(image, str(number), at, cv2.FONT_HERSHEY_SIMPLEX, 1.2, (30, 30, 30), 3, cv2.LINE_AA)
    image.setflags(write=False)
    return image

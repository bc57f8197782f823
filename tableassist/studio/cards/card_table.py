"""Card faces with their labels, the strip, and how hands lay cards out: crooked, overlapping, fanned."""

import math
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

import cv2
import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.pipeline.cards.card_tags import FAME_BACK, CardTag, face_tag
from tableassist.pipeline.cards.strip import (
    BELOW_MM,
    CARD_HEIGHT_MM,
    CARD_WIDTH_MM,
    FAMILY,
    MOVEMENT_PILE_MM,
    OPEN,
    PITCH_MM,
    PLACE_MM,
    STRIP_HEIGHT_MM,
    STRIP_PIECES,
    UPCOMING,
    CardPlace,
    StripPiece,
    space_mm,
)
from tableassist.rulebook.cardgame.cards import SHIPS
from tableassist.studio.optics import StudioCamera
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.studio.surfaces.faces import (
    PAPER,
    PAPER_RIM,
    Colour,
    Face,
    PlacedTag,
    Placement,
    Skin,
    Solid,
    rectangle,
    rotation_xyz,
)
from tableassist.studio.surfaces.skins import as_image, blend, noise_field
from tableassist.vision.camera.frame import Image
from tableassist.vision.registration.mat_layout import MatLayout, MatTag

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
    base = _COLOURS.get(look) or _NATIONS.get(card[0] if len(card) == 2 else "") or _card_colour(card)
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


def _card_colour(card: str) -> Colour:
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


CLOTH = MatLayout(1040.0, 560.0, (), 0.0)
STRIP_AT = PlanarPose(65.0, 330.0, 0.0)
"""Where the strip lies on the cloth."""
_STEP_MM = 0.4
"""From one layer of cards to the next."""
_SAME_PLACE_MM = 20.0


@dataclass(frozen=True, slots=True)
class CardTable:
    row: tuple[str, ...]
    """Front first."""
    damaged: frozenset[str] = frozenset()
    fame: tuple[tuple[str, int], ...] = ()
    """Ships and how many fame cards lie below them."""
    active: str | None = None
    upcoming: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    movement_discard: str | None = None
    adventure_discard: str | None = None
    adventure_pile: bool = True
    movement_pile: bool = True


@dataclass(frozen=True, slots=True)
class Laying:
    """How carefully: the sigmas of a hand."""

    off_mm: float = 3.0
    turn_rad: float = math.radians(2.5)
    fan_mm: float = 0.0
    """How far each fame card pokes out below the one above it; 0: they lie hidden below the ship."""
    at: PlanarPose = STRIP_AT
    pieces: tuple[StagedStripPiece, ...] = field(default=())
    """None: all five, laid exactly."""
    mixed_layers: bool = False
    """Which of two overlapping ships lies on top: by chance, else always the same."""
    squeeze: float = 1.0
    """The row is so much shorter than the strip, about its middle: below 0.9 its cards overlap."""
    uneven: float = 0.0
    """Share of a space by which each gap in the row is smaller, at most: some cards are pushed together."""
    upside_down: float = 0.0
    """Share of the cards that were laid the other way round."""


LaidCards = Mapping[str, StagedCard]
"""By what it is: `ship-e1`, `fame-e1-2`, `card-kraken-1`, `adventure-pile`, `movement-pile`."""


def laid_cards(
    table: CardTable, rng: np.random.Generator, laying: Laying | None = None, before: LaidCards | None = None
) -> LaidCards:
    """`before`: how the table lay; what has not been moved stays as it was."""
    hand = _Hand(rng, Laying() if laying is None else laying, {} if before is None else before)
    fame, laid = dict(table.fame), dict[str, StagedCard]()
    for ship, x_mm in zip(table.row, hand.row_mm(), strict=True):
        count = fame.get(ship, 0)
        placed = hand.ship(ship, x_mm, count, damaged=ship in table.damaged)
        laid |= {f"fame-{ship}-{n}": hand.fame_below(placed, ship, n, count) for n in range(1, count + 1)}
        laid[f"ship-{ship}"] = placed
    for place, card in _face_up(table):
        laid[f"card-{card}"] = hand.at(f"card-{card}", CardLook.FACE, card, PLACE_MM[place])
    if table.adventure_pile:
        where = _adventure_pile(table)
        laid["adventure-pile"] = hand.at("adventure-pile", CardLook.ADVENTURE_BACK, "", where, rise=6.0)
    if table.movement_pile:
        laid["movement-pile"] = hand.at("movement-pile", CardLook.MOVEMENT_BACK, "", MOVEMENT_PILE_MM, rise=4.0)
    return laid


def _face_up(table: CardTable) -> tuple[tuple[CardPlace, str], ...]:
    staged_cards = [
        (CardPlace.ACTIVE, table.active),
        *zip(UPCOMING, table.upcoming, strict=False),
        *zip(OPEN, table.open, strict=False),
        (CardPlace.MOVEMENT_DISCARD, table.movement_discard),
        (CardPlace.ADVENTURE_DISCARD, table.adventure_discard),
    ]
    return tuple((place, card) for place, card in staged_cards if card)


def _adventure_pile(table: CardTable) -> tuple[float, float]:
    """To the right of the last adventure that lies face up."""
    x, y = PLACE_MM[CardPlace.ACTIVE]
    return x + (len(table.upcoming) + 1) * PITCH_MM, y


class _Hand:
    """Lays cards beside the strip, not quite where they belong."""

    def __init__(self, rng: np.random.Generator, laying: Laying, before: LaidCards) -> None:
        self._rng, self._laying, self._before = rng, laying, before

    def at(self, name: str, look: CardLook, card: str, place: tuple[float, float], rise: float = 0.0) -> StagedCard:
        x, y = self._laying.at.place_one(*place)
        old = self._before.get(name)
        if old is not None and old.look is look and math.hypot(old.x_mm - x, old.y_mm - y) < _SAME_PLACE_MM:
            return replace(old, z_mm=rise)
        off_x, off_y = (float(off) for off in self._rng.normal(0.0, self._laying.off_mm, 2))
        yaw = self._laying.at.heading_rad + float(self._rng.normal(0.0, self._laying.turn_rad))
        yaw += math.pi if self._rng.random() < self._laying.upside_down else 0.0
        return StagedCard(look, card, x + off_x, y + off_y, yaw, rise)

    def row_mm(self) -> tuple[float, ...]:
        """Where the ships' middles go along the strip, the front one first."""
        gaps = PITCH_MM * (1.0 - self._laying.uneven * self._rng.random(8)) * self._laying.squeeze
        if self._laying.uneven == 0.0:
            middle = space_mm(5) + 4.0 * gaps[0]
        else:
            total = float(gaps.sum())
            middle = space_mm(5) + total / 2.0 + float(self._rng.uniform(-0.5, 0.5)) * (8.0 * PITCH_MM - total)
        return tuple(float(middle - part) for part in (0.0, *np.cumsum(gaps)))

    def ship(self, ship: str, x_mm: float, fame: int, *, damaged: bool) -> StagedCard:
        """Each on its own layer, so that where two overlap one lies on the other."""
        look = CardLook.DAMAGED if damaged else CardLook.FACE
        layer = float(self._rng.uniform(0.0, 9.0)) if self._laying.mixed_layers else SHIPS.index(ship)
        return self.at(f"ship-{ship}", look, ship, (x_mm, BELOW_MM), rise=_STEP_MM * (2 + fame + layer))

    def fame_below(self, placed: StagedCard, ship: str, number: int, count: int) -> StagedCard:
        """The first pokes out least and lies on top of the next; always towards the players, whichever way round the
        ship lies."""
        upright = self._laying.at.heading_rad
        yaw = upright + math.remainder(placed.yaw_rad - upright, math.pi)
        out = number * self._laying.fan_mm
        x, y = placed.x_mm + out * math.sin(yaw), placed.y_mm - out * math.cos(yaw)
        turn = 0.3 * self._laying.turn_rad * math.sin(1.7 * number + SHIPS.index(ship))
        return StagedCard(CardLook.ADVENTURE_BACK, "", x, y, yaw + turn, _STEP_MM * (1 + count - number))


def staged_table(laid: LaidCards, laying: Laying | None = None) -> StagedTable:
    """On the cloth with the strip."""
    at = Laying() if laying is None else laying
    pieces = at.pieces or tuple(StagedStripPiece(piece, at.at) for piece in STRIP_PIECES)
    return StagedTable(CLOTH, laid=tuple(laid.values()), sheets=pieces)


def card_camera(
    *,
    off_vertical_deg: float = 12.0,
    azimuth_deg: float = -90.0,
    roll_deg: float = 0.0,
    height_px: int = 1080,
    closer: float = 1.0,
) -> StudioCamera:
    """A webcam that sees the whole strip with its cards, from as near as they fit, or `closer` by a factor."""
    share = height_px / 1080.0
    corners = np.array([(x, y, 0.0) for x in (40.0, 1000.0) for y in (60.0, 480.0)])
    distance = 600.0
    while True:
        camera = StudioCamera.looking_at(
            (520.0, 290.0, 0.0),
            distance_mm=distance * closer,
            off_vertical_deg=off_vertical_deg,
            azimuth_deg=azimuth_deg,
            roll_deg=roll_deg,
            width_px=round(1920 * share),
            height_px=height_px,
            fx=1344.0 * share,
            fy=1345.8 * share,
            dist=(-0.105, 0.034, 0.0005, -0.0004),
        )
        seen = camera.project(corners)  # type: ignore[arg-type]
        inside = (seen > 4.0).all() and (seen[:, 0] < camera.width_px - 4).all() and (seen[:, 1] < height_px - 4).all()
        if inside or distance > 3000.0:
            return camera
        distance += 20.0

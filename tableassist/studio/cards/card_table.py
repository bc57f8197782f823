"""What lies on a card table, by the cards' ids, and how hands lay it out: crooked, overlapping, fanned."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from tableassist.geometry import PlanarPose
from tableassist.pipeline.cards.strip import (
    BELOW_MM,
    MOVEMENT_PILE_MM,
    OPEN,
    PITCH_MM,
    PLACE_MM,
    STRIP_PIECES,
    UPCOMING,
    CardPlace,
    space_mm,
)
from tableassist.rulebook.cardgame.cards import SHIPS
from tableassist.studio.cards.staged_card import CardLook, StagedCard, StagedStripPiece
from tableassist.studio.optics.optics import StudioCamera
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.registration.mat_layout import MatLayout

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

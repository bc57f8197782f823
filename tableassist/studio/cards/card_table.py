"""What lies on a card table, by the cards' ids, and how hands lay it out: crooked, overlapping, fanned."""

import math
from dataclasses import dataclass, field, replace

import numpy as np

from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pipeline.cards.strip import (
    BELOW_MM,
    MOVEMENT_PILE_MM,
    OPEN,
    PLACE_MM,
    STRIP_PIECES,
    UPCOMING,
    CardPlace,
    space_mm,
)
from tableassist.studio.cards.staged_card import CardLook, StagedCard, StagedStripPiece
from tableassist.studio.optics.optics import StudioCamera
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.registration.mat_layout import MatLayout

CLOTH = MatLayout(1040.0, 560.0, (), 0.0)
STRIP_AT = PlanarPose(65.0, 330.0, 0.0)
"""Where the strip lies on the cloth."""
_STEP_MM = 0.4
"""From one layer of cards to the next."""


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


@dataclass(frozen=True, slots=True)
class LaidCards:
    """Cards in the order in which they were laid, the last on top."""

    ships: tuple[tuple[str, StagedCard], ...]
    others: tuple[tuple[str, StagedCard], ...]
    """By the place's name, or `fame-SHIP-N`, `movement-pile`, `adventure-pile`."""

    @property
    def cards(self) -> tuple[StagedCard, ...]:
        return tuple(card for _, card in (*self.others, *self.ships))


def laid_cards(table: CardTable, rng: np.random.Generator, laying: Laying | None = None) -> LaidCards:
    hand = _Hand(rng, Laying() if laying is None else laying)
    fame = dict(table.fame)
    ships, others = [], []
    for layer in rng.permutation(len(table.row)):
        ship = table.row[layer]
        placed = hand.ship(ship, int(layer) + 1, ship in table.damaged)
        others += [(f"fame-{ship}-{n}", hand.fame_below(placed, n)) for n in range(fame.get(ship, 0), 0, -1)]
        height = _STEP_MM * (1 + fame.get(ship, 0) + int(rng.integers(0, 9)))
        ships.append((ship, replace(placed, z_mm=height)))
    ships.sort(key=lambda named: named[1].z_mm)
    for place, card in _face_up(table):
        others.append((place.value, hand.at(CardLook.FACE, card, PLACE_MM[place])))
    if table.adventure_pile:
        others.append(("adventure-pile", hand.at(CardLook.ADVENTURE_BACK, "", _adventure_pile(table), rise=6.0)))
    if table.movement_pile:
        others.append(("movement-pile", hand.at(CardLook.MOVEMENT_BACK, "", MOVEMENT_PILE_MM, rise=4.0)))
    return LaidCards(tuple(ships), tuple(others))


def _face_up(table: CardTable) -> tuple[tuple[CardPlace, str], ...]:
    found = [
        (CardPlace.ACTIVE, table.active),
        *zip(UPCOMING, table.upcoming, strict=False),
        *zip(OPEN, table.open, strict=False),
        (CardPlace.MOVEMENT_DISCARD, table.movement_discard),
        (CardPlace.ADVENTURE_DISCARD, table.adventure_discard),
    ]
    return tuple((place, card) for place, card in found if card is not None)


def _adventure_pile(table: CardTable) -> tuple[float, float]:
    """To the right of the last adventure that lies face up."""
    return (
        PLACE_MM[UPCOMING[min(len(table.upcoming), len(UPCOMING) - 1)]]
        if len(table.upcoming) < 3
        else (945.0, BELOW_MM)
    )


class _Hand:
    """Lays cards beside the strip, not quite where they belong."""

    def __init__(self, rng: np.random.Generator, laying: Laying) -> None:
        self._rng, self._laying = rng, laying

    def at(self, look: CardLook, card: str, place: tuple[float, float], rise: float = 0.0) -> StagedCard:
        off_x, off_y = self._rng.normal(0.0, self._laying.off_mm, 2)
        x, y = self._laying.at.place_one(place[0] + float(off_x), place[1] + float(off_y))
        yaw = self._laying.at.heading_rad + float(self._rng.normal(0.0, self._laying.turn_rad))
        return StagedCard(look, card, x, y, yaw, rise)

    def ship(self, ship: str, space: int, damaged: bool) -> StagedCard:
        look = CardLook.DAMAGED if damaged else CardLook.FACE
        return self.at(look, ship, (space_mm(space), BELOW_MM))

    def fame_below(self, ship: StagedCard, number: int) -> StagedCard:
        """The first pokes out least and lies on top of the next."""
        out = number * self._laying.fan_mm
        x = ship.x_mm + out * math.sin(ship.yaw_rad) + float(self._rng.normal(0.0, 0.8))
        y = ship.y_mm - out * math.cos(ship.yaw_rad)
        yaw = ship.yaw_rad + float(self._rng.normal(0.0, 0.3 * self._laying.turn_rad))
        return StagedCard(CardLook.ADVENTURE_BACK, "", x, y, yaw, _STEP_MM * max(0.1, 1.0 - 0.1 * number))


def staged_table(laid: LaidCards, laying: Laying | None = None) -> StagedTable:
    """On the cloth with the strip."""
    at = Laying() if laying is None else laying
    pieces = at.pieces or tuple(StagedStripPiece(piece, at.at) for piece in STRIP_PIECES)
    return StagedTable(CLOTH, laid=laid.cards, sheets=pieces)


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

"""Dice as solids with pips and rounded edges, the dice corner, and the throws of the demo's game."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np

from tableassist.geometry import Floats, PlanarPose
from tableassist.studio.staging.demo_game import DICE_CORNER_AT, PICKED_UP_S, THROWS
from tableassist.studio.staging.staged_game import StagedGame
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.studio.surfaces.faces import (
    PAPER,
    Colour,
    Face,
    PlacedTag,
    Placement,
    Skin,
    Solid,
    rotation_xyz,
    tag_card,
)
from tableassist.vision.camera.frame import Image
from tableassist.vision.dice.corner import GROUND_GREY, DiceCorner

_TEXELS_PER_MM = 6.0
_FINE = 4
"""Pips are drawn so many times finer, and averaged."""
_ROUND, _BEVEL = 0.13, 0.05
"""Radius of the upright edges and width of the bevels, as shares of the edge."""
_PIP_RADIUS, _PIP_FROM_MIDDLE = 0.095, 0.25
_SHEET_MM, _PRINT_MM = 0.1, 0.05
_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


class DieSkin(StrEnum):
    WHITE = "white"
    """Black pips."""
    IVORY = "ivory"
    """Black pips, the one large and red, as dice from East Asia have it."""
    BLACK = "black"
    """White pips, as the other colours."""
    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"
    """Black pips."""


_COLOURS: dict[DieSkin, tuple[Colour, Colour]] = {
    DieSkin.WHITE: ((226.0, 230.0, 232.0), (36.0, 34.0, 34.0)),
    DieSkin.IVORY: ((196.0, 218.0, 228.0), (40.0, 36.0, 34.0)),
    DieSkin.BLACK: ((36.0, 34.0, 34.0), (222.0, 226.0, 228.0)),
    DieSkin.RED: ((38.0, 34.0, 168.0), (226.0, 228.0, 230.0)),
    DieSkin.BLUE: ((150.0, 70.0, 30.0), (228.0, 228.0, 226.0)),
    DieSkin.GREEN: ((58.0, 104.0, 26.0), (226.0, 230.0, 228.0)),
    DieSkin.YELLOW: ((60.0, 196.0, 226.0), (36.0, 34.0, 34.0)),
}
_RED_PIP: Colour = (46.0, 40.0, 190.0)


def die_solids(value: int, edge_mm: float, skin: DieSkin, placement: Placement) -> tuple[Solid, ...]:
    """Opposite sides are seven together; which of the four at the sides faces where follows from the value alone."""
    if value not in _PLACES:
        raise ValueError(f"a die shows 1 to 6, not {value}")
    body, half, bevel = _COLOURS[skin][0], edge_mm / 2.0, _BEVEL * edge_mm
    radius = _ROUND * edge_mm
    heights = (0.0, bevel, edge_mm - bevel, edge_mm)
    rings = [
        placement.place(_round_outline(half - inset, radius - inset, z))
        for inset, z in zip((bevel, 0.0, 0.0, bevel), heights, strict=True)
    ]
    count = len(rings[0])
    faces = [
        Face(np.array([low[i], low[(i + 1) % count], high[(i + 1) % count], high[i]]), body)
        for low, high in pairwise(rings)
        for i in range(count)
    ]
    top = placement.then(Placement(np.eye(3), np.array([0.0, 0.0, edge_mm])))
    flat = half - radius
    sides = [_side(side, number, flat, half, (bevel, edge_mm - bevel), edge_mm, skin, placement)
             for side, number in enumerate(_around(value))]  # fmt: skip
    return (Solid((*faces, *sides, Face(rings[-1], body, _pips(value, edge_mm, skin, top)))),)


def _around(value: int) -> tuple[int, int, int, int]:
    first, second = [number for number in (1, 2, 3) if number not in (value, 7 - value)]
    return first, second, 7 - first, 7 - second


def _round_outline(half: float, radius: float, z: float, steps: int = 4) -> Floats:
    """A square with round corners, counter-clockwise."""
    points = []
    for corner in range(4):
        middle = (half - radius) * math.sqrt(2.0)
        turn = corner * math.pi / 2.0
        x, y = middle * math.cos(turn + math.pi / 4.0), middle * math.sin(turn + math.pi / 4.0)
        for step in range(steps + 1):
            angle = turn + step * math.pi / 2.0 / steps
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle), z))
    return np.array(points)


def _side(
    side: int,
    number: int,
    flat: float,
    half: float,
    heights: tuple[float, float],
    edge_mm: float,
    skin: DieSkin,
    placement: Placement,
) -> Face:
    """One of the four at the sides, with its pips: its own x runs along the side, its y up."""
    low, high = heights
    upright = rotation_xyz(0.0, 0.0, side * math.pi / 2.0) @ rotation_xyz(math.pi / 2.0, 0.0, 0.0)
    towards = rotation_xyz(0.0, 0.0, side * math.pi / 2.0) @ np.array([0.0, -half - 0.02, edge_mm / 2.0])
    own = placement.then(Placement(upright, towards))
    low, high = low - edge_mm / 2.0, high - edge_mm / 2.0
    points = own.place(np.array([(-flat, low, 0.0), (flat, low, 0.0), (flat, high, 0.0), (-flat, high, 0.0)]))
    return Face(points, _COLOURS[skin][0], _pips(number, edge_mm, skin, own))


def _pips(value: int, edge_mm: float, skin: DieSkin, mat_from_face: Placement) -> Skin:
    image = _face_image(value, edge_mm, skin)
    middle = ((image.shape[1] - 1) / 2.0, (image.shape[0] - 1) / 2.0)
    return Skin(image, mat_from_face, _TEXELS_PER_MM, middle)


@lru_cache(maxsize=256)
def _face_image(value: int, edge_mm: float, skin: DieSkin) -> Image:
    body, pip = _COLOURS[skin]
    radius = _PIP_RADIUS
    if skin is DieSkin.IVORY and value == 1:
        pip, radius = _RED_PIP, 1.5 * _PIP_RADIUS
    side = round(edge_mm * _TEXELS_PER_MM) * _FINE
    y, x = np.mgrid[0:side, 0:side] / (side - 1.0) - 0.5
    face = np.ones((side, side, 1), np.float32) * np.asarray(body, np.float32)
    for column, row in _PLACES[value]:
        inside = np.hypot(x - _PIP_FROM_MIDDLE * column, y - _PIP_FROM_MIDDLE * row) < radius
        face[inside] = pip
    small = cv2.resize(face, (side // _FINE, side // _FINE), interpolation=cv2.INTER_AREA)
    image: Image = np.clip(np.rint(small), 0, 255).astype(np.uint8)
    image.setflags(write=False)
    return image


def corner_solids(corner: DiceCorner, placement: Placement) -> tuple[Solid, ...]:
    """Flat: paper, the grey ground on it, and the tags."""
    sheet = _flat_solid(((0.0, 0.0), (corner.width_mm, corner.height_mm)), _SHEET_MM, PAPER, placement)
    ground, grey = corner.ground, 255.0 * GROUND_GREY
    inside = ((ground.left_mm, ground.low_mm), (ground.right_mm, ground.high_mm))
    cards = []
    for tag in corner.tags:
        own = Placement(rotation_xyz(0.0, 0.0, tag.yaw_rad), np.array([tag.x_mm, tag.y_mm, _SHEET_MM + _PRINT_MM]))
        cards.append(tag_card(PlacedTag(tag.family, tag.tag, tag.size_mm, placement.then(own)), thickness_mm=0.0))
    plain = _flat_solid(inside, _SHEET_MM + _PRINT_MM, (grey, grey, grey), placement)
    return sheet, plain, *(Solid((card.faces[-1],), casts_shadow=False) for card in cards)


def _flat_solid(corners: Sequence[tuple[float, float]], z_mm: float, colour: Colour, placement: Placement) -> Solid:
    (left, low), (right, high) = corners
    ring = np.array([(left, low, z_mm), (right, low, z_mm), (right, high, z_mm), (left, high, z_mm)])
    return Solid((Face(placement.place(ring), colour),), casts_shadow=False)


def _placement(x_mm: float, y_mm: float, z_mm: float, heading_rad: float) -> Placement:
    return Placement(rotation_xyz(0.0, 0.0, heading_rad), np.array([x_mm, y_mm, z_mm]))


@dataclass(frozen=True, slots=True)
class StagedDie:
    """A die at rest: its middle seen from above, on the mat's millimetres."""

    value: int
    x_mm: float
    y_mm: float
    yaw_rad: float = 0.0
    edge_mm: float = 16.0
    skin: DieSkin = DieSkin.WHITE
    on_mm: float = 0.15
    """The height of what it lies on."""

    def solids(self) -> tuple[Solid, ...]:
        placement = _placement(self.x_mm, self.y_mm, self.on_mm, self.yaw_rad)
        return die_solids(self.value, self.edge_mm, self.skin, placement)


@dataclass(frozen=True, slots=True)
class StagedDiceCorner:
    """The printed sheet; its pose is that of its lower-left corner."""

    corner: DiceCorner
    pose: PlanarPose

    def solids(self) -> tuple[Solid, ...]:
        return corner_solids(self.corner, _placement(self.pose.x_mm, self.pose.y_mm, 0.0, self.pose.heading_rad))

    def die_at(
        self,
        value: int,
        right_mm: float,
        up_mm: float,
        *,
        yaw_rad: float = 0.0,
        edge_mm: float = 16.0,
        skin: DieSkin = DieSkin.WHITE,
    ) -> StagedDie:
        """A die by its place on the sheet, from the sheet's lower-left corner."""
        x, y = self.pose.place_one(right_mm, up_mm)
        return StagedDie(value, x, y, self.pose.heading_rad + yaw_rad, edge_mm, skin)

    def rolled(
        self, values: Sequence[int], rng: np.random.Generator, *, edge_mm: float = 16.0, skin: DieSkin = DieSkin.WHITE
    ) -> tuple[StagedDie, ...]:
        """Dice thrown anyhow on the ground, none on another."""
        ground, room = self.corner.ground, 0.75 * edge_mm
        dice: list[StagedDie] = []
        while len(dice) < len(values):
            right = rng.uniform(ground.left_mm + room, ground.right_mm - room)
            up = rng.uniform(ground.low_mm + room, ground.high_mm - room)
            yaw = rng.uniform(-math.pi, math.pi)
            new = self.die_at(values[len(dice)], right, up, yaw_rad=yaw, edge_mm=edge_mm, skin=skin)
            if all(
                math.hypot(new.x_mm - neighbour.x_mm, new.y_mm - neighbour.y_mm) > 1.6 * edge_mm for neighbour in dice
            ):
                dice.append(new)
        return tuple(dice)


@dataclass(frozen=True, slots=True)
class StagedRoll:
    """Dice that lie in the corner from one time to another."""

    from_s: float
    to_s: float
    dice: tuple[StagedDie, ...]


def with_dice(game: StagedGame, corner: StagedDiceCorner, rolls: Sequence[StagedRoll]) -> StagedGame:
    """The same game with a dice corner on its table, and dice lying in it at their times."""
    return replace(game, table_at=_with_dice(game.table_at, corner, tuple(rolls)))


def _with_dice(
    table_at: Callable[[float], StagedTable], corner: StagedDiceCorner, rolls: tuple[StagedRoll, ...]
) -> Callable[[float], StagedTable]:
    def at(t_s: float) -> StagedTable:
        table = table_at(t_s)
        lying = tuple(die for roll in rolls if roll.from_s <= t_s < roll.to_s for die in roll.dice)
        return replace(table, sheets=(*table.sheets, corner), laid=(*table.laid, *lying))

    return at


_SEED = 16


def with_demo_dice(game: StagedGame, corner: DiceCorner) -> StagedGame:
    """A die lies where it was thrown until it is picked up for the next throw."""
    sheet, rng = StagedDiceCorner(corner, DICE_CORNER_AT), np.random.default_rng(_SEED)
    ends = (*(t_s - PICKED_UP_S for t_s, _ in THROWS[1:]), math.inf)
    rolls = [
        StagedRoll(t_s, until_s, sheet.rolled((value,), rng, edge_mm=corner.edges_mm[1]))
        for (t_s, value), until_s in zip(THROWS, ends, strict=True)
    ]
    return with_dice(game, sheet, rolls)

"""Compose the picture of a printed piece: shore band, interior, white fields for its tags, and a place for its name."""

import math
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from shapely import Polygon, box, union_all
from shapely.geometry.base import BaseGeometry

from tableassist.pieces.art.landscapes import (
    Canvas,
    paint_current,
    paint_fog,
    paint_iceberg,
    paint_island,
    paint_reef,
    paint_weeds,
    paint_whirlpool,
)
from tableassist.pieces.art.shapes import BLEED_MM, SHORE_MM, Colour, Shape, chain_shapes, fill_area, rgb
from tableassist.pieces.model import TAG_MODULES, PieceKind, PieceModel, Point
from tableassist.pieces.piece import TagMount

CUT_LINE_MM, CUT_LINE_GREY = 0.15, 0.3
"""Width and level (1 is paper) of the line that is cut along."""
TAG_MARGIN_MM = 0.4
"""White beyond the tag's quiet zone: the quiet zone stays whole although colours are printed 0.2 mm out of register."""
LABEL_PAD_MM = 0.9
NUMBER_RADIUS_MM = 2.3
POINTER_MM = 1.1
NUMBER_INSIDE_MM = SHORE_MM + NUMBER_RADIUS_MM + POINTER_MM
"""From the edge to the middle of an edge number: its disc leaves the shore band plain."""
WHITE: Colour = (1.0, 1.0, 1.0)
LABEL_GROUND, LABEL_RIM, NUMBER_RIM = rgb("fbf4e0"), rgb("8a6d46"), rgb("5d6b76")

Paint = Callable[[Canvas], Iterator[Shape]]


@dataclass(frozen=True, slots=True)
class _Look:
    shore: Colour
    """Light in every case: on a printer without colour a light grey against the sea."""
    paint: Paint
    label_y_mm: float = -0.5
    """Where the name is best put: in the middle, unless the picture has something to show there."""


LOOKS: Mapping[PieceKind, _Look] = {
    PieceKind.ISLAND: _Look(rgb("efd9a3"), paint_island),
    PieceKind.REEF: _Look(rgb("f3d8c4"), paint_reef),
    PieceKind.FOG_BANK: _Look(rgb("e9edf1"), paint_fog),
    PieceKind.ICEBERG: _Look(rgb("dcebf5"), paint_iceberg),
    PieceKind.SARGASSO_SEA: _Look(rgb("dfe0aa"), paint_weeds),
    PieceKind.WHIRLPOOL: _Look(rgb("c5e4ea"), paint_whirlpool, label_y_mm=-16.0),
    PieceKind.TRADE_CURRENT: _Look(rgb("cdeadb"), paint_current),
}


@dataclass(frozen=True, slots=True)
class NumberMark:
    """One of the numbers 1 to 6, to be written round its middle."""

    number: int
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class TerrainArt:
    """In the piece's frame, millimetres."""

    shapes: tuple[Shape, ...]
    """Back to front."""
    label: Point | None
    """Middle of the ground for the name; None where there is no room for it."""
    numbers: tuple[NumberMark, ...]


def draw_terrain(model: PieceModel, mounts: Sequence[TagMount], label_mm: tuple[float, float]) -> TerrainArt:
    """Draw a printed piece. `label_mm`: width and height of the name that will be written on it."""
    model = model.as_printed
    outline = Polygon(model.hull)
    land = outline.buffer(-SHORE_MM)
    look = LOOKS[model.kind]
    fields = [_make_tag_field(mount) for mount in mounts]
    marks = _place_numbers(model)
    discs = [_make_disc(mark) for mark in marks]
    taken = union_all([*fields, *discs])
    label = _place_label(land.difference(taken.buffer(0.8)), label_mm, look.label_y_mm)
    ground = Polygon() if label is None else _make_label_ground(label, label_mm)
    rng = np.random.default_rng(zlib.crc32(model.name.encode()))
    canvas = Canvas(outline, land, land.difference(union_all([taken, ground]).buffer(0.6)), rng)
    art = (
        fill_area(outline.buffer(BLEED_MM), look.shore),
        look.paint(canvas),
        *(fill_area(field, WHITE) for field in fields),
        fill_area(ground, LABEL_RIM),
        fill_area(ground.buffer(-0.25), LABEL_GROUND),
        *(_draw_number(mark, model, land) for mark in marks),
    )
    return TerrainArt(chain_shapes(art), label, marks)


def tag_field_half_mm(family: str, size_mm: float) -> float:
    """Half the side of the white field that a tag needs: its quiet zone of one module, and a margin."""
    return size_mm * (0.5 + 1.0 / TAG_MODULES[family]) + TAG_MARGIN_MM


def _make_tag_field(mount: TagMount) -> Polygon:
    half = tag_field_half_mm(mount.family, mount.size_mm)
    turn = np.array(
        [[math.cos(mount.yaw_rad), -math.sin(mount.yaw_rad)], [math.sin(mount.yaw_rad), math.cos(mount.yaw_rad)]]
    )
    corners = half * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    return Polygon(corners @ turn.T + (mount.x_mm, mount.y_mm))


def _place_numbers(model: PieceModel) -> tuple[NumberMark, ...]:
    return tuple(
        NumberMark(
            edge.number,
            edge.x_mm - NUMBER_INSIDE_MM * math.cos(edge.outward_rad),
            edge.y_mm - NUMBER_INSIDE_MM * math.sin(edge.outward_rad),
        )
        for edge in model.edge_numbers
    )


def _make_disc(mark: NumberMark) -> BaseGeometry:
    return box(mark.x_mm, mark.y_mm, mark.x_mm, mark.y_mm).buffer(NUMBER_RADIUS_MM)


def _draw_number(mark: NumberMark, model: PieceModel, land: BaseGeometry) -> Iterator[Shape]:
    """A disc with a point towards the edge that its number marks."""
    edge = next(edge for edge in model.edge_numbers if edge.number == mark.number)
    out = np.array([math.cos(edge.outward_rad), math.sin(edge.outward_rad)])
    side = np.array([-out[1], out[0]])
    middle = np.array([mark.x_mm, mark.y_mm])
    tip = middle + (NUMBER_RADIUS_MM + POINTER_MM) * out
    base = middle + 0.55 * NUMBER_RADIUS_MM * out
    pointer = Polygon([base + 1.7 * side, tip, base - 1.7 * side])
    yield from fill_area(_make_disc(mark).union(pointer).intersection(land), NUMBER_RIM)
    yield from fill_area(_make_disc(mark).buffer(-0.35), WHITE)


def _place_label(free: BaseGeometry, size_mm: tuple[float, float], best_y: float) -> Point | None:
    """Find the place nearest to x = 0 and `best_y` where the name fits."""
    width, height = size_mm[0] + 2 * LABEL_PAD_MM, size_mm[1] + 2 * LABEL_PAD_MM
    west, south, east, north = free.bounds
    places = [
        (abs(x) + abs(y - best_y), x, y)
        for x in np.arange(west + width / 2, east - width / 2 + 1e-6, 0.5).tolist()
        for y in np.arange(south + height / 2, north - height / 2 + 1e-6, 0.5).tolist()
    ]
    for _, x, y in sorted(places):
        if free.contains(box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)):
            return x, y
    return None


def _make_label_ground(label: Point, size_mm: tuple[float, float]) -> Polygon:
    half_x, half_y = size_mm[0] / 2 + LABEL_PAD_MM - 0.6, size_mm[1] / 2 + LABEL_PAD_MM - 0.6
    return box(label[0] - half_x, label[1] - half_y, label[0] + half_x, label[1] + half_y).buffer(0.6, quad_segs=4)

"""A small picture of a piece from above, bow to the right, that shows where its tags go."""

import math
from itertools import pairwise

import numpy as np
from shapely import Polygon

from tableassist.geometry import Floats
from tableassist.messages import tr
from tableassist.pieces.piece import Piece
from tableassist.printing.blocks import Block
from tableassist.printing.page import SMALL_PT
from tableassist.printing.pages.piece_cards import CAPITAL_MM, SHORE_ROOM_MM, has_bow
from tableassist.printing.paper import Box
from tableassist.printing.pen import GREY, Align, Pen, Point, corners_of
from tableassist.printing.plain_text import FontFace, width_mm
from tableassist.vision.tags.pattern import plate_mm, tag_corners

LARGEST_SCALE = 0.6
TALLEST_MM = 26.0
ARROW_MM, BOW_MM = 4.5, 10.0
"""Room at the right for the arrow alone, and for the arrow with a word."""


def sketch(piece: Piece, width: float) -> Block:
    hull = _points(piece.model.hull)
    bowsprit = _points(piece.model.bowsprit)
    on_card = not has_bow(piece)
    # What counts on a card is the whole plate, which must not hang over the shore.
    sides = [plate_mm(mount.family, mount.size_mm) if on_card else mount.size_mm for mount in piece.mounts]
    tags = [
        np.add(tag_corners(side), (mount.x_mm, mount.y_mm)) for side, mount in zip(sides, piece.mounts, strict=True)
    ]
    inland = _inland(piece) if on_card else ()
    every = np.concatenate([hull, bowsprit, *tags])
    low, span = every.min(axis=0), np.ptp(every, axis=0)
    bow_room = BOW_MM if has_bow(piece) else ARROW_MM
    scale = min(LARGEST_SCALE, (width - bow_room) / span[0], TALLEST_MM / span[1])

    labels = _labels(piece, apart_mm=4.0 / scale)

    def draw(pen: Pen, left: float, high: float) -> None:
        def placed(points: Floats) -> list[Point]:
            return [(left + (x - low[0]) * scale, high - (low[1] + span[1] - y) * scale) for x, y in points.tolist()]

        pen.fill([placed(hull)], grey=0.93)
        pen.outline(placed(hull), grey=GREY)
        if len(bowsprit) >= 2:
            pen.line(*placed(bowsprit[[0, -1]]), grey=GREY)
        for start, end in pairwise(inland):
            pen.fold(*placed(np.array([start, end])))
        for square in tags:
            pen.fill([placed(square)], grey=1.0)
        for square in tags:
            pen.outline(placed(square))
        for numbers, (x, y) in zip(labels, placed(np.array([*labels.values()])), strict=True):
            half = width_mm(numbers, SMALL_PT, face=FontFace.BOLD) / 2 + 0.3
            pen.fill([corners_of(Box(x - half, y - 1.4, x + half, y + 1.4))], grey=1.0)
            pen.text((x, y - CAPITAL_MM / 2), numbers, SMALL_PT, face=FontFace.BOLD, align=Align.CENTRE)
        ((x, y),) = placed(np.array([[low[0] + span[0], 0.0]]))
        pen.fill([[(x + 1.5, y - 1.2), (x + 3.4, y), (x + 1.5, y + 1.2)]])
        if has_bow(piece):
            pen.text((x + 4.2, y - 0.8), tr("bow"), SMALL_PT)

    return Block(width, float(span[1]) * scale, draw)


def _inland(piece: Piece) -> tuple[Point, ...]:
    """The line that plates must stay within, closed; empty where the piece is too small for one."""
    inner = Polygon(piece.model.hull).buffer(-SHORE_ROOM_MM).simplify(0.3)
    if not isinstance(inner, Polygon) or inner.is_empty:
        return ()
    return tuple((float(x), float(y)) for x, y in inner.exterior.coords)


def _labels(piece: Piece, *, apart_mm: float) -> dict[str, Point]:
    """The tags' numbers and where they stand; tags above one another share a place."""
    groups: list[tuple[Point, list[int]]] = []
    for mount in piece.mounts:
        at = mount.x_mm, mount.y_mm
        near = next((tags for place, tags in groups if math.dist(place, at) < apart_mm), None)
        if near is None:
            groups.append((at, [mount.tag]))
        else:
            near.append(mount.tag)
    return {", ".join(str(tag) for tag in tags): place for place, tags in groups}


def _points(points: tuple[Point, ...]) -> Floats:
    return np.array(points, dtype=np.float64).reshape(-1, 2)

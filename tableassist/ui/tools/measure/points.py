"""Places to measure from: a mast, a bow, the edge of a piece, or any point. No widgets.

A place that was caught on a piece stays on the piece: when she moves, it moves with her.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import shapely

from tableassist.messages import Message, say, template, tr
from tableassist.pieces import PieceKind
from tableassist.rulebook import Scene
from tableassist.scene.placed_piece import PlacedPiece

Point = tuple[float, float]
SAME_MM = 0.3
"""A printed die that stands nearer to its mast's middle is no place of its own."""


class SnapKind(StrEnum):
    FREE = "free"
    MAST = "mast"
    DIE = "die"
    """The printed die of a cannon, from which most editions measure a shot."""
    BOW = "bow"
    STERN = "stern"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class MeasurePoint:
    kind: SnapKind
    at: Point
    """In the piece's frame; on the mat for one that is free."""
    piece: str | None = None
    number: int | None = None
    """Of the mast."""

    def place(self, scene: Scene) -> Point | None:
        """On the mat now; None while its piece is not there."""
        if self.piece is None:
            return self.at
        placed = scene.find(self.piece)
        return None if placed is None else placed.pose.pose.place_one(*self.at)

    def words(self, scene: Scene) -> str:
        placed = scene.find(self.piece)
        if placed is None:
            return tr("point") if self.piece is None else self.piece
        return say(Message(_kind_words(self.kind, placed), piece=placed.name, number=self.number))


def _kind_words(kind: SnapKind, placed: PlacedPiece) -> str:
    match kind:
        case SnapKind.MAST:
            upright = placed.piece.model.kind is PieceKind.SHIP
            return template("{piece}, mast {number}") if upright else template("{piece}, number {number}")
        case SnapKind.DIE:
            return template("{piece}, cannon {number}")
        case SnapKind.BOW:
            return template("{piece}, bow")
        case SnapKind.STERN:
            return template("{piece}, stern")
        case _:
            return template("{piece}, edge")


def snapped(x_mm: float, y_mm: float, scene: Scene, *, reach_mm: float) -> MeasurePoint:
    """The nearest mast, bow or stern within reach; else the nearest edge; else the place itself."""
    near = [placed for placed in scene.pieces if _is_near(placed, x_mm, y_mm, reach_mm)]
    marks = [(_mm(placed, mark, x_mm, y_mm), mark) for placed in near for mark in _marks(placed)]
    caught = [each for each in marks if each[0] <= reach_mm]
    if caught:
        return min(caught, key=lambda each: each[0])[1]
    edges = [each for placed in near for each in _edge(placed, x_mm, y_mm, reach_mm)]
    return min(edges, key=lambda each: each[0])[1] if edges else MeasurePoint(SnapKind.FREE, (x_mm, y_mm))


def piece_under(x_mm: float, y_mm: float, scene: Scene, *, reach_mm: float) -> PlacedPiece | None:
    """The smallest piece that the place lies on, else the nearest within reach."""
    here = shapely.Point(x_mm, y_mm)
    near = [placed for placed in scene.pieces if _is_near(placed, x_mm, y_mm, reach_mm)]
    ranked = [(float(placed.footprint.distance(here)), placed.footprint.area, placed) for placed in near]
    caught = [each for each in ranked if each[0] <= reach_mm]
    return min(caught, key=lambda each: each[:2])[2] if caught else None


def _is_near(placed: PlacedPiece, x_mm: float, y_mm: float, reach_mm: float) -> bool:
    middle = placed.pose.pose
    return math.hypot(x_mm - middle.x_mm, y_mm - middle.y_mm) <= placed.reach_mm + reach_mm


def _marks(placed: PlacedPiece) -> Iterator[MeasurePoint]:
    model = placed.piece.model
    for number in placed.masts_standing:
        mast, die = model.upright_place(number), model.die_place(number)
        yield MeasurePoint(SnapKind.MAST, mast, placed.id, number)
        if math.dist(mast, die) > SAME_MM:
            yield MeasurePoint(SnapKind.DIE, die, placed.id, number)
    if model.bow_zone_from_x_mm is not None:
        yield MeasurePoint(SnapKind.BOW, max(model.hull), placed.id)
    if model.stern is not None:
        yield MeasurePoint(SnapKind.STERN, model.stern, placed.id)


def _mm(placed: PlacedPiece, mark: MeasurePoint, x_mm: float, y_mm: float) -> float:
    return math.dist(placed.pose.pose.place_one(*mark.at), (x_mm, y_mm))


def _edge(placed: PlacedPiece, x_mm: float, y_mm: float, reach_mm: float) -> Iterator[tuple[float, MeasurePoint]]:
    line = shapely.shortest_line(shapely.Point(x_mm, y_mm), placed.footprint.boundary)
    if line.length <= reach_mm:
        x, y = line.coords[-1]
        pose = placed.pose.pose
        own = (x - pose.x_mm, y - pose.y_mm) @ pose.rotation
        yield line.length, MeasurePoint(SnapKind.EDGE, (float(own[0]), float(own[1])), placed.id)

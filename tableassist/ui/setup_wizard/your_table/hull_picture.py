"""A small picture of a hull from above, bow to the right, drawn from the outline of its model."""

from functools import cache
from pathlib import Path
from typing import Final

from PyQt6.QtCore import QPointF, QSize, Qt
from PyQt6.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from tableassist.pieces import PieceModel, Point
from tableassist.store.models import find_model
from tableassist.ui.painting import inks

SIZE: Final = QSize(84, 36)
_RATIO: Final = 2.0
"""Drawn at twice its size, so that it is sharp on a fine screen too."""
_LARGEST_PX_PER_MM: Final = 1.3
"""So that a small ship is smaller than a large one."""
_EDGE_PX: Final = 2.0
_WOOD, _LINE = QColor("#B88A5B"), QColor(inks.CASING)
_SAIL, _MAST = QColor(inks.PALE), QColor("#3A2A1C")


@cache
def hull_pixmap(model: str) -> QPixmap:
    """By the name of a packaged model."""
    return drawn(find_model(model, asked_in=Path("catalogue"), field="model"))


def drawn(model: PieceModel) -> QPixmap:
    pixmap = QPixmap(SIZE * _RATIO)
    pixmap.setDevicePixelRatio(_RATIO)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _place(painter, model)
    _paint(painter, model)
    painter.end()
    return pixmap


def _place(painter: QPainter, model: PieceModel) -> None:
    """The hull, its parts and sails fill the picture, y upward."""
    points = [*model.hull, *model.bowsprit, *(point for part in model.parts for point in part.outline)]
    points += [end for at in range(len(model.masts)) for end in _sail_ends(model, at)]
    points += [point for segment in model.segments for point in segment.ring]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    room_x, room_y = SIZE.width() - 2 * _EDGE_PX, SIZE.height() - 2 * _EDGE_PX
    scale = min(_LARGEST_PX_PER_MM, room_x / (right - left), room_y / (high - low))
    painter.translate(SIZE.width() / 2, SIZE.height() / 2)
    painter.scale(scale, -scale)
    painter.translate(-(left + right) / 2, -(low + high) / 2)


def _paint(painter: QPainter, model: PieceModel) -> None:
    pen = QPen(_LINE, 1.2)
    pen.setCosmetic(True)
    painter.setPen(pen)
    painter.setBrush(_WOOD)
    if len(model.bowsprit) > 1:
        painter.drawPolyline(_polygon(model.bowsprit))
    for part in model.parts:
        painter.drawPolygon(_polygon(part.outline))
    painter.drawPolygon(_polygon(model.hull))
    painter.setBrush(_SAIL)
    for segment in model.segments:
        painter.drawPolygon(_polygon(segment.ring))
    for under, colour, width in ((True, _LINE, 4.0), (False, _SAIL, 2.4)):
        sail = QPen(colour, width)
        sail.setCosmetic(True)
        painter.setPen(sail)
        for at in range(len(model.masts)):
            ends = _sail_ends(model, at)
            if ends:
                painter.drawLine(QPointF(*ends[0]), QPointF(*ends[1]))
            elif under:
                painter.drawPoint(QPointF(model.masts[at].x_mm, model.masts[at].y_mm))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_MAST)
    for number in range(1, model.upright_count + 1):
        painter.drawEllipse(QPointF(*model.upright_place(number)), 1.3, 1.3)


def _sail_ends(model: PieceModel, at: int) -> tuple[Point, ...]:
    mast = model.masts[at]
    if mast.sail is None:
        return ()
    (dx, dy), half = mast.sail.direction, mast.sail.width_mm / 2
    return (mast.x_mm - half * dx, mast.y_mm - half * dy), (mast.x_mm + half * dx, mast.y_mm + half * dy)


def _polygon(points: tuple[Point, ...]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])

"""Labels and badges: screen-sized plates that stand near what they speak of and not on one another."""

from dataclasses import dataclass, field

import numpy as np
from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from tableassist.geometry.arrays import Floats, MatPoints
from tableassist.overlay.drawing import Badge, Drawing, Label
from tableassist.ui import inks
from tableassist.ui.label_layout import NOTHING, Box, Wanted, place
from tableassist.ui.projection import Projection
from tableassist.ui.symbols import disc_colour, paint_symbol

LABEL_TYPE_PX = 12.5
BADGE_RADIUS_PX = 11.0
_PADDING_PX = 5.0
_LABEL_LEADER_FROM_PX = 26.0
_BADGE_LEADER_FROM_PX = 8.0
"""A plate nearer than this to its place needs no line to it; a badge speaks of one exact point."""


@dataclass(slots=True)
class PlateMemory:
    """Where the plates stood last time, so that they stay while their pieces tremble."""

    badges: dict[int, int] = field(default_factory=dict)
    labels: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlacedPlate:
    anchor: QPointF
    rect: QRectF


def plate_font(scale: float, *, bold: bool) -> QFont:
    font = QFont()
    font.setPixelSize(max(6, round(LABEL_TYPE_PX * scale)))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Medium)
    return font


def paint_plates(
    painter: QPainter,
    drawing: Drawing,
    project: Projection,
    *,
    scale: float,
    bounds: QRectF,
    memory: PlateMemory | None,
    keep_clear: Floats,
) -> None:
    badges, labels = placed_plates(drawing, project, scale=scale, bounds=bounds, memory=memory, keep_clear=keep_clear)
    for group, start_px in ((labels, _LABEL_LEADER_FROM_PX), (badges, _BADGE_LEADER_FROM_PX)):
        for placed in group:
            if placed is not None:
                _paint_leader(painter, placed, start_px=start_px * scale, scale=scale)
    for badge, placed in zip(drawing.badges, badges, strict=True):
        if placed is not None:
            _paint_badge(painter, badge, placed.rect, scale=scale)
    for label, placed in zip(drawing.labels, labels, strict=True):
        if placed is not None:
            _paint_label(painter, label, placed.rect, scale=scale)


def placed_plates(
    drawing: Drawing,
    project: Projection,
    *,
    scale: float,
    bounds: QRectF,
    memory: PlateMemory | None = None,
    keep_clear: Floats = NOTHING,
) -> tuple[list[PlacedPlate | None], list[PlacedPlate | None]]:
    """Badges and labels, each with its place; None for those whose place is out of sight."""
    kept = memory if memory is not None else PlateMemory()
    room = (bounds.x(), bounds.y(), bounds.width(), bounds.height())
    badges = _place_group(
        _anchors([badge.at for badge in drawing.badges], project, bounds),
        [_badge_size(badge, scale) for badge in drawing.badges],
        room=room, taken=[], keep_clear=keep_clear, prefer=kept.badges, centred=True,
    )  # fmt: skip
    labels = _place_group(
        _anchors([label.at for label in drawing.labels], project, bounds),
        [_label_size(label, scale) for label in drawing.labels],
        room=room,
        taken=[_box(placed.rect) for placed in badges if placed is not None],
        keep_clear=keep_clear,
        prefer=kept.labels,
        centred=False,
    )
    return badges, labels


def _place_group(
    anchors: list[QPointF | None],
    sizes: list[tuple[float, float]],
    *,
    room: Box,
    taken: list[Box],
    keep_clear: Floats,
    prefer: dict[int, int],
    centred: bool,
) -> list[PlacedPlate | None]:
    seen = [(index, anchor) for index, anchor in enumerate(anchors) if anchor is not None]
    wanted = [Wanted(at.x(), at.y(), *sizes[index], centred=centred) for index, at in seen]
    # Memory goes by a plate's number in the drawing, the layout by its number among those in sight.
    last = {n: prefer[index] for n, (index, _) in enumerate(seen) if index in prefer}
    boxes = place(wanted, bounds=room, taken=taken, keep_clear=keep_clear, prefer=last)
    placed: list[PlacedPlate | None] = [None] * len(anchors)
    for n, ((index, anchor), box) in enumerate(zip(seen, boxes, strict=True)):
        placed[index] = PlacedPlate(anchor, QRectF(*box))
        prefer[index] = last[n]
    return placed


def _anchors(places: list[tuple[float, float]], project: Projection, bounds: QRectF) -> list[QPointF | None]:
    if not places:
        return []
    points = project(MatPoints(np.asarray(places, dtype=np.float64)))
    # Written so that a place the projection could not find (NaN) fails; QRectF.contains lets it pass.
    low, high = (bounds.left(), bounds.top()), (bounds.right(), bounds.bottom())
    seen = (points >= low) & (points <= high)
    return [QPointF(*at) if all(ok) else None for at, ok in zip(points.tolist(), seen.tolist(), strict=True)]


def _box(rect: QRectF) -> Box:
    return (rect.x(), rect.y(), rect.width(), rect.height())


def _label_size(label: Label, scale: float) -> tuple[float, float]:
    metrics = QFontMetricsF(plate_font(scale, bold=False))
    width = metrics.horizontalAdvance(label.text) + (2 * _PADDING_PX + 4.0) * scale
    return (width, metrics.height() + 4.0 * scale)


def _badge_size(badge: Badge, scale: float) -> tuple[float, float]:
    disc = 2 * BADGE_RADIUS_PX * scale
    if not badge.text:
        return (disc, disc)
    metrics = QFontMetricsF(plate_font(scale, bold=True))
    return (disc + metrics.horizontalAdvance(badge.text) + (_PADDING_PX + 4.0 + 4.0) * scale, disc)


def _paint_leader(painter: QPainter, placed: PlacedPlate, *, start_px: float, scale: float) -> None:
    rect, anchor = placed.rect, placed.anchor
    near = QPointF(min(max(anchor.x(), rect.left()), rect.right()), min(max(anchor.y(), rect.top()), rect.bottom()))
    if (near - anchor).manhattanLength() < start_px:
        return
    for pen in (
        QPen(inks.colour(inks.CASING, 0.7), 3.0 * scale),
        QPen(inks.colour(inks.PALE, 0.9), 1.1 * scale),
    ):
        painter.setPen(pen)
        painter.drawLine(near, anchor)
    painter.setBrush(inks.colour(inks.PALE))
    painter.setPen(QPen(inks.colour(inks.CASING), scale))
    painter.drawEllipse(anchor, 2.5 * scale, 2.5 * scale)


def _paint_plate(painter: QPainter, rect: QRectF, edge: str, *, radius: float, scale: float) -> None:
    painter.setPen(QPen(inks.colour(edge, 0.9), 1.1 * scale))
    painter.setBrush(inks.colour(inks.CASING, 0.80))
    painter.drawRoundedRect(rect, radius, radius)


def _paint_label(painter: QPainter, label: Label, rect: QRectF, *, scale: float) -> None:
    tone = inks.style_of(label.ink).colour
    _paint_plate(painter, rect, tone, radius=3.5 * scale, scale=scale)
    painter.fillRect(
        QRectF(rect.left() + scale, rect.top() + 3 * scale, 2.5 * scale, rect.height() - 6 * scale),
        inks.colour(tone),
    )
    painter.setFont(plate_font(scale, bold=False))
    painter.setPen(inks.colour(inks.PALE))
    painter.drawText(rect.adjusted(3.0 * scale, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, label.text)


def _paint_badge(painter: QPainter, badge: Badge, rect: QRectF, *, scale: float) -> None:
    radius = BADGE_RADIUS_PX * scale
    if badge.text:
        _paint_plate(painter, rect, disc_colour(badge.symbol), radius=radius, scale=scale)
        painter.setFont(plate_font(scale, bold=True))
        painter.setPen(inks.colour("#FFFFFF"))
        beside = rect.adjusted(2 * radius + 4.0 * scale, 0, 0, 0)
        painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, badge.text)
    paint_symbol(painter, badge.symbol, QPointF(rect.left() + radius, rect.center().y()), radius)

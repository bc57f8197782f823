"""Labels of pieces: where each finds room, and its picture, which is painted once."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen

from tableassist.geometry import Floats
from tableassist.messages import say
from tableassist.overlay.drawing import FLEET_INKS, Badge, Ink, Label, Symbol
from tableassist.ui.painting import inks
from tableassist.ui.painting.symbols import disc_colour, paint_emblem, paint_symbol

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels."""

NOTHING: Floats = np.empty((0, 3))
_RINGS = (0.0, 1.0, 2.2, 3.6, 5.2, 7.0, 9.0, 11.5)
_SIDES = ((0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0))
_RING_COST = 1.5
_POINT_COST = 0.6
"""A box goes one ring further out to uncover three points of what it would hide, not to uncover two."""
_STAY_BONUS = 1.2
_CELL_PX = 6.0
"""What is worth seeing is counted in cells of this size."""


@dataclass(frozen=True, slots=True)
class WantedBox:
    """A box of some size that would stand near its anchor."""

    x: float
    y: float
    width: float
    height: float
    centred: bool
    """Whether it may stand on its anchor (a badge) or only beside it (a label)."""


def place(
    wanted: Sequence[WantedBox],
    *,
    bounds: Box,
    taken: Sequence[Box] = (),
    keep_clear: Floats = NOTHING,
    prefer: dict[int, int] | None = None,
) -> list[Box]:
    """One box for each wanted one, in order; none on another while there is room.

    `keep_clear` (M, 3) are points better not hidden, such as hulls and lines of fire, each with its worth. `prefer`
    holds the candidate that each box took last time; it is favoured and updated, so that labels do not jump to and fro
    while the pieces tremble by a fraction of a pixel.
    """
    if not wanted:
        return []
    boxes = _inside(_candidates(wanted), bounds)
    cost = _costs(wanted) + _POINT_COST * _worth_hidden(boxes, keep_clear, bounds)
    full = np.empty((len(taken) + len(wanted), 4))
    full[: len(taken)] = np.array(taken).reshape(-1, 4)
    for index in range(len(wanted)):
        # Covering another label is worse than anything: it happens only where no candidate is free.
        here = cost[index] + 1000.0 * _shared_area(boxes[index], full[: len(taken) + index], gap=2.0)
        last = None if prefer is None else prefer.get(index)
        if last is not None and last < len(here):
            here[last] -= _STAY_BONUS
        number = int(np.argmin(here))
        if prefer is not None:
            prefer[index] = number
        full[len(taken) + index] = boxes[index, number]
    return [(left, top, width, height) for left, top, width, height in full[len(taken) :].tolist()]


def _table() -> tuple[Floats, Floats]:
    """Of each candidate: side right, side down, ring; and its cost, the nearer the cheaper."""
    rows = [(0.0, 0.0, 0.0, 0.0)]
    for number, ring in enumerate(_RINGS):
        for order, (right, down) in enumerate(_SIDES):
            rows.append((right, down, ring, _RING_COST * (number + 1) + 0.05 * order))
    table = np.array(rows)
    return table[:, :3], table[:, 3]


_PLACES, _COSTS = _table()


def _candidates(wanted: Sequence[WantedBox]) -> Floats:
    """(N, C, 4) boxes around each anchor."""
    x, y, width, height = np.array([(want.x, want.y, want.width, want.height) for want in wanted]).T[..., None]
    right, down, ring = _PLACES.T
    left = x - width / 2 + right * (width / 2 + 6.0 + 14.0 * ring)
    top = y - height / 2 + down * (height * (0.5 + 0.6 * ring) + 6.0)
    sizes = (np.broadcast_to(width, left.shape), np.broadcast_to(height, left.shape))
    return np.stack([left, top, *sizes], axis=-1)


def _costs(wanted: Sequence[WantedBox]) -> Floats:
    """(N, C)."""
    costs = np.tile(_COSTS, (len(wanted), 1))
    costs[:, 0] = [0.0 if want.centred else 1000.0 for want in wanted]
    return costs


def _inside(boxes: Floats, bounds: Box) -> Floats:
    """Slid into the bounds."""
    low = np.array(bounds[:2])
    high = np.maximum(low, low + np.array(bounds[2:]) - boxes[..., 2:])
    return np.concatenate([np.clip(boxes[..., :2], low, high), boxes[..., 2:]], axis=-1)


def _worth_hidden(boxes: Floats, points: Floats, bounds: Box) -> Floats:
    """(N, C): the worth of all points in each box, by sums over a grid: a table has thousands of points."""
    columns, rows = (max(1, int(np.ceil(size / _CELL_PX))) for size in bounds[2:])
    sums = np.zeros((rows + 1, columns + 1))
    if not len(points):
        return np.zeros(boxes.shape[:2])
    with np.errstate(invalid="ignore"):
        cell = (points[:, :2] - bounds[:2]) / _CELL_PX
        seen = (cell >= 0).all(axis=1) & (cell[:, 0] < columns) & (cell[:, 1] < rows)
    at = cell[seen].astype(np.int64)
    flat = np.bincount(at[:, 1] * columns + at[:, 0], weights=points[seen, 2], minlength=rows * columns)
    sums[1:, 1:] = flat.reshape(rows, columns).cumsum(axis=0).cumsum(axis=1)
    edges = (boxes[..., :2] - bounds[:2]) / _CELL_PX
    left, top = (np.clip(edges[..., k].astype(np.int64), 0, size) for k, size in ((0, columns), (1, rows)))
    edges = edges + boxes[..., 2:] / _CELL_PX
    right, bottom = (np.clip(np.ceil(edges[..., k]).astype(np.int64), 0, size) for k, size in ((0, columns), (1, rows)))
    hidden: Floats = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return hidden


def _shared_area(boxes: Floats, others: Floats, *, gap: float) -> Floats:
    """(C,) how much of the others each box covers, counting a margin of `gap` around it."""
    if not len(others):
        return np.zeros(len(boxes))
    left, top, width, height = boxes.T[..., np.newaxis]
    other_left, other_top, other_width, other_height = others.T
    wide = np.minimum(left + width + gap, other_left + other_width) - np.maximum(left - gap, other_left)
    high = np.minimum(top + height + gap, other_top + other_height) - np.maximum(top - gap, other_top)
    shared: Floats = np.einsum("ij,ij->i", np.maximum(wide, 0.0), np.maximum(high, 0.0))
    return shared


LABEL_TYPE_PX = 12.5
QUIET_TYPE_PX = 11.0
BADGE_RADIUS_PX = 11.0
QUIET_RADIUS_PX = 7.5
LABEL_OPACITY: Final = 0.84
TYPE: Final = "#F7F9FA"
QUIET_TYPE: Final = "#C3CCD3"
_PADDING_PX = 5.0
_BAR_PX = 4.0
_EMBLEM_PX = 15.0
_ASIDE_PX = 17.5
_ASIDE_RADIUS_PX = 5.5
_DIMMED: Final = 0.62
_RIM_PX = 0.9
"""Room for the label's edge, half of which is painted outside its line."""


@dataclass(frozen=True, slots=True)
class ScreenLabel:
    """What is written on a label or a badge, and how."""

    text: str
    beside: str = ""
    """More, in quieter type."""
    aside: Symbol | None = None
    """Before that."""
    symbol: Symbol | None = None
    """Of a badge; a label has an ink."""
    ink: Ink = Ink.NEUTRAL
    quiet: bool = False
    chosen: bool = False
    """Whether it is the label of the selected piece."""
    dimmed: bool = False
    """Paler as a whole: of a ship that is too far away to matter now."""
    family: str = ""
    """Of the type: another makes another label."""


def label_of_badge(badge: Badge) -> ScreenLabel:
    return ScreenLabel(say(badge.text), symbol=badge.symbol, quiet=badge.quiet, family=QFont().family())


def number_of_piece(label: Label, *, dimmed: bool) -> ScreenLabel:
    """Her number in the place of her name."""
    return ScreenLabel(str(label.number), ink=label.ink, dimmed=dimmed, family=QFont().family())


def label_of_piece(
    label: Label, *, owner: bool, chosen: bool, aside: Badge | None = None, dimmed: bool = False
) -> ScreenLabel:
    """`aside` is a quiet badge that is said on the label."""
    words = [label.owner if owner and label.owner else "", "" if aside is None else say(aside.text)]
    return ScreenLabel(
        say(label.text),
        beside="  ".join(word for word in words if word),
        aside=None if aside is None else aside.symbol,
        ink=label.ink,
        chosen=chosen,
        dimmed=dimmed,
        family=QFont().family(),
    )


def label_font(scale: float, *, bold: bool, type_px: float = LABEL_TYPE_PX) -> QFont:
    font = QFont()
    font.setPixelSize(max(6, round(type_px * scale)))
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Medium)
    return font


def _font(label: ScreenLabel, scale: float) -> QFont:
    if label.quiet:
        return label_font(scale, bold=False, type_px=QUIET_TYPE_PX)
    return label_font(scale, bold=label.symbol is not None or label.chosen or label.ink is Ink.MEASURE)


def _beside_font(scale: float) -> QFont:
    return label_font(scale, bold=False, type_px=QUIET_TYPE_PX)


def _radius(label: ScreenLabel, scale: float) -> float:
    return (QUIET_RADIUS_PX if label.quiet else BADGE_RADIUS_PX) * scale


def _gap(label: ScreenLabel, scale: float) -> float:
    return (6.0 if label.aside is None else 5.0 + _ASIDE_PX) * scale


def _head(label: ScreenLabel, scale: float) -> float:
    """Where the text begins."""
    if label.symbol is not None:
        return 2 * _radius(label, scale) + 4.0 * scale
    return (_EMBLEM_PX + 3.0 if label.ink in FLEET_INKS else _BAR_PX + _PADDING_PX) * scale


@lru_cache(maxsize=1024)
def label_size(label: ScreenLabel, *, scale: float) -> tuple[float, float]:
    metrics = QFontMetricsF(_font(label, scale))
    if label.symbol is not None:
        disc = 2 * _radius(label, scale)
        if not label.text:
            return (disc, disc)
        return (_head(label, scale) + metrics.horizontalAdvance(label.text) + (_PADDING_PX + 3.0) * scale, disc)
    width = _head(label, scale) + metrics.horizontalAdvance(label.text) + _PADDING_PX * scale
    if label.beside:
        width += QFontMetricsF(_beside_font(scale)).horizontalAdvance(label.beside) + _gap(label, scale)
    return (width, metrics.height() + 4.0 * scale)


@lru_cache(maxsize=1024)
def label_image(label: ScreenLabel, *, scale: float, ratio: float) -> QImage:
    """Nobody may change it."""
    width, height = label_size(label, scale=scale)
    size = QSize(math.ceil(width * ratio), math.ceil(height * ratio))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.setOpacity(_DIMMED if label.dimmed else 1.0)
    rim = _RIM_PX * scale
    rect = QRectF(rim, rim, width - 2 * rim, height - 2 * rim)
    if label.symbol is None:
        _paint_label(painter, label, rect, scale=scale)
    else:
        _paint_badge(painter, label, label.symbol, rect, scale=scale)
    painter.end()
    return image


def _paint_background(painter: QPainter, rect: QRectF, edge: str, *, radius: float, width_px: float) -> None:
    painter.setPen(QPen(inks.colour(edge), width_px))
    painter.setBrush(inks.colour(inks.CASING, LABEL_OPACITY))
    painter.drawRoundedRect(rect, radius, radius)


def _paint_label(painter: QPainter, label: ScreenLabel, rect: QRectF, *, scale: float) -> None:
    tone = inks.style_of(label.ink).colour
    edge, width_px = ("#FFFFFF", 1.8) if label.chosen else (tone, 1.1)
    _paint_background(painter, rect, edge, radius=3.5 * scale, width_px=width_px * scale)
    if label.ink in FLEET_INKS:
        paint_emblem(painter, label.ink, QPointF(rect.left() + 9.0 * scale, rect.center().y()), 4.6 * scale)
    else:
        bar = QRectF(rect.left() + 2.0 * scale, rect.top() + 3 * scale, 2.5 * scale, rect.height() - 6 * scale)
        painter.fillRect(bar, inks.colour(tone))
    vertical = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    font = _font(label, scale)
    painter.setFont(font)
    painter.setPen(inks.colour(TYPE))
    beside = rect.adjusted(_head(label, scale), 0, 0, 0)
    painter.drawText(beside, vertical, label.text)
    if label.beside:
        painter.setFont(_beside_font(scale))
        painter.setPen(inks.colour(QUIET_TYPE))
        after = QFontMetricsF(font).horizontalAdvance(label.text) + _gap(label, scale)
        painter.drawText(beside.adjusted(after, 0, 0, 0), vertical, label.beside)
        if label.aside is not None:
            middle = QPointF(beside.left() + after - _ASIDE_PX * scale / 2, rect.center().y())
            paint_symbol(painter, label.aside, middle, _ASIDE_RADIUS_PX * scale)


def _paint_badge(painter: QPainter, label: ScreenLabel, symbol: Symbol, rect: QRectF, *, scale: float) -> None:
    radius = _radius(label, scale)
    if label.text:
        edge = inks.GREY if label.quiet else disc_colour(symbol)
        _paint_background(painter, rect, edge, radius=rect.height() / 2, width_px=(0.7 if label.quiet else 1.2) * scale)
        painter.setFont(_font(label, scale))
        painter.setPen(inks.colour(QUIET_TYPE if label.quiet else TYPE))
        text = rect.adjusted(_head(label, scale), 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, label.text)
    paint_symbol(painter, symbol, QPointF(radius, rect.center().y()), radius)

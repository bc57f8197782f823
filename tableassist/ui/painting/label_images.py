"""Each label painted once: its size, its look, and its image in the screen's own pixels.

Labels are dark with pale type in every theme: they stand on the camera's picture, which may have any colour.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPen

from tableassist.messages import say
from tableassist.overlay.drawing import FLEET_INKS, Badge, Ink, Label, Symbol
from tableassist.ui.painting import inks
from tableassist.ui.painting.symbols import disc_colour, paint_emblem, paint_symbol

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

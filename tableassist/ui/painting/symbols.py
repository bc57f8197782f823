"""The signs of badges and verdicts, as vector strokes in a square from -1 to 1 (y down)."""

from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPainterPath, QPen, QPixmap

from tableassist.overlay.drawing import Ink, Symbol
from tableassist.ui.painting import inks

_DARK: Final = "#0B1218"
_STYLES: Final = {
    Symbol.YES: (inks.SKY_BLUE, _DARK),
    Symbol.NO: ("#C04A0A", "#FFFFFF"),
    Symbol.TOO_CLOSE: (inks.YELLOW, _DARK),
    Symbol.NOT_SEEN: ("#7C8892", "#FFFFFF"),
    Symbol.ANCHOR: (inks.GREEN, _DARK),
    Symbol.RAM: (inks.PURPLE, _DARK),
    Symbol.PIN: (inks.PURPLE, _DARK),
    Symbol.BOARD: (inks.PURPLE, _DARK),
    Symbol.TOW: (inks.GREEN, _DARK),
    Symbol.EXPLORE: (inks.GREEN, _DARK),
    Symbol.TERRAIN: (inks.CORAL, _DARK),
    Symbol.TOUCH: (inks.GREY, _DARK),
    Symbol.OUT_OF_RANGE: ("#56626C", "#E3E9ED"),
}
"""The colour of the disc, and that of the sign on it."""
_THIN: Final = frozenset({Symbol.ANCHOR, Symbol.RAM, Symbol.TOW, Symbol.EXPLORE, Symbol.TERRAIN})


def disc_colour(symbol: Symbol) -> str:
    return _STYLES[symbol][0]


def _lines(*lines: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for line in lines:
        path.moveTo(*line[0])
        for point in line[1:]:
            path.lineTo(*point)
    return path


def _question_mark() -> QPainterPath:
    path = QPainterPath()
    hook = QRectF(-0.34, -0.66, 0.68, 0.68)
    path.arcMoveTo(hook, 170)
    path.arcTo(hook, 170, -235)
    path.lineTo(0.0, 0.26)
    path.moveTo(0.0, 0.60)
    path.lineTo(0.0, 0.61)
    return path


def _anchor() -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0.0, -0.52), 0.15, 0.15)
    path.addPath(_lines(((0.0, -0.36), (0.0, 0.62)), ((-0.30, -0.18), (0.30, -0.18))))
    arms = QRectF(-0.54, -0.46, 1.08, 1.08)
    path.arcMoveTo(arms, 195)
    path.arcTo(arms, 195, 150)
    return path


def _rings(*rings: tuple[float, float, float]) -> QPainterPath:
    path = QPainterPath()
    for x, y, radius in rings:
        path.addEllipse(QPointF(x, y), radius, radius)
    return path


def _tow() -> QPainterPath:
    """Two rings on one rope."""
    path = _rings((-0.42, 0.0, 0.22), (0.42, 0.0, 0.22))
    path.addPath(_lines(((-0.20, 0.0), (0.20, 0.0))))
    return path


def _explore() -> QPainterPath:
    """A magnifying glass."""
    path = _rings((-0.12, -0.12, 0.36))
    path.addPath(_lines(((0.15, 0.15), (0.52, 0.52))))
    return path


def _out_of_range() -> QPainterPath:
    """The end of a reach, and a dot beyond it."""
    path = QPainterPath()
    arc = QRectF(-1.30, -0.75, 1.50, 1.50)
    path.arcMoveTo(arc, 55)
    path.arcTo(arc, 55, -110)
    path.addPath(_lines(((0.56, 0.0), (0.57, 0.0))))
    return path


_SIGNS: Final[dict[Symbol, QPainterPath]] = {
    Symbol.YES: _lines(((-0.48, 0.06), (-0.14, 0.42), (0.50, -0.38))),
    Symbol.NO: _lines(((-0.40, -0.40), (0.40, 0.40)), ((-0.40, 0.40), (0.40, -0.40))),
    Symbol.TOO_CLOSE: _lines(
        ((0.0, -0.60), (0.0, 0.16)), ((-0.38, -0.22), (0.38, -0.22)), ((-0.38, 0.50), (0.38, 0.50))
    ),
    Symbol.NOT_SEEN: _question_mark(),
    Symbol.ANCHOR: _anchor(),
    # Two crossed blades with guards, so that a ram is not read as the cross of NO.
    Symbol.RAM: _lines(
        ((-0.50, 0.50), (0.56, -0.56)),
        ((0.50, 0.50), (-0.56, -0.56)),
        ((-0.52, 0.08), (-0.10, 0.50)),
        ((0.52, 0.08), (0.10, 0.50)),
    ),
    # A nail.
    Symbol.PIN: _lines(((-0.34, -0.54), (0.34, -0.54)), ((0.0, -0.54), (0.0, 0.60))),
    # Over the rail.
    Symbol.BOARD: _lines(
        ((-0.58, 0.0), (0.18, 0.0)), ((-0.10, -0.28), (0.18, 0.0), (-0.10, 0.28)), ((0.50, -0.48), (0.50, 0.48))
    ),
    Symbol.TOW: _tow(),
    Symbol.EXPLORE: _explore(),
    # Waves.
    Symbol.TERRAIN: _lines(
        ((-0.58, -0.08), (-0.29, -0.36), (0.0, -0.08), (0.29, -0.36), (0.58, -0.08)),
        ((-0.58, 0.40), (-0.29, 0.12), (0.0, 0.40), (0.29, 0.12), (0.58, 0.40)),
    ),
    Symbol.TOUCH: _lines(((-0.52, -0.42), (-0.08, 0.0), (-0.52, 0.42)), ((0.52, -0.42), (0.08, 0.0), (0.52, 0.42))),
    Symbol.OUT_OF_RANGE: _out_of_range(),
}
_EMBLEMS: Final[dict[Ink, QPainterPath]] = {
    Ink.FLEET_1: _rings((0.0, 0.0, 0.90)),
    Ink.FLEET_2: _lines(((-0.84, -0.84), (0.84, -0.84), (0.84, 0.84), (-0.84, 0.84), (-0.84, -0.84))),
    Ink.FLEET_3: _lines(((0.0, -0.98), (1.0, 0.80), (-1.0, 0.80), (0.0, -0.98))),
    Ink.FLEET_4: _lines(((0.0, -1.12), (1.12, 0.0), (0.0, 1.12), (-1.12, 0.0), (0.0, -1.12))),
}


def paint_emblem(painter: QPainter, fleet: Ink, centre: QPointF, radius_px: float) -> None:
    """A fleet's sign, told apart by its shape: disc, square, triangle, diamond."""
    painter.save()
    painter.translate(centre)
    painter.scale(radius_px, radius_px)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour(inks.style_of(fleet).colour))
    painter.drawPath(_EMBLEMS[fleet])
    painter.restore()


def symbol_pixmap(symbol: Symbol, side_px: int, *, ratio: float = 1.0) -> QPixmap:
    picture = QPixmap(round(side_px * ratio), round(side_px * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_symbol(painter, symbol, QPointF(side_px / 2, side_px / 2), side_px / 2 - 1)
    painter.end()
    return picture


def paint_symbol(painter: QPainter, symbol: Symbol, centre: QPointF, radius_px: float) -> None:
    disc, sign = _STYLES[symbol]
    painter.save()
    painter.translate(centre)
    painter.scale(radius_px, radius_px)
    painter.setPen(QPen(inks.colour(inks.CASING), 0.16))
    painter.setBrush(inks.colour(disc))
    painter.drawEllipse(QPointF(0.0, 0.0), 0.94, 0.94)
    width = 0.17 if symbol in _THIN else 0.22
    painter.setPen(QPen(inks.colour(sign), width, cap=Qt.PenCapStyle.RoundCap, join=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(_SIGNS[symbol])
    painter.restore()

"""The signs of badges and verdicts, as vector strokes in a square from -1 to 1 (y down)."""

from dataclasses import dataclass
from typing import Final

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPainterPath, QPen

from tableassist.overlay.drawing import Symbol
from tableassist.ui import inks


@dataclass(frozen=True, slots=True)
class SymbolStyle:
    disc: str
    sign: str


_DARK: Final = "#0B1218"
_STYLES: Final[dict[Symbol, SymbolStyle]] = {
    Symbol.YES: SymbolStyle(inks.SKY_BLUE, _DARK),
    Symbol.NO: SymbolStyle("#C04A0A", "#FFFFFF"),
    Symbol.TOO_CLOSE: SymbolStyle(inks.YELLOW, _DARK),
    Symbol.NOT_SEEN: SymbolStyle("#7C8892", "#FFFFFF"),
    Symbol.ANCHOR: SymbolStyle(inks.GREEN, _DARK),
    Symbol.RAM: SymbolStyle(inks.PURPLE, _DARK),
}


def disc_colour(symbol: Symbol) -> str:
    return _STYLES[symbol].disc


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
}


def paint_symbol(painter: QPainter, symbol: Symbol, centre: QPointF, radius_px: float) -> None:
    style = _STYLES[symbol]
    painter.save()
    painter.translate(centre)
    painter.scale(radius_px, radius_px)
    painter.setPen(QPen(inks.colour(inks.CASING), 0.16))
    painter.setBrush(inks.colour(style.disc))
    painter.drawEllipse(QPointF(0.0, 0.0), 0.94, 0.94)
    pen = QPen(inks.colour(style.sign), 0.17 if symbol in (Symbol.ANCHOR, Symbol.RAM) else 0.22)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(_SIGNS[symbol])
    painter.restore()

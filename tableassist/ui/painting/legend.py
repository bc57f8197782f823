"""The legend: a sample of every line style that a drawing uses, with its meaning."""

from collections.abc import Callable

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QPainter

from tableassist.messages import Message, say, template
from tableassist.overlay.drawing import FLEET_INKS, Drawing, Ink, Stroke
from tableassist.ui.painting import inks
from tableassist.ui.painting.inks import BODY_INKS
from tableassist.ui.painting.painter import paint_strokes
from tableassist.ui.painting.plan_background import PLAN_BLUE
from tableassist.ui.painting.projection import project_strokes
from tableassist.ui.painting.symbols import paint_emblem

_SAMPLE_PX = 34.0
_SPACE_PX = 18.0
_UNSAID = frozenset({Ink.MAT_EDGE, Ink.MAST, Ink.SAIL, Ink.REACH_EACH, Ink.BEYOND, Ink.STOPPED})
"""Nobody needs to be told what these are, or sees it from the others."""


PaintSign = Callable[[QPainter, QPointF], object]
"""Paints a sign that is no ink, about a point."""
Entry = tuple[Ink | PaintSign, str]
"""An ink or a sign with what it stands for."""


def inks_used(drawing: Drawing) -> tuple[Entry, ...]:
    used = {stroke.ink for stroke in drawing.strokes} - _UNSAID
    if any(stroke.band_mm for stroke in drawing.strokes):
        used.add(Ink.PLUS_MINUS)
    players = dict(zip(FLEET_INKS, drawing.fleets, strict=False))
    return tuple((ink, players.get(ink) or meaning_of(ink)) for ink in Ink if ink in used)


def legend_rows(used: tuple[Entry, ...], font: QFont, width_px: float, *, scale: float) -> list[list[Entry]]:
    """Broken into rows that fit the width."""
    rows: list[list[Entry]] = []
    filled = width_px + 1.0
    for entry in used:
        need = _entry_width(entry, font, scale=scale)
        if filled + need > width_px:
            rows.append([])
            filled = 0.0
        rows[-1].append(entry)
        filled += need
    return rows


def paint_legend(
    painter: QPainter,
    rows: list[list[Entry]],
    left: float,
    top: float,
    *,
    row_px: float,
    scale: float,
    tone: str = inks.PALE,
) -> None:
    """`tone` is the words' colour. Samples stand on the colour of the plan: pale lines need a dark background."""
    font = painter.font()
    for n, row in enumerate(rows):
        x = left
        middle = top + (n + 0.5) * row_px
        for ink, words in row:
            _paint_sample(painter, ink, x, middle, scale=scale)
            painter.setPen(inks.colour(tone))
            at = QRectF(x + (_SAMPLE_PX + 7.0) * scale, middle - row_px / 2, 400 * scale, row_px)
            painter.drawText(at, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
            x += _entry_width((ink, words), font, scale=scale)


def _entry_width(entry: Entry, font: QFont, *, scale: float) -> float:
    text = QFontMetricsF(font).horizontalAdvance(entry[1])
    return text + (_SAMPLE_PX + 7.0 + _SPACE_PX) * scale


def _paint_sample(painter: QPainter, ink: Ink | PaintSign, x: float, middle: float, *, scale: float) -> None:
    if not isinstance(ink, Ink):
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(inks.colour(PLAN_BLUE))
        painter.drawRoundedRect(QRectF(x - 3 * scale, middle - 9 * scale, (_SAMPLE_PX + 6) * scale, 18 * scale), 3, 3)
        ink(painter, QPointF(x + _SAMPLE_PX * scale / 2, middle))
        painter.restore()
        return
    area = ink in BODY_INKS or inks.style_of(ink).hatch is not inks.Hatch.NoBrush
    half = 6.0 * scale
    right = x + _SAMPLE_PX * scale
    corners: tuple[tuple[float, float], ...] = ((x, middle), (right, middle))
    if area:
        corners = ((x, middle - half), (right, middle - half), (right, middle + half), (x, middle + half))
    sample = Stroke(corners, ink, closed=area, filled=area, piece=None)
    (points,) = project_strokes((sample,), lambda given: given)
    painter.save()
    painter.setBrushOrigin(QPointF(x, middle))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(inks.colour(PLAN_BLUE))
    painter.drawRoundedRect(QRectF(x - 3 * scale, middle - 9 * scale, right - x + 6 * scale, 18 * scale), 3, 3)
    paint_strokes(painter, (sample,), [points], scale=scale, fill_strength=1.6)
    if ink in FLEET_INKS:
        at = QPointF((x + right) / 2, middle)
        painter.setBrush(inks.colour(inks.CASING, 0.85))
        painter.drawEllipse(at, 7.5 * scale, 7.5 * scale)
        paint_emblem(painter, ink, at, 4.0 * scale)
    painter.restore()


_MEANINGS = {
    Ink.MAT_EDGE: template("Edge of the mat"),
    Ink.ISLAND: template("Island"),
    Ink.FOG: template("Fog bank"),
    Ink.REEF: template("Reef"),
    Ink.TERRAIN: template("Other terrain"),
    Ink.FLEET_1: template("First fleet"),
    Ink.FLEET_2: template("Second fleet"),
    Ink.FLEET_3: template("Third fleet"),
    Ink.FLEET_4: template("Fourth fleet"),
    Ink.NEUTRAL: template("No owner"),
    Ink.SAIL: template("Sail"),
    Ink.MAST: template("Mast"),
    Ink.BOW_ZONE: template("Bow zone"),
    Ink.REACH_SHORT: template("Short range"),
    Ink.REACH_LONG: template("Long range"),
    Ink.REACH_EACH: template("One cannon’s range"),
    Ink.CLEAR: template("Clear"),
    Ink.BLOCKED: template("Blocked"),
    Ink.BEYOND: template("Beyond what blocks"),
    Ink.STOPPED: template("Where a line ends"),
    Ink.BLOCKER: template("What blocks"),
    Ink.TOO_CLOSE: template("Too close to call"),
    Ink.CONTACT: template("Contact"),
    Ink.PLUS_MINUS: template("Plus-minus"),
    Ink.NOT_SEEN: template("Not measured now"),
    Ink.MEASURE: template("Measured"),
    Ink.GHOST: template("Ghost"),
    Ink.GHOST_ILLEGAL: template("Not allowed here"),
    Ink.REACHABLE: template("She can reach"),
    Ink.DIE: template("Die"),
    Ink.EVIDENCE: template("What was asked about"),
}


def meaning_of(ink: Ink) -> str:
    return say(Message(_MEANINGS[ink]))

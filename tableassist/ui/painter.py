"""Paints a drawing by any projection: over the camera's picture, on the plan, on the screen or in a file."""

from collections.abc import Iterator

import numpy as np
from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPen, QPolygonF

from tableassist.geometry.arrays import Floats
from tableassist.overlay.drawing import Drawing, Ink, Stroke
from tableassist.ui import inks
from tableassist.ui.body_inks import BODY_INKS, HULL_INKS
from tableassist.ui.label_layout import NOTHING
from tableassist.ui.plates import PlateMemory, paint_plates
from tableassist.ui.projection import Projection, project_strokes

_BETTER_SEEN = HULL_INKS | {Ink.CLEAR, Ink.BLOCKED, Ink.TOO_CLOSE, Ink.CONTACT}
"""Small or decisive, so plates give way to them; an island is large enough to carry its own name."""

_FARTHEST_PX = 1.0e5
"""Points beyond this come from behind the lens's good region, and Qt's rasteriser overflows on them."""


def paint_drawing(
    painter: QPainter,
    drawing: Drawing,
    project: Projection,
    *,
    scale: float,
    fill_strength: float = 1.0,
    selected: str | None = None,
    bounds: QRectF | None = None,
    memory: PlateMemory | None = None,
) -> None:
    """The painter's units must be pixels (no transform set); `scale` enlarges lines and type, not places.

    `bounds` is where labels may stand, by default the whole device. `memory` keeps labels from jumping
    between one frame and the next.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    lines = project_strokes(drawing.strokes, project)
    if selected is not None:
        _paint_glow(painter, drawing.strokes, lines, selected=selected, scale=scale)
    for stroke, points in zip(drawing.strokes, lines, strict=True):
        paint_stroke(painter, stroke, points, scale=scale, fill_strength=fill_strength)
    room = bounds if bounds is not None else QRectF(painter.viewport())
    shown = [line for stroke, line in zip(drawing.strokes, lines, strict=True) if stroke.ink in _BETTER_SEEN]
    keep_clear = np.vstack(shown) if shown else NOTHING
    paint_plates(painter, drawing, project, scale=scale, bounds=room, memory=memory, keep_clear=keep_clear)
    painter.restore()


def paint_stroke(painter: QPainter, stroke: Stroke, points: Floats, *, scale: float, fill_strength: float) -> None:
    style = inks.style_of(stroke.ink)
    parts = list(_finite_parts(points))
    if stroke.filled and len(parts) == 1:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(inks.tint_brush(style, strength=fill_strength))
        painter.drawPolygon(parts[0])
        if style.hatch is not inks.Hatch.NoBrush:
            painter.setBrush(inks.hatch_brush(style, scale=scale, strength=fill_strength))
            painter.drawPolygon(parts[0])
    pens: list[QPen] = []
    if style.band_px and not stroke.filled:
        pens.append(inks.band_pen(style, scale=scale))
    if style.cased:
        pens.append(inks.casing_pen(style, scale=scale))
    pens.append(inks.line_pen(style, scale=scale))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for pen in pens:
        painter.setPen(pen)
        for part in parts:
            painter.drawPolyline(part)


def _paint_glow(
    painter: QPainter, strokes: tuple[Stroke, ...], lines: list[Floats], *, selected: str, scale: float
) -> None:
    """A pale ring around the selected piece, under everything else."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width_px, opacity in ((15.0, 0.22), (9.0, 0.75)):
        pen = QPen(inks.colour("#FFFFFF", opacity), width_px * scale)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        for stroke, points in zip(strokes, lines, strict=True):
            if stroke.piece == selected and stroke.closed and stroke.ink in BODY_INKS:
                for part in _finite_parts(points):
                    painter.drawPolyline(part)


def _finite_parts(points: Floats) -> Iterator[QPolygonF]:
    """The runs of points that the projection could place: what it could not is left out, not guessed."""
    # Comparisons with NaN are false, so this finds both the far and the impossible.
    good = (np.abs(points) < _FARTHEST_PX).all(axis=1)
    if good.all():
        yield _polygon(points)
        return
    edges = np.flatnonzero(np.diff(np.concatenate([[False], good, [False]]).astype(np.int8)))
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        yield _polygon(points[start:end])


def _polygon(points: Floats) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points.tolist()])

"""Paints a drawing by any projection: over the camera's picture, on the plan, on the screen or in a file."""

import math
from collections.abc import Iterator, Sequence
from typing import cast

import numpy as np
from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from tableassist.geometry import Floats
from tableassist.overlay.drawing import Drawing, Ink, Stroke, Symbol
from tableassist.ui.painting import inks
from tableassist.ui.painting.inks import BODY_INKS, HULL_INKS
from tableassist.ui.painting.label_images import NOTHING
from tableassist.ui.painting.labels import LabelCache, paint_labels
from tableassist.ui.painting.projection import STEP_MM, Projection, project_strokes
from tableassist.ui.painting.symbols import paint_symbol

_LINES = frozenset({Ink.CLEAR, Ink.BLOCKED, Ink.TOO_CLOSE, Ink.CONTACT, Ink.STOPPED, Ink.EVIDENCE, Ink.MEASURE})
_GROUNDS = frozenset({Ink.ISLAND, Ink.FOG, Ink.REEF, Ink.TERRAIN, Ink.BLOCKER})
_WORTH = {
    **dict.fromkeys(HULL_INKS, 1.0),
    **dict.fromkeys(_LINES, 1.0),
    **dict.fromkeys(_GROUNDS, 0.6),
    Ink.SAIL: 0.5,
}
"""How much a point of such a line is worth seeing: labels give way to it."""

_ABOVE = {ink: order for order, ink in enumerate(Ink)}
_FARTHEST_PX = 1.0e5
"""Points beyond this come from behind the lens's good region, and Qt's rasteriser overflows on them."""
_LEAST_BAND_PX = 1.0
"""A plus-minus that shows less than this beside its line is not shown: the line itself is wider than the doubt."""
_STOP_RADIUS_PX = 6.5


def ready(painter: QPainter) -> QPainter:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    return painter


def paint_drawing(
    painter: QPainter,
    drawing: Drawing,
    project: Projection,
    *,
    scale: float,
    fill_strength: float = 1.0,
    selected: str | None = None,
    bounds: QRectF | None = None,
    cache: LabelCache | None = None,
) -> None:
    """The painter's units must be pixels (no transform set); `scale` enlarges lines and type, not places.

    `bounds` is where labels may stand, by default the whole device. `cache` keeps labels from jumping
    between one frame and the next.
    """
    painter.save()
    ready(painter)
    lines = project_strokes(drawing.strokes, project)
    paint_strokes(painter, drawing.strokes, lines, scale=scale, fill_strength=fill_strength, selected=selected)
    paint_labels(
        painter,
        drawing,
        project,
        scale=scale,
        bounds=bounds if bounds is not None else QRectF(painter.viewport()),
        cache=cache,
        keep_clear=keep_clear_of(drawing.strokes, lines),
        selected=selected,
    )
    painter.restore()


def paint_strokes(
    painter: QPainter,
    strokes: Sequence[Stroke],
    lines: list[Floats],
    *,
    scale: float,
    fill_strength: float = 1.0,
    selected: str | None = None,
) -> None:
    """One ink after another, in the order of `Ink`: what is said about pieces stands above them."""
    if selected is not None:
        paint_glow(painter, strokes, lines, selected=selected, scale=scale)
    by_ink: dict[Ink, list[tuple[Stroke, Floats]]] = {}
    for stroke, points in zip(strokes, lines, strict=True):
        by_ink.setdefault(stroke.ink, []).append((stroke, points))
    for ink in sorted(by_ink, key=_ABOVE.__getitem__):
        if ink is Ink.STOPPED:
            _paint_stops(painter, by_ink[ink], scale=scale)
        elif ink is Ink.MAST:
            _paint_masts(painter, by_ink[ink], scale=scale)
        else:
            _paint_alike(painter, inks.style_of(ink), by_ink[ink], scale=scale, fill_strength=fill_strength)


def keep_clear_of(strokes: Sequence[Stroke], lines: list[Floats]) -> Floats:
    """(M, 3): points that labels had better not hide, each with what it is worth."""
    worth = [_WORTH.get(stroke.ink, 0.0) for stroke in strokes]
    some = [(line, value) for line, value in zip(lines, worth, strict=True) if value and len(line)]
    if not some:
        return NOTHING
    points = np.vstack([line for line, _ in some])
    return np.column_stack([points, np.repeat([value for _, value in some], [len(line) for line, _ in some])])


def _paint_alike(
    painter: QPainter,
    style: inks.InkStyle,
    some: list[tuple[Stroke, Floats]],
    *,
    scale: float,
    fill_strength: float,
) -> None:
    """All of one ink together: a path for the areas, one for the lines."""
    areas, outlines, bare = QPainterPath(), QPainterPath(), QPainterPath()
    areas.setFillRule(Qt.FillRule.WindingFill)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for stroke, points in some:
        parts = list(_finite_parts(points))
        band_px = 2.0 * stroke.band_mm * _px_per_mm(stroke, points) if stroke.band_mm else 0.0
        if band_px > (style.width_px + 2.0 * _LEAST_BAND_PX) * scale:
            painter.setPen(inks.plus_minus_pen(round(band_px, 1), scale=scale))
            for part in parts:
                painter.drawPolyline(part)
        if stroke.filled and len(parts) == 1:
            areas.addPolygon(parts[0])
        for part in parts:
            for path in (outlines,) if stroke.filled else (outlines, bare):
                path.addPolygon(part)
                if stroke.closed and len(parts) == 1:
                    path.closeSubpath()
    _fill(painter, style, areas, scale=scale, fill_strength=fill_strength)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if style.band_px:
        painter.strokePath(bare, inks.band_pen(style, scale=scale))
    if style.cased:
        painter.strokePath(outlines, inks.casing_pen(style, scale=scale))
    painter.strokePath(outlines, inks.line_pen(style, scale=scale))


def _fill(painter: QPainter, style: inks.InkStyle, areas: QPainterPath, *, scale: float, fill_strength: float) -> None:
    if areas.isEmpty():
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(areas, inks.tint_brush(style, strength=fill_strength))
    if style.hatch is not inks.Hatch.NoBrush:
        painter.fillPath(areas, inks.hatch_brush(style, scale=scale, strength=fill_strength))


def _px_per_mm(stroke: Stroke, points: Floats) -> float:
    """Where the stroke begins: its bend over a table is small beside the width of a band."""
    if len(stroke.points) < 2 or len(points) < 2:
        return 0.0
    (x1, y1), (x2, y2) = points[:2].tolist()
    px = math.hypot(x2 - x1, y2 - y1)
    edge_mm = math.dist(stroke.points[0], stroke.points[1])
    step_mm = edge_mm / max(1, math.ceil(edge_mm / STEP_MM))
    return px / step_mm if step_mm > 0 and math.isfinite(px) else 0.0


def _paint_stops(painter: QPainter, some: list[tuple[Stroke, Floats]], *, scale: float) -> None:
    for _, points in some:
        for x, y in points.tolist():
            if abs(x) < _FARTHEST_PX and abs(y) < _FARTHEST_PX:
                paint_symbol(painter, Symbol.NO, QPointF(x, y), _STOP_RADIUS_PX * scale)


def _paint_masts(painter: QPainter, some: list[tuple[Stroke, Floats]], *, scale: float) -> None:
    """Dots that can be seen however small they are on the screen."""
    style = inks.style_of(Ink.MAST)
    good = [points for _, points in some if (np.abs(points) < _FARTHEST_PX).all() and len(points)]
    if not good:
        return
    dots = _polygon(np.array([points.mean(axis=0) for points in good]))
    width_px = max(3.0 * scale, *(float(np.ptp(points[:, 0])) for points in good))
    for wider_px, tone in ((1.6 * scale, inks.CASING), (0.0, style.colour)):
        painter.setPen(QPen(inks.colour(tone), width_px + wider_px, cap=Qt.PenCapStyle.RoundCap))
        painter.drawPoints(dots)


def paint_glow(
    painter: QPainter, strokes: Sequence[Stroke], lines: list[Floats], *, selected: str, scale: float
) -> None:
    """A pale ring around the selected piece, under everything else."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width_px, opacity in ((14.0, 0.22), (7.0, 0.60)):
        painter.setPen(QPen(inks.colour("#FFFFFF", opacity), width_px * scale, join=Qt.PenJoinStyle.RoundJoin))
        for stroke, points in zip(strokes, lines, strict=True):
            if stroke.piece == selected and stroke.closed and stroke.ink in BODY_INKS - {Ink.MAST}:
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
    polygon = QPolygonF()
    if len(points):
        polygon.resize(len(points))
        held = polygon.data()
        held.setsize(points.size * points.itemsize)
        # numpy takes it as a buffer; its type stubs do not know it.
        np.frombuffer(cast(bytearray, held), dtype=np.float64).reshape(-1, 2)[:] = points
    return polygon

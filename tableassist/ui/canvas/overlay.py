"""The drawn overlay on a view: painted once for each scale, and shown as long as it stays the same."""

from dataclasses import dataclass

import numpy as np
from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QImage, QPainter, QTransform
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from tableassist.geometry import Floats, MatPoints
from tableassist.overlay.drawing import Drawing, Stroke
from tableassist.ui.painting.label_images import NOTHING, Box
from tableassist.ui.painting.labels import LabelCache, paint_labels
from tableassist.ui.painting.painter import keep_clear_of, paint_glow, paint_strokes, ready
from tableassist.ui.painting.projection import Projection, project_strokes

_SETTLED_AFTER = 3
"""Drawings: a piece whose pose trembles now and then does not have the whole ground painted again each time."""


@dataclass(frozen=True, slots=True)
class LayerView:
    """How the drawing is looked at; the same sight of the same strokes is the same picture."""

    project: Projection
    view: QTransform
    room: QSize
    ratio: float
    """The screen's own pixels to one of Qt's."""
    scale: float
    fill_strength: float

    def on_screen(self, points_mm: MatPoints) -> Floats:
        points = self.project(points_mm)
        view = self.view
        turn = np.array([[view.m11(), view.m12()], [view.m21(), view.m22()]])
        placed: Floats = points @ turn + (view.dx(), view.dy())
        return placed


@dataclass(slots=True)
class _Ground:
    """Settled strokes, painted."""

    sight: LayerView
    strokes: tuple[Stroke, ...]
    lines: list[Floats]
    image: QImage


class OverlayLayer:
    def __init__(self) -> None:
        self.cache = LabelCache()
        self.painted = 0
        """How often anything had to be painted."""
        self._ages: dict[int, tuple[Stroke, int]] = {}
        self._counted: Drawing | None = None
        self._ground: _Ground | None = None
        self.labels: tuple[Box, ...] = ()
        """Where they stand."""
        self.worth: Floats = NOTHING
        """What labels gave way to."""
        self._of: tuple[Drawing, LayerView, str | None, int] | None = None
        self._image = QImage()

    def image(
        self, drawing: Drawing, sight: LayerView, selected: str | None, below: "OverlayLayer | None" = None
    ) -> QImage:
        """Labels go around those of the layer below, and around what is worth seeing there."""
        known = self._of
        wanted = (sight, selected, 0 if below is None else below.painted)
        if known is not None and known[0] is drawing and known[1:] == wanted:
            return self._image
        self._count(drawing)
        ground = self._painted_ground(drawing, sight)
        self._image = self._painted(drawing, sight, ground, selected, below)
        self._of = (drawing, *wanted)
        self.painted += 1
        return self._image

    def _count(self, drawing: Drawing) -> None:
        if drawing is self._counted:
            return
        self._counted = drawing
        before = self._ages
        # The stroke is kept beside its age: its number would else be given to another.
        self._ages = {
            id(each): (each, before[id(each)][1] + 1 if id(each) in before else 1) for each in drawing.strokes
        }

    def _painted_ground(self, drawing: Drawing, sight: LayerView) -> _Ground:
        known = self._ground
        here = {id(each) for each in drawing.strokes}
        oldest = _SETTLED_AFTER
        if known is None or known.sight != sight:
            # Seen in another way all strokes are new alike; most of them will stay.
            oldest = 1 if known is None else 2
            known = None
        # What is gone cannot be taken out of the ground again.
        if known is None or not all(id(each) in here for each in known.strokes):
            self._ground = known = _Ground(sight, (), [], _blank(sight))
        below = {id(each) for each in known.strokes}
        fresh = tuple(each for each in drawing.strokes if id(each) not in below and self._ages[id(each)][1] >= oldest)
        if fresh:
            self._add(known, fresh)
        return known

    def _add(self, ground: _Ground, strokes: tuple[Stroke, ...]) -> None:
        lines = project_strokes(strokes, ground.sight.on_screen)
        painter = ready(QPainter(ground.image))
        sight = ground.sight
        paint_strokes(painter, strokes, lines, scale=sight.scale, fill_strength=sight.fill_strength)
        painter.end()
        ground.strokes += strokes
        ground.lines += lines

    def _painted(
        self, drawing: Drawing, sight: LayerView, ground: _Ground, selected: str | None, below: "OverlayLayer | None"
    ) -> QImage:
        grounded = {id(each) for each in ground.strokes}
        fresh = tuple(each for each in drawing.strokes if id(each) not in grounded)
        lines = project_strokes(fresh, sight.on_screen)
        image = QImage(ground.image)
        painter = ready(QPainter(image))
        if selected is not None:
            whole, theirs = (*ground.strokes, *fresh), [*ground.lines, *lines]
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationOver)
            paint_glow(painter, whole, theirs, selected=selected, scale=sight.scale)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        paint_strokes(painter, fresh, lines, scale=sight.scale, fill_strength=sight.fill_strength)
        if below is not None:
            _clear(painter, below.labels)
        self.worth = keep_clear_of((*ground.strokes, *fresh), [*ground.lines, *lines])
        if below is not None:
            self.worth = np.vstack([self.worth, below.worth])
        self.labels = paint_labels(
            painter,
            drawing,
            sight.on_screen,
            scale=sight.scale,
            bounds=QRectF(0, 0, sight.room.width(), sight.room.height()).adjusted(4, 4, -4, -4),
            cache=self.cache,
            keep_clear=self.worth,
            selected=selected,
            taken=() if below is None else below.labels,
        )
        painter.end()
        return image


def _clear(painter: QPainter, boxes: tuple[Box, ...]) -> None:
    """Lines do not run over names."""
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    for box in boxes:
        painter.fillRect(QRectF(*box), Qt.GlobalColor.transparent)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


def _blank(sight: LayerView) -> QImage:
    size = QSize(round(sight.room.width() * sight.ratio), round(sight.room.height() * sight.ratio))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(sight.ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image


class OverlayItem(QGraphicsItem):
    def __init__(self, *, fill_strength: float) -> None:
        super().__init__()
        self._fill_strength = fill_strength
        self._extent = QRectF()
        self._drawing: Drawing | None = None
        self._project: Projection | None = None
        self.layer = OverlayLayer()
        self.below: OverlayItem | None = None
        """An item whose labels these go around."""
        self.selected: str | None = None
        self.enlarged = 1.0
        """Lines and type, for those who look from afar."""

    def show_drawing(self, drawing: Drawing | None, project: Projection | None) -> None:
        self._drawing = drawing
        self._project = project

    def set_extent(self, extent: QRectF) -> None:
        if extent != self._extent:
            self.prepareGeometryChange()
            self._extent = extent

    def boundingRect(self) -> QRectF:  # noqa: N802
        return self._extent

    def paint(
        self,
        painter: QPainter | None,
        option: QStyleOptionGraphicsItem | None,  # noqa: ARG002
        widget: QWidget | None = None,
    ) -> None:
        if painter is None or self._drawing is None or self._project is None:
            return
        # While a widget is painted into its window the painter's own viewport may be the window's.
        room = painter.viewport().size() if widget is None else widget.size()
        device = painter.device()
        sight = LayerView(
            project=self._project,
            view=QTransform(painter.worldTransform()),
            room=room,
            ratio=1.0 if device is None else device.devicePixelRatioF(),
            scale=self.enlarged * screen_scale(QRectF(0, 0, room.width(), room.height())),
            fill_strength=self._fill_strength,
        )
        painter.save()
        painter.resetTransform()
        below = None if self.below is None else self.below.layer
        painter.drawImage(QPointF(0, 0), self.layer.image(self._drawing, sight, self.selected, below))
        painter.restore()


def screen_scale(room: QRectF) -> float:
    """Full-size type in a view of usual size, smaller in a small one, where it would hide the table."""
    return min(1.0, max(0.75, min(room.width(), room.height()) / 480.0))

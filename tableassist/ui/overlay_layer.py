"""The painted overlay, kept as an image: a table that lies still is painted once and then only copied.

Strokes that have not changed for a few drawings are settled; they are painted into a ground image of their own. While
one ship moves, only her strokes are painted anew, above the ground. A stroke is known by identity: a piece that has
not moved has the very same strokes from drawing to drawing.
"""

from dataclasses import dataclass

import numpy as np
from PyQt6.QtCore import QRectF, QSize, Qt
from PyQt6.QtGui import QImage, QPainter, QTransform

from tableassist.geometry.arrays import Floats, MatPoints
from tableassist.overlay.drawing import Drawing, Stroke
from tableassist.ui.painter import keep_clear_of, paint_strokes, ready
from tableassist.ui.plates import PlateMemory, paint_plates
from tableassist.ui.projection import Projection, project_strokes

_SETTLED_AFTER = 3
"""Drawings: a piece whose pose trembles now and then does not have the whole ground painted again each time."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How the drawing is looked at; the same sight of the same strokes is the same picture."""

    project: Projection
    view: QTransform
    room: QSize
    ratio: float
    """The screen's own pixels to one of Qt's."""
    scale: float
    fill_strength: float
    selected: str | None

    def on_screen(self, points_mm: MatPoints) -> Floats:
        points = self.project(points_mm)
        view = self.view
        turn = np.array([[view.m11(), view.m12()], [view.m21(), view.m22()]])
        placed: Floats = points @ turn + (view.dx(), view.dy())
        return placed


@dataclass(slots=True)
class _Ground:
    """Settled strokes, painted."""

    sight: Sight
    strokes: tuple[Stroke, ...]
    lines: list[Floats]
    image: QImage


class OverlayLayer:
    def __init__(self) -> None:
        self.memory = PlateMemory()
        self.painted = 0
        """How often anything had to be painted."""
        self._ages: dict[int, tuple[Stroke, int]] = {}
        self._counted: Drawing | None = None
        self._ground: _Ground | None = None
        self._of: tuple[Drawing, Sight] | None = None
        self._image = QImage()

    def image(self, drawing: Drawing, sight: Sight) -> QImage:
        if self._of is not None and self._of[0] is drawing and self._of[1] == sight:
            return self._image
        self._count(drawing)
        ground = self._painted_ground(drawing, sight)
        self._image = self._painted(drawing, sight, ground)
        self._of = (drawing, sight)
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

    def _painted_ground(self, drawing: Drawing, sight: Sight) -> _Ground:
        known = self._ground
        if known is not None and known.sight == sight:
            here = {id(each) for each in drawing.strokes}
            settled = sum(self._ages[id(each)][1] >= _SETTLED_AFTER for each in drawing.strokes)
            if settled <= len(known.strokes) and all(id(each) in here for each in known.strokes):
                return known
            strokes = tuple(each for each in drawing.strokes if self._ages[id(each)][1] >= _SETTLED_AFTER)
        else:
            # Seen in another way all strokes are new alike; most of them will stay.
            strokes = tuple(each for each in drawing.strokes if known is None or self._ages[id(each)][1] > 1)
        lines = project_strokes(strokes, sight.on_screen)
        image = _blank(sight)
        painter = ready(QPainter(image))
        paint_strokes(
            painter, strokes, lines, scale=sight.scale, fill_strength=sight.fill_strength, selected=sight.selected
        )
        painter.end()
        self._ground = _Ground(sight, strokes, lines, image)
        return self._ground

    def _painted(self, drawing: Drawing, sight: Sight, ground: _Ground) -> QImage:
        below = {id(each) for each in ground.strokes}
        fresh = tuple(each for each in drawing.strokes if id(each) not in below)
        lines = project_strokes(fresh, sight.on_screen)
        image = QImage(ground.image)
        painter = ready(QPainter(image))
        paint_strokes(
            painter, fresh, lines, scale=sight.scale, fill_strength=sight.fill_strength, selected=sight.selected
        )
        paint_plates(
            painter,
            drawing,
            sight.on_screen,
            scale=sight.scale,
            bounds=QRectF(0, 0, sight.room.width(), sight.room.height()).adjusted(4, 4, -4, -4),
            memory=self.memory,
            keep_clear=keep_clear_of((*ground.strokes, *fresh), [*ground.lines, *lines]),
            selected=sight.selected,
        )
        painter.end()
        return image


def _blank(sight: Sight) -> QImage:
    size = QSize(round(sight.room.width() * sight.ratio), round(sight.room.height() * sight.ratio))
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(sight.ratio)
    image.fill(Qt.GlobalColor.transparent)
    return image

"""The two views of a table, the camera's picture and the plan, and what a click on them means."""

import math
from collections.abc import Callable

import numpy as np
from PyQt6.QtCore import QEvent, QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QHelpEvent, QPainter, QPaintEvent, QWheelEvent
from PyQt6.QtWidgets import QWidget

from tableassist.geometry import Floats, ImagePoints, MatPoints
from tableassist.messages import say, tr
from tableassist.overlay.drawing import Drawing, Ink, Point, Stroke
from tableassist.ui.canvas.overlay import OverlayItem
from tableassist.ui.canvas.picture import PictureItem
from tableassist.ui.canvas.zoom_view import ZoomView
from tableassist.ui.painting import inks
from tableassist.ui.painting.inks import BODY_INKS
from tableassist.ui.painting.pictures import PLAN_FILL
from tableassist.ui.painting.plan_background import paint_plan_background
from tableassist.ui.painting.projection import (
    OnPixelCorners,
    PlanProjection,
    Projection,
    Unprojection,
    mat_extent,
    project_strokes,
)
from tableassist.ui.session.selection import Selection
from tableassist.ui.widgets.plain import set_tip
from tableassist.ui.workers import Soon
from tableassist.vision.camera.frame import Image


def piece_at(drawing: Drawing, place: tuple[float, float], project: Projection, *, reach: float) -> str | None:
    """The piece whose outline holds the place, else the nearest one within `reach`.

    `place` and `reach` are in the projection's units: mat millimetres for the identity, pixels over the
    camera's picture. Of several outlines around the place the smallest wins, so a ship in a fog bank is
    picked and not the fog. Ranges and lines belong to a piece but are not the piece: they are not picked.
    """
    strokes = tuple(stroke for stroke in drawing.strokes if stroke.piece and stroke.ink in BODY_INKS)
    point = np.array(place)
    best: tuple[int, float] = (2, math.inf)
    picked: str | None = None
    for stroke, line in zip(strokes, project_strokes(strokes, project), strict=True):
        if len(line) < 2 or not np.isfinite(line).all():
            continue
        if stroke.closed and _holds(line, point):
            rank = (0, _area(line))
        else:
            rank = (1, _distance(line, point))
            if rank[1] > reach:
                continue
        if rank < best:
            best, picked = rank, stroke.piece
    return picked


def _holds(ring: Floats, point: Floats) -> bool:
    """Even-odd: how often a ray to the right crosses the ring."""
    (x1, y1), (x2, y2) = ring[:-1].T, ring[1:].T
    crosses = (y1 > point[1]) != (y2 > point[1])
    rise = np.where(y2 == y1, 1.0, y2 - y1)
    at_x = x1 + (point[1] - y1) * (x2 - x1) / rise
    return bool(np.count_nonzero(crosses & (at_x > point[0])) % 2)


def _area(ring: Floats) -> float:
    (x1, y1), (x2, y2) = ring[:-1].T, ring[1:].T
    return abs(float(np.sum(x1 * y2 - x2 * y1))) / 2.0


def _distance(line: Floats, point: Floats) -> float:
    start, step = line[:-1], np.diff(line, axis=0)
    length2 = np.maximum((step**2).sum(axis=1), 1e-12)
    along = np.clip(((point - start) * step).sum(axis=1) / length2, 0.0, 1.0)
    return float(np.hypot(*(start + step * along[:, np.newaxis] - point).T).min())


PICK_REACH_PX = 10.0
"""On the screen: ships are small and their sails lean out of their outline on the mat."""


class DrawnView(ZoomView):
    def __init__(self, selection: Selection, fill_strength: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._drawing: Drawing | None = None
        self._on_top: Drawing | None = None
        self._project: Projection | None = None
        self._overlay = OverlayItem(fill_strength=fill_strength)
        self._overlay.selected = selection.piece
        self._above = OverlayItem(fill_strength=fill_strength)
        self._above.below = self._overlay
        self.clicked.connect(self._pick)
        selection.changed.connect(self._mark)

    def enlarge(self, by: float) -> None:
        """Lines and type, not the table."""
        self._overlay.enlarged = self._above.enlarged = by
        self.repaint_soon()

    def show_on_top(self, drawing: Drawing | None) -> None:
        """Above the table's own."""
        self._on_top = drawing
        self._above.show_drawing(drawing, self._project)
        self.repaint_soon()

    def viewportEvent(self, event: QEvent | None) -> bool:  # noqa: N802
        """The name of what the pointer rests on: its label may have room for a number only."""
        port = self.viewport()
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip and port is not None:
            set_tip(port, self._name_at(self.mapToScene(event.pos())))
        return super().viewportEvent(event)

    def _name_at(self, place: QPointF) -> str:
        piece = self._piece_at(place)
        labels = () if self._drawing is None else self._drawing.labels
        label = next((each for each in labels if piece is not None and each.piece == piece), None)
        if label is None:
            return ""
        return say(label.text) if label.number is None else f"{label.number}  {say(label.text)}"

    def _mark(self, piece: str | None) -> None:
        self._overlay.selected = piece
        self.repaint_soon()

    def _pick(self, place: QPointF) -> None:
        if self._drawing is not None and self._project is not None:
            self._selection.choose(self._piece_at(place))

    def _piece_at(self, place: QPointF) -> str | None:
        if self._drawing is None or self._project is None:
            return None
        reach = PICK_REACH_PX / self._scale_now()
        return piece_at(self._drawing, (place.x(), place.y()), self._project, reach=reach)


_MAT_MARGIN = 0.03


class PictureView(DrawnView):
    def __init__(self, mat_size_mm: tuple[float, float], selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(selection, 0.6, parent)
        self._mat_size_mm = mat_size_mm
        self._fits_mat = True
        self._whole = QRectF()
        self._picture = PictureItem()
        self._mat_from_image: Unprojection | None = None
        for item in (self._picture, self._overlay, self._above):
            self.shown.addItem(item)

    def show_frame(
        self,
        image: Image,
        drawing: Drawing | None,
        image_from_mat: Projection | None,
        mat_from_image: Unprojection | None = None,
    ) -> None:
        """Without a projection the picture is shown bare: a drawing in the wrong place would be a lie. Without the way
        back a tool does not work over the picture."""
        self._picture.show_picture(image)
        self._drawing = drawing
        project = None if image_from_mat is None else OnPixelCorners(image_from_mat)
        moved = project != self._project
        self._project = project
        self._mat_from_image = mat_from_image
        self._overlay.show_drawing(self._drawing, self._project)
        self._above.show_drawing(self._on_top, self._project)
        whole = self._picture.boundingRect()
        if moved or whole != self._whole:
            self._whole = whole
            self._overlay.set_extent(whole)
            self._above.set_extent(whole)
            self._choose_content()
        self.repaint_soon()

    def show_place(self, points_mm: tuple[Point, ...], margin_mm: float) -> None:
        """Zooms to a place on the mat, with some room around it."""
        if self._project is None or not points_mm:
            return
        (low_x, low_y), (high_x, high_y) = (tuple(f(each) for each in zip(*points_mm, strict=True)) for f in (min, max))
        left, right, low, high = low_x - margin_mm, high_x + margin_mm, low_y - margin_mm, high_y + margin_mm
        corners = ((left, low), (right, low), (right, high), (left, high))
        (rim,) = project_strokes((Stroke(corners, Ink.EVIDENCE, closed=True, filled=False, piece=None),), self._project)
        if np.isfinite(rim).all():
            low_corner, high_corner = rim.min(axis=0).tolist(), rim.max(axis=0).tolist()
            self.show_area(QRectF(QPointF(*low_corner), QPointF(*high_corner)))

    def mat_places(self, places: list[QPointF]) -> list[tuple[float, float]] | None:
        if self._mat_from_image is None or self._project is None:
            return None
        # Qt's pixels begin at their corner, the chain's at their centre.
        pixels = ImagePoints(np.array([(place.x() - 0.5, place.y() - 0.5) for place in places]))
        on_mat: MatPoints = self._mat_from_image(pixels)
        return [(x, y) for x, y in on_mat.tolist()]

    def fit_to_mat(self, wanted: bool) -> None:
        """Whether fitting shows the mat, as large as it goes, or the whole picture."""
        self._fits_mat = wanted
        self._choose_content()
        self.fit()

    def _choose_content(self) -> None:
        whole = self._whole
        self.set_room(whole)
        if not self._fits_mat:
            self.set_content(whole)
            return
        extent = None if self._project is None else mat_extent(self._project, self._mat_size_mm)
        if extent is None:
            # While the mat is lost for a moment the view stays where it was.
            if not whole.contains(self.content()) or self.content().isEmpty():
                self.set_content(whole)
            return
        mat = QRectF(*extent)
        margin = _MAT_MARGIN * max(mat.width(), mat.height())
        self.set_content(mat.adjusted(-margin, -margin, margin, margin).intersected(whole))

    def drawForeground(self, painter: QPainter | None, rect: QRectF) -> None:  # noqa: N802, ARG002
        port = self.viewport()
        if painter is None or port is None or not self._picture.boundingRect().isEmpty():
            return
        painter.save()
        painter.resetTransform()
        painter.setPen(inks.colour(inks.GREY))
        painter.drawText(port.rect(), Qt.AlignmentFlag.AlignCenter, tr("Waiting for the camera’s first picture…"))
        painter.restore()


REPAINT_EVERY_MS = 90
"""Pieces are moved by hand: a plan that follows eleven times a second leaves time for the camera's picture."""
AFTER_THE_PICTURE_MS = 20
TURN_STEP_DEG = 5.0
_MARGIN_MM = 12.0


def _wrapped(degrees: float) -> float:
    return round(degrees) % 360.0


class PlanView(DrawnView):
    turned = pyqtSignal(float)
    """Degrees counter-clockwise, from 0 to 360."""
    scaled = pyqtSignal(float)
    """Pixels to a millimetre."""

    def __init__(self, mat_size_mm: tuple[float, float], selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(selection, PLAN_FILL, parent)
        self.picture_waits: Callable[[], bool] = lambda: False
        """Whether the camera's view is about to be painted; then the plan comes after it."""
        self._told_scale = 0.0
        self._mat = QRectF(0.0, 0.0, *mat_size_mm)
        self._project = PlanProjection(0.0, mat_size_mm[1], 1.0)
        for item in (self._overlay, self._above):
            item.set_extent(self._mat)
            self.shown.addItem(item)
        self._soon = Soon(REPAINT_EVERY_MS, self._repaint_apart, self)
        self._next = Soon(AFTER_THE_PICTURE_MS, self._repaint_apart, self)
        self.set_room(self._mat)
        self.set_content(self._mat.adjusted(-_MARGIN_MM, -_MARGIN_MM, _MARGIN_MM, _MARGIN_MM))

    def show_drawing(self, drawing: Drawing) -> None:
        self._drawing = drawing
        self._overlay.show_drawing(drawing, self._project)
        self._soon.ask()

    def turn(self, by_deg: float) -> None:
        """Counter-clockwise, so that a player sees it from his side; names and numbers stay upright."""
        self.turn_to(self.turned_deg() + by_deg)

    def turn_to(self, degrees: float) -> None:
        by = degrees - self.turned_deg()
        if abs(by) < 1e-9:
            return
        middle = self._scene_place(QRectF(self.rect()).center())
        self.rotate(-by)
        self.turned.emit(_wrapped(self.turned_deg()))
        if self._fitted:
            self.fit()
        else:
            self.centerOn(middle)

    def wheelEvent(self, event: QWheelEvent | None) -> None:  # noqa: N802
        """With Shift it turns, by a few degrees a notch."""
        if event is not None and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            notch = event.angleDelta().y() or event.angleDelta().x()
            self.turn(TURN_STEP_DEG * notch / 120.0)
            event.accept()
            return
        super().wheelEvent(event)

    def show_place(self, points_mm: tuple[Point, ...], margin_mm: float) -> None:
        """Zooms to a place on the mat, with some room around it."""
        if not points_mm:
            return
        (left, low), (right, high) = (tuple(f(each) for each in zip(*points_mm, strict=True)) for f in (min, max))
        area = QRectF(left, self._mat.height() - high, right - left, high - low)
        self.show_area(area.adjusted(-margin_mm, -margin_mm, margin_mm, margin_mm))

    def mat_places(self, places: list[QPointF]) -> list[tuple[float, float]] | None:
        return [(place.x(), self._mat.height() - place.y()) for place in places]

    def drawBackground(self, painter: QPainter | None, rect: QRectF) -> None:  # noqa: N802
        super().drawBackground(painter, rect)
        if painter is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, bool(self.turned_deg() % 90.0))
            paint_plan_background(painter, self._mat, 1.0)

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802
        super().paintEvent(event)
        px_per_mm = self._scale_now()
        if px_per_mm != self._told_scale:
            self._told_scale = px_per_mm
            self.scaled.emit(px_per_mm)

    def repaint_soon(self) -> None:
        self._next.start()

    def _repaint_apart(self) -> None:
        """Not in the same turn as the picture: both at once would keep the pointer waiting."""
        port = self.viewport()
        if self.picture_waits():
            self._next.start()
        elif port is not None:
            port.repaint()

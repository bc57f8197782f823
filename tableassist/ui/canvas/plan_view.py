"""The table from straight above, in mat millimetres, y up."""

from collections.abc import Callable

from PyQt6.QtCore import QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PyQt6.QtWidgets import QWidget

from tableassist.overlay.drawing import Drawing, Point
from tableassist.ui.canvas.drawn_view import DrawnView
from tableassist.ui.painting.plan_background import paint_plan_background
from tableassist.ui.painting.plan_picture import PLAN_FILL
from tableassist.ui.painting.projection import PlanProjection
from tableassist.ui.session.selection import Selection
from tableassist.ui.workers.timers import Soon

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

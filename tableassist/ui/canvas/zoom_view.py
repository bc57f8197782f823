"""A view that is zoomed and moved by wheel and mouse, and the tool that may be in hand over it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PyQt6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, pyqtBoundSignal, pyqtSignal
from PyQt6.QtGui import QBrush, QColor, QMouseEvent, QPaintEvent, QResizeEvent, QTransform, QWheelEvent
from PyQt6.QtWidgets import QApplication, QFrame, QGraphicsScene, QGraphicsView, QWidget

from tableassist.overlay.drawing import Drawing
from tableassist.ui.look import Theme, theme_of


@dataclass(frozen=True, slots=True)
class ToolPoint:
    """Where the pointer is."""

    x_mm: float
    y_mm: float
    reach_mm: float
    """What ten pixels on the screen are here: how near a thing must be for the pointer to catch it."""
    shift: bool = False
    """Whether Shift is down: most tools then do not snap."""


class Tool(Protocol):
    """Views ask the tool first. What it does not take (False) pans, zooms and selects as ever."""

    changed: pyqtBoundSignal
    """Its drawing is another now."""

    drawing: Drawing
    """Painted above the table's own, in both views."""

    def press(self, at: ToolPoint) -> bool: ...

    def move(self, at: ToolPoint) -> bool:
        """With the button down or up."""
        ...

    def release(self, at: ToolPoint) -> bool: ...

    def wheel(self, at: ToolPoint, steps: float) -> bool:
        """Notches away from the person."""
        ...

    def escape(self) -> bool:
        """Takes back the last step; False when there is none, and the tool is laid down."""
        ...


NOTCH = 120.0
"""What Qt counts for one notch of a wheel."""
_CLOSEST = 40.0
"""Times the fitting zoom."""
TOOL_REACH_PX = 10.0


class ZoomView(QGraphicsView):
    clicked = pyqtSignal(QPointF)
    """In the scene's units; a press that was dragged is a pan and no click."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = QGraphicsScene(self)
        self.setScene(self.shown)
        self._content = QRectF()
        self._fitted = True
        self._pressed_at: QPoint | None = None
        self._tool: Tool | None = None
        self._tool_holds = False
        self._always: Theme | None = None
        self.waits = False
        """Whether something new has not been painted yet."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._wear_theme()
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        # The picture changes as a whole thirty times a second; finding out what changed costs more.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumSize(240, 180)
        self.setMouseTracking(True)
        self._rest_cursor()

    def set_tool(self, tool: Tool | None) -> None:
        """The tool gets the pointer before this view does."""
        self._tool = tool
        self._tool_holds = False
        self._pressed_at = None
        # The hand is for panning; a tool does that only where it takes nothing, and points meanwhile.
        self._rest_cursor()

    def mat_places(self, places: list[QPointF]) -> list[tuple[float, float]] | None:
        """From the scene's units to mat millimetres; None while that cannot be told."""
        raise NotImplementedError

    def show_area(self, area: QRectF) -> None:
        """Zooms to a part of the scene."""
        if area.isEmpty():
            return
        self._fitted = False
        self.waits = True
        self.fitInView(area, Qt.AspectRatioMode.KeepAspectRatio)
        if self._scale_now() > _CLOSEST * self._fitting_scale():
            factor = _CLOSEST * self._fitting_scale() / self._scale_now()
            self.scale(factor, factor)

    def set_room(self, whole: QRectF) -> None:
        """Where panning ends: a little beyond all there is, so that a corner can be brought to the middle."""
        margin = max(whole.width(), whole.height()) / 2
        room = whole.adjusted(-margin, -margin, margin, margin)
        if room != self.shown.sceneRect():
            self.shown.setSceneRect(room)

    def content(self) -> QRectF:
        return self._content

    def set_content(self, content: QRectF) -> None:
        """What to fit. One that trembles by a little is taken as unchanged, or the view would tremble too."""
        if _nearly_same(content, self._content):
            return
        self._content = content
        if self._fitted:
            self.fit()

    def fit(self) -> None:
        self._fitted = True
        if not self._content.isEmpty():
            self.waits = True
            self.fitInView(self._content, Qt.AspectRatioMode.KeepAspectRatio)

    def zoom(self, factor: float) -> None:
        """By a factor, about the pointer; never further out than fitting, where it fits again."""
        wanted = self._scale_now() * factor
        fitting = self._fitting_scale()
        if wanted <= fitting:
            self.fit()
            return
        self._fitted = False
        self.waits = True
        factor = min(wanted, _CLOSEST * fitting) / self._scale_now()
        self.scale(factor, factor)

    def repaint_soon(self) -> None:
        port = self.viewport()
        if port is not None:
            self.waits = True
            port.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802
        self.waits = False
        super().paintEvent(event)

    def wheelEvent(self, event: QWheelEvent | None) -> None:  # noqa: N802
        if event is None:
            return
        point = None if self._tool is None else self._tool_point(event)
        notches = event.angleDelta().y() / NOTCH
        if self._tool is None or point is None or not self._tool.wheel(point, notches):
            self.zoom(1.0015 ** event.angleDelta().y())
        event.accept()

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        self._tool_holds = self._tool_takes(event, lambda tool: tool.press)
        if self._tool_holds:
            return
        super().mousePressEvent(event)
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if self._pressed_at is None and self._tool_takes(event, lambda tool: tool.move):
            return
        super().mouseMoveEvent(event)
        if event is not None and self._was_dragged(event.position().toPoint()):
            self._fitted = False

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if self._tool_holds:
            self._tool_holds = False
            self._tool_takes(event, lambda tool: tool.release)
            return
        super().mouseReleaseEvent(event)
        # Qt's hand drag leaves an open hand; an arrow says better that pieces can be clicked.
        self._rest_cursor()
        if event is None or event.button() is not Qt.MouseButton.LeftButton or self._pressed_at is None:
            return
        place = event.position().toPoint()
        dragged = self._was_dragged(place)
        self._pressed_at = None
        if not dragged:
            self.clicked.emit(self.mapToScene(place))

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        self._pressed_at = None
        # Two quick clicks of a tool are two clicks.
        self._tool_holds = self._tool_takes(event, lambda tool: tool.press)
        if self._tool_holds:
            return
        self.fit()
        if event is not None:
            event.accept()

    def _tool_takes(self, event: QMouseEvent | None, hand: Callable[[Tool], Callable[[ToolPoint], bool]]) -> bool:
        if self._tool is None or event is None:
            return False
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton):
            return False
        point = self._tool_point(event)
        if point is None or not hand(self._tool)(point):
            return False
        event.accept()
        return True

    def _tool_point(self, event: QMouseEvent | QWheelEvent) -> ToolPoint | None:
        step = TOOL_REACH_PX / self._scale_now()
        at = self._scene_place(event.position())
        places = self.mat_places([at, at + QPointF(step, 0.0), at + QPointF(0.0, step)])
        if places is None or not all(math.isfinite(value) for place in places for value in place):
            return None
        reach = max(math.dist(places[0], place) for place in places[1:])
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        return ToolPoint(*places[0], reach_mm=reach, shift=shift)

    def _scene_place(self, place: QPointF) -> QPointF:
        """As `mapToScene`, which knows whole pixels only."""
        back, sound = self.viewportTransform().inverted()
        return back.map(place) if sound else QPointF()

    def _scale_now(self) -> float:
        """Screen pixels to a unit of the scene, however the view is turned."""
        now = self.transform()
        return math.hypot(now.m11(), now.m12())

    def _was_dragged(self, place: QPoint) -> bool:
        if self._pressed_at is None:
            return False
        return (place - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()

    def _fitting_scale(self) -> float:
        port = self.viewport()
        if port is None or self._content.isEmpty():
            return 1.0
        turned = QTransform().rotate(self.turned_deg()).mapRect(self._content)
        return min(port.width() / turned.width(), port.height() / turned.height())

    def turned_deg(self) -> float:
        """How far the view is turned, counter-clockwise."""
        now = self.transform()
        return math.degrees(math.atan2(-now.m12(), now.m11()))

    def changeEvent(self, event: QEvent | None) -> None:  # noqa: N802
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._wear_theme()

    def wear(self, theme: Theme) -> None:
        """Always this one, whatever the rest of the program wears."""
        self._always = theme
        self._wear_theme()

    def _wear_theme(self) -> None:
        theme = self._always or theme_of(self.palette())
        self.setBackgroundBrush(QBrush(QColor(theme.around)))

    def _rest_cursor(self) -> None:
        port = self.viewport()
        if port is not None:
            port.setCursor(Qt.CursorShape.ArrowCursor if self._tool is None else Qt.CursorShape.CrossCursor)


def _nearly_same(one: QRectF, other: QRectF) -> bool:
    moved = max(abs(a - b) for a, b in zip(one.getCoords(), other.getCoords(), strict=True))
    return not one.isEmpty() and moved < 0.02 * max(one.width(), one.height())

"""What both views share: wheel zooms about the pointer, drag pans, double click fits, click picks."""

from PyQt6.QtCore import QPoint, QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QBrush, QColor, QMouseEvent, QResizeEvent, QWheelEvent
from PyQt6.QtWidgets import QApplication, QFrame, QGraphicsScene, QGraphicsView, QWidget

_CLOSEST = 40.0
"""Times the fitting zoom."""


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
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setBackgroundBrush(QBrush(QColor("#0E1317")))
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.AnchorViewCenter)
        # The picture changes as a whole thirty times a second; finding out what changed costs more.
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumSize(240, 180)
        self._cursor(Qt.CursorShape.ArrowCursor)

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
            self.fitInView(self._content, Qt.AspectRatioMode.KeepAspectRatio)

    def zoom(self, factor: float) -> None:
        """By a factor, about the pointer; never further out than fitting, where it fits again."""
        wanted = self.transform().m11() * factor
        fitting = self._fitting_scale()
        if wanted <= fitting:
            self.fit()
            return
        self._fitted = False
        factor = min(wanted, _CLOSEST * fitting) / self.transform().m11()
        self.scale(factor, factor)

    def repaint_soon(self) -> None:
        port = self.viewport()
        if port is not None:
            port.update()

    def wheelEvent(self, event: QWheelEvent | None) -> None:  # noqa: N802
        if event is not None:
            self.zoom(1.0015 ** event.angleDelta().y())
            event.accept()

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        super().mousePressEvent(event)
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            self._pressed_at = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        super().mouseMoveEvent(event)
        if event is not None and self._was_dragged(event.position().toPoint()):
            self._fitted = False

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        super().mouseReleaseEvent(event)
        # Qt's hand drag leaves an open hand; an arrow says better that pieces can be clicked.
        self._cursor(Qt.CursorShape.ArrowCursor)
        if event is None or event.button() is not Qt.MouseButton.LeftButton or self._pressed_at is None:
            return
        place = event.position().toPoint()
        dragged = self._was_dragged(place)
        self._pressed_at = None
        if not dragged:
            self.clicked.emit(self.mapToScene(place))

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        self._pressed_at = None
        self.fit()
        if event is not None:
            event.accept()

    def _was_dragged(self, place: QPoint) -> bool:
        if self._pressed_at is None:
            return False
        return (place - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()

    def _fitting_scale(self) -> float:
        port = self.viewport()
        if port is None or self._content.isEmpty():
            return 1.0
        return min(port.width() / self._content.width(), port.height() / self._content.height())

    def _cursor(self, shape: Qt.CursorShape) -> None:
        port = self.viewport()
        if port is not None:
            port.setCursor(shape)


def _nearly_same(one: QRectF, other: QRectF) -> bool:
    moved = max(
        abs(one.left() - other.left()),
        abs(one.top() - other.top()),
        abs(one.right() - other.right()),
        abs(one.bottom() - other.bottom()),
    )
    return not one.isEmpty() and moved < 0.02 * max(one.width(), one.height())

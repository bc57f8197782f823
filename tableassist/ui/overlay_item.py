"""The items of both views: the camera's picture, and the drawing over it."""

from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QImage, QPainter, QTransform
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from tableassist.geometry.arrays import Floats, MatPoints
from tableassist.overlay.drawing import Drawing
from tableassist.ui.painter import paint_drawing
from tableassist.ui.plates import PlateMemory
from tableassist.ui.projection import Projection


class PictureItem(QGraphicsItem):
    """Holds the image itself, so that its pixels live as long as they are shown."""

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()

    def show_image(self, image: QImage) -> None:
        if image.size() != self._image.size():
            self.prepareGeometryChange()
        self._image = image

    def boundingRect(self) -> QRectF:  # noqa: N802
        return QRectF(self._image.rect())

    def paint(
        self,
        painter: QPainter | None,
        option: QStyleOptionGraphicsItem | None,  # noqa: ARG002
        widget: QWidget | None = None,  # noqa: ARG002
    ) -> None:
        if painter is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(QPointF(0, 0), self._image)


class OverlayItem(QGraphicsItem):
    """Paints in screen pixels whatever the zoom: lines keep their width and labels their size."""

    def __init__(self, *, fill_strength: float) -> None:
        super().__init__()
        self._fill_strength = fill_strength
        self._extent = QRectF()
        self._drawing: Drawing | None = None
        self._project: Projection | None = None
        self._memory = PlateMemory()
        self.selected: str | None = None

    def show_drawing(self, drawing: Drawing | None, project: Projection | None) -> None:
        self._drawing = drawing
        self._project = project

    def set_extent(self, extent: QRectF) -> None:
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
        room = QRectF(painter.viewport() if widget is None else widget.rect())
        project = _on_screen(self._project, painter.worldTransform())
        painter.save()
        painter.resetTransform()
        paint_drawing(
            painter,
            self._drawing,
            project,
            scale=screen_scale(room),
            fill_strength=self._fill_strength,
            selected=self.selected,
            bounds=room.adjusted(4, 4, -4, -4),
            memory=self._memory,
        )
        painter.restore()


def screen_scale(room: QRectF) -> float:
    """Full-size type in a view of usual size, smaller in a small one, where it would hide the table."""
    return min(1.0, max(0.75, min(room.width(), room.height()) / 480.0))


def _on_screen(project: Projection, view: QTransform) -> Projection:
    """The views only scale and shift, so two numbers an axis carry a projection on to the screen."""

    def projected(points_mm: MatPoints) -> Floats:
        return project(points_mm) * (view.m11(), view.m22()) + (view.dx(), view.dy())

    return projected

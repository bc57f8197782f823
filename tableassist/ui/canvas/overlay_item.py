"""The drawing as an item of a view, in screen pixels: at any zoom lines keep their width and labels their size."""

from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QPainter, QTransform
from PyQt6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from tableassist.overlay.drawing import Drawing
from tableassist.ui.canvas.overlay_layer import LayerView, OverlayLayer
from tableassist.ui.painting.projection import Projection


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

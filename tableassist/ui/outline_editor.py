"""Draw the outline of a piece over its picture."""

import numpy as np
from PyQt6.QtCore import QPointF, QRectF, Qt, pyqtSignal
from PyQt6.QtGui import QBrush, QColor, QKeyEvent, QKeySequence, QMouseEvent, QPainterPath, QPen, QPixmap, QShortcut
from PyQt6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGraphicsEllipseItem,
    QGraphicsItem,
    QGraphicsPathItem,
    QPushButton,
    QWidget,
)

from tableassist.geometry import PiecePoints
from tableassist.messages import tr
from tableassist.pieces import Point
from tableassist.ui.canvas.zoom_view import ZoomView
from tableassist.ui.painting.projection import image_from_bgr
from tableassist.ui.shell.application import make_application
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.plain import PlainLabel, title_text
from tableassist.vision.camera.frame import Image
from tableassist.vision.outline.edit import (
    Outline,
    OutlineHistory,
    added,
    is_simple,
    moved,
    nearest_edge,
    nearest_point,
    outline_of,
    removed,
)
from tableassist.vision.outline.trace import TracedOutline, patch_picture

_HANDLE_PX = 4.0
_GRASP_PX = 9.0
_LINE, _CHOSEN, _WRONG = QColor("#F0E442"), QColor("#FFFFFF"), QColor("#FF5A5A")


class OutlineCanvas(ZoomView):
    """Drag moves a point, double click on the line adds one, Del takes the chosen one away."""

    changed = pyqtSignal()

    def __init__(self, picture: Image, half_mm: float, outline: Outline, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.history = OutlineHistory(outline)
        self.chosen: int | None = None
        self._half_mm = half_mm
        self._scale = picture.shape[1] / (2 * half_mm)
        self._dragged: Outline | None = None
        self.shown.addPixmap(QPixmap.fromImage(image_from_bgr(picture)))
        self._under, self._line = QGraphicsPathItem(), QGraphicsPathItem()
        self._handles: list[QGraphicsEllipseItem] = []
        for item in (self._under, self._line):
            self.shown.addItem(item)
        whole = QRectF(0, 0, picture.shape[1], picture.shape[0])
        self.set_room(whole)
        self.set_content(whole)
        self.setMouseTracking(True)
        self._redraw()

    @property
    def outline(self) -> Outline:
        """As it looks now, even half-way through a drag."""
        return self.history.now if self._dragged is None else self._dragged

    def undo(self) -> None:
        self._set_history(self.history.undone())

    def redo(self) -> None:
        self._set_history(self.history.redone())

    def remove_chosen(self) -> None:
        if self.chosen is not None:
            self._set_history(self.history.done(removed(self.history.now, self.chosen)))

    def scene_from_piece(self, point: Point) -> QPointF:
        return QPointF((point[0] + self._half_mm) * self._scale, (self._half_mm - point[1]) * self._scale)

    def piece_from_scene(self, place: QPointF) -> Point:
        return place.x() / self._scale - self._half_mm, self._half_mm - place.y() / self._scale

    def mousePressEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            index = nearest_point(self.history.now, self._piece_point(event), self._grasp_mm())
            self.chosen = index
            self._redraw()
            if index is not None:
                self._dragged = self.history.now
                event.accept()
                return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if event is None or self._dragged is None or self.chosen is None:
            super().mouseMoveEvent(event)
            return
        self._dragged = moved(self._dragged, self.chosen, self._piece_point(event))
        self._redraw()
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        if self._dragged is None:
            super().mouseReleaseEvent(event)
            return
        dragged, self._dragged, chosen = self._dragged, None, self.chosen
        self._set_history(self.history.done(dragged))
        self.chosen = chosen
        self._redraw()
        if event is not None:
            event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:  # noqa: N802
        spot = None if event is None else nearest_edge(self.history.now, self._piece_point(event), self._grasp_mm())
        if event is None or spot is None:
            super().mouseDoubleClickEvent(event)
            return
        self._set_history(self.history.done(added(self.history.now, *spot)))
        self.chosen = spot[0] % len(self.history.now)
        self._redraw()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent | None) -> None:  # noqa: N802
        if event is not None and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_chosen()
            event.accept()
            return
        super().keyPressEvent(event)

    def _piece_point(self, event: QMouseEvent) -> Point:
        return self.piece_from_scene(self.mapToScene(event.position().toPoint()))

    def _grasp_mm(self) -> float:
        return _GRASP_PX / float(max(self.transform().m11() * self._scale, 1e-9))

    def _set_history(self, history: OutlineHistory) -> None:
        self.history = history
        self.chosen = None
        self._redraw()
        self.changed.emit()

    def _redraw(self) -> None:
        path = QPainterPath()
        places = [self.scene_from_piece(point) for point in self.outline]
        path.moveTo(places[0])
        for place in places[1:]:
            path.lineTo(place)
        path.closeSubpath()
        ink = _LINE if is_simple(self.outline) else _WRONG
        for item, colour, width in ((self._under, QColor("#000000"), 3.5), (self._line, ink, 1.6)):
            pen = QPen(colour, width)
            pen.setCosmetic(True)
            item.setPen(pen)
            item.setPath(path)
        self._draw_handles(places, ink)

    def _draw_handles(self, places: list[QPointF], ink: QColor) -> None:
        while len(self._handles) < len(places):
            handle = QGraphicsEllipseItem(-_HANDLE_PX, -_HANDLE_PX, 2 * _HANDLE_PX, 2 * _HANDLE_PX)
            handle.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
            handle.setPen(QPen(QColor("#000000"), 1.2))
            self.shown.addItem(handle)
            self._handles.append(handle)
        for index, handle in enumerate(self._handles):
            handle.setVisible(index < len(places))
            if index < len(places):
                handle.setPos(places[index])
                handle.setBrush(QBrush(_CHOSEN if index == self.chosen else ink))
                handle.setScale(1.6 if index == self.chosen else 1.0)


_ROOM_MM = 10.0
_PX_PER_MM = 8.0


class OutlineEditor(QDialog):
    def __init__(
        self, name: str, picture: Image, half_mm: float, outline: Outline, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title_text(tr("Outline of {name}", name=name)))
        self.canvas = OutlineCanvas(picture, half_mm, outline, self)
        self.caption = PlainLabel(look="caption")
        keys = tr(
            "Drag a point to move it · double click on the line adds one · Del removes the chosen one · wheel zooms"
        )
        hint = PlainLabel(keys, look="caption", wraps=True)
        self.undo_button, self.redo_button = QPushButton(tr("Undo")), QPushButton(tr("Redo"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        save = buttons.button(QDialogButtonBox.StandardButton.Save)
        assert save is not None
        self.save_button = save
        # Return in the middle of an edit must not close the window.
        for button in (self.undo_button, self.redo_button):
            button.setAutoDefault(False)
        below = row(self.undo_button, self.redo_button, (self.caption, 1), buttons)
        column((self.canvas, 1), hint, below, on=self)
        self.undo_button.clicked.connect(self.canvas.undo)
        self.redo_button.clicked.connect(self.canvas.redo)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self, self.canvas.undo)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Redo), self, self.canvas.redo)
        self.canvas.changed.connect(self._show_state)
        self._show_state()
        self.resize(900, 760)

    def _show_state(self) -> None:
        history = self.canvas.history
        simple = is_simple(history.now)
        self.undo_button.setEnabled(bool(history.past))
        self.redo_button.setEnabled(bool(history.future))
        self.save_button.setEnabled(simple)
        size = np.ptp(np.array(history.now), axis=0)
        words = tr(
            "{count} points, {long_mm:.1f} × {wide_mm:.1f} mm",
            count=len(history.now),
            long_mm=float(size[0]),
            wide_mm=float(size[1]),
        )
        self.caption.setText(words if simple else tr("The outline crosses itself: move a point back before saving"))


def edit_outline(name: str, traced: TracedOutline, *, z_mm: float) -> PiecePoints | None:
    """Opens the window and waits; None where the person cancels. The same points where nothing was changed."""
    make_application()
    half_mm = float(np.abs(traced.points).max()) + _ROOM_MM
    picture = patch_picture(traced.views[0], half_mm, z_mm=z_mm, px_per_mm=_PX_PER_MM)
    start = outline_of(traced.points)
    editor = OutlineEditor(name, picture, half_mm, start)
    if editor.exec() != QDialog.DialogCode.Accepted:
        return None
    now = editor.canvas.history.now
    return traced.points if now == start else PiecePoints(np.array(now))

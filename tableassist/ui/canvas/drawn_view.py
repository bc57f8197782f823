"""What both views of the table share: the drawing, another on top of it, the selected piece, and picking one."""

from PyQt6.QtCore import QEvent, QPointF
from PyQt6.QtGui import QHelpEvent
from PyQt6.QtWidgets import QWidget

from tableassist.messages import say
from tableassist.overlay.drawing import Drawing
from tableassist.ui.canvas.overlay_item import OverlayItem
from tableassist.ui.canvas.picking import piece_at
from tableassist.ui.canvas.zoom_view import ZoomView
from tableassist.ui.painting.projection import Projection
from tableassist.ui.session.selection import Selection
from tableassist.ui.widgets.plain_text import set_tip

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

"""What both views of the table share: the drawing, another on top of it, the selected piece, and picking one."""

from PyQt6.QtCore import QPointF
from PyQt6.QtWidgets import QWidget

from tableassist.overlay.drawing import Drawing
from tableassist.ui.canvas.overlay_item import OverlayItem
from tableassist.ui.canvas.picking import piece_at
from tableassist.ui.canvas.zoom_view import ZoomView
from tableassist.ui.painting.projection import Projection
from tableassist.ui.session.selection import Selection

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

    def _mark(self, piece: str | None) -> None:
        self._overlay.selected = piece
        self.repaint_soon()

    def _pick(self, place: QPointF) -> None:
        if self._drawing is not None and self._project is not None:
            reach = PICK_REACH_PX / self._scale_now()
            self._selection.choose(piece_at(self._drawing, (place.x(), place.y()), self._project, reach=reach))

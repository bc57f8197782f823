"""The camera's picture with the drawing over it."""

from PyQt6.QtCore import QPointF
from PyQt6.QtWidgets import QWidget

from tableassist.overlay.drawing import Drawing
from tableassist.ui.overlay_item import OverlayItem, PictureItem
from tableassist.ui.picking import piece_at
from tableassist.ui.pixels import image_from_bgr
from tableassist.ui.projection import Projection, on_pixel_corners
from tableassist.ui.selection import Selection
from tableassist.ui.zoom_view import ZoomView
from tableassist.vision.frame import Image

PICK_REACH_PX = 10.0
"""On the screen: ships are small and their sails lean out of their outline on the mat."""


class PictureView(ZoomView):
    def __init__(self, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._selection = selection
        self._picture = PictureItem()
        self._overlay = OverlayItem(fill_strength=0.6)
        self._drawing: Drawing | None = None
        self._project: Projection | None = None
        self.shown.addItem(self._picture)
        self.shown.addItem(self._overlay)
        self.clicked.connect(self._pick)
        selection.changed.connect(self._mark)

    def show_frame(self, image: Image, drawing: Drawing | None, image_from_mat: Projection | None) -> None:
        """Without a projection the picture is shown bare: a drawing in the wrong place would be a lie."""
        self._picture.show_image(image_from_bgr(image))
        self._drawing = drawing
        self._project = None if image_from_mat is None else on_pixel_corners(image_from_mat)
        self._overlay.show_drawing(self._drawing, self._project)
        self._overlay.set_extent(self._picture.boundingRect())
        self.set_content(self._picture.boundingRect())
        self.repaint_soon()

    def _mark(self, piece: str | None) -> None:
        self._overlay.selected = piece
        self.repaint_soon()

    def _pick(self, place: QPointF) -> None:
        if self._drawing is None or self._project is None:
            return
        reach = PICK_REACH_PX / self.transform().m11()
        self._selection.choose(piece_at(self._drawing, (place.x(), place.y()), self._project, reach=reach))

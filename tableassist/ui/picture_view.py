"""The camera's picture with the drawing over it."""

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import QWidget

from tableassist.overlay.drawing import Drawing
from tableassist.ui import inks
from tableassist.ui.overlay_item import OverlayItem, PictureItem
from tableassist.ui.picking import piece_at
from tableassist.ui.pixels import image_from_bgr
from tableassist.ui.projection import Projection, mat_extent, on_pixel_corners
from tableassist.ui.selection import Selection
from tableassist.ui.zoom_view import ZoomView
from tableassist.vision.frame import Image

PICK_REACH_PX = 10.0
"""On the screen: ships are small and their sails lean out of their outline on the mat."""

_MAT_MARGIN = 0.03


class PictureView(ZoomView):
    def __init__(self, mat_size_mm: tuple[float, float], selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mat_size_mm = mat_size_mm
        self._selection = selection
        self._fits_mat = True
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
        self._choose_content()
        self.repaint_soon()

    def fit_to_mat(self, wanted: bool) -> None:
        """Whether fitting shows the mat, as large as it goes, or the whole picture."""
        self._fits_mat = wanted
        self._choose_content()
        self.fit()

    def _choose_content(self) -> None:
        whole = self._picture.boundingRect()
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
        painter.drawText(port.rect(), Qt.AlignmentFlag.AlignCenter, "Waiting for the camera’s first picture…")
        painter.restore()

    def _mark(self, piece: str | None) -> None:
        self._overlay.selected = piece
        self.repaint_soon()

    def _pick(self, place: QPointF) -> None:
        if self._drawing is None or self._project is None:
            return
        reach = PICK_REACH_PX / self.transform().m11()
        self._selection.choose(piece_at(self._drawing, (place.x(), place.y()), self._project, reach=reach))

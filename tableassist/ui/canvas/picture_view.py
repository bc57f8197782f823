"""The camera's picture with the drawing over it."""

import numpy as np
from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter
from PyQt6.QtWidgets import QWidget

from tableassist.geometry import ImagePoints, MatPoints
from tableassist.messages import tr
from tableassist.overlay.drawing import Drawing, Ink, Point, Stroke
from tableassist.ui.canvas.drawn_view import DrawnView
from tableassist.ui.canvas.picture_item import PictureItem
from tableassist.ui.painting import inks
from tableassist.ui.painting.projection import OnPixelCorners, Projection, Unprojection, mat_extent, project_strokes
from tableassist.ui.session.selection import Selection
from tableassist.vision.camera.frame import Image

_MAT_MARGIN = 0.03


class PictureView(DrawnView):
    def __init__(self, mat_size_mm: tuple[float, float], selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(selection, 0.6, parent)
        self._mat_size_mm = mat_size_mm
        self._fits_mat = True
        self._whole = QRectF()
        self._picture = PictureItem()
        self._mat_from_image: Unprojection | None = None
        for item in (self._picture, self._overlay, self._above):
            self.shown.addItem(item)

    def show_frame(
        self,
        image: Image,
        drawing: Drawing | None,
        image_from_mat: Projection | None,
        mat_from_image: Unprojection | None = None,
    ) -> None:
        """Without a projection the picture is shown bare: a drawing in the wrong place would be a lie. Without the way
        back a tool does not work over the picture."""
        self._picture.show_picture(image)
        self._drawing = drawing
        project = None if image_from_mat is None else OnPixelCorners(image_from_mat)
        moved = project != self._project
        self._project = project
        self._mat_from_image = mat_from_image
        self._overlay.show_drawing(self._drawing, self._project)
        self._above.show_drawing(self._on_top, self._project)
        whole = self._picture.boundingRect()
        if moved or whole != self._whole:
            self._whole = whole
            self._overlay.set_extent(whole)
            self._above.set_extent(whole)
            self._choose_content()
        self.repaint_soon()

    def show_place(self, points_mm: tuple[Point, ...], margin_mm: float) -> None:
        """Zooms to a place on the mat, with some room around it."""
        if self._project is None or not points_mm:
            return
        (low_x, low_y), (high_x, high_y) = (tuple(f(each) for each in zip(*points_mm, strict=True)) for f in (min, max))
        left, right, low, high = low_x - margin_mm, high_x + margin_mm, low_y - margin_mm, high_y + margin_mm
        corners = ((left, low), (right, low), (right, high), (left, high))
        (rim,) = project_strokes((Stroke(corners, Ink.EVIDENCE, closed=True, filled=False, piece=None),), self._project)
        if np.isfinite(rim).all():
            low_corner, high_corner = rim.min(axis=0).tolist(), rim.max(axis=0).tolist()
            self.show_area(QRectF(QPointF(*low_corner), QPointF(*high_corner)))

    def mat_places(self, places: list[QPointF]) -> list[tuple[float, float]] | None:
        if self._mat_from_image is None or self._project is None:
            return None
        # Qt's pixels begin at their corner, the chain's at their centre.
        pixels = ImagePoints(np.array([(place.x() - 0.5, place.y() - 0.5) for place in places]))
        on_mat: MatPoints = self._mat_from_image(pixels)
        return [(x, y) for x, y in on_mat.tolist()]

    def fit_to_mat(self, wanted: bool) -> None:
        """Whether fitting shows the mat, as large as it goes, or the whole picture."""
        self._fits_mat = wanted
        self._choose_content()
        self.fit()

    def _choose_content(self) -> None:
        whole = self._whole
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
        painter.drawText(port.rect(), Qt.AlignmentFlag.AlignCenter, tr("Waiting for the camera’s first picture…"))
        painter.restore()

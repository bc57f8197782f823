"""The camera's picture with the drawing on it, as an image for a file or a video."""

from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QFontMetricsF, QImage, QPainter

from tableassist.overlay.drawing import Drawing
from tableassist.ui.painting import inks
from tableassist.ui.painting.label_images import label_font
from tableassist.ui.painting.labels import LabelCache
from tableassist.ui.painting.painter import paint_drawing
from tableassist.ui.painting.pixels import image_from_bgr
from tableassist.ui.painting.projection import OnPixelCorners, Projection
from tableassist.vision.camera.frame import Image


def annotated_image(
    frame_image: Image,
    drawing: Drawing,
    project: Projection | None,
    caption: str | None = None,
    *,
    selected: str | None = None,
    cache: LabelCache | None = None,
) -> QImage:
    """`project` is the registration's `image_from_mat`; None paints no drawing, only the caption."""
    image = image_from_bgr(frame_image)
    # Type and lines for a picture that people will see about as large as a 1080p screen.
    scale = max(0.6, min(image.width() / 1500.0, image.height() / 850.0))
    painter = QPainter(image)
    if project is not None:
        placing = OnPixelCorners(project)
        paint_drawing(painter, drawing, placing, scale=scale, selected=selected, cache=cache)
    if caption:
        _paint_caption(painter, caption, width=image.width(), height=image.height(), scale=scale)
    painter.end()
    return image


def _paint_caption(painter: QPainter, caption: str, *, width: int, height: int, scale: float) -> None:
    font = label_font(1.15 * scale, bold=False)
    metrics = QFontMetricsF(font)
    band = metrics.height() + 10.0 * scale
    strip = QRectF(0, height - band, width, band)
    painter.fillRect(strip, inks.colour(inks.CASING, 0.78))
    painter.setFont(font)
    painter.setPen(inks.colour(inks.PALE))
    inner = strip.adjusted(10 * scale, 0, -10 * scale, 0)
    text = metrics.elidedText(caption, Qt.TextElideMode.ElideRight, inner.width())
    painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)

"""The camera's picture with the drawing on it, as an image for a file or a video."""

from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QFontMetricsF, QImage, QPainter

from tableassist.overlay.drawing import Drawing
from tableassist.ui.painting import inks
from tableassist.ui.painting.labels import LabelCache, label_font
from tableassist.ui.painting.painter import paint_drawing
from tableassist.ui.painting.pixels import image_from_bgr, to_bgr
from tableassist.ui.painting.projection import OnPixelCorners, Projection
from tableassist.vision.camera.frame import Image

__all__ = ["annotated_image", "picture_scale", "to_bgr"]


def picture_scale(width_px: int, height_px: int) -> float:
    """Type and lines for a picture that people will see about as large as a 1080p screen."""
    return max(0.6, min(width_px / 1500.0, height_px / 850.0))


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
    scale = picture_scale(image.width(), image.height())
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

"""Pictures for a file or a video: the camera's with the drawing on it, the plan, or both side by side."""

from PyQt6.QtCore import QPoint, QRectF, Qt
from PyQt6.QtGui import QColor, QFontMetricsF, QImage, QPainter

from tableassist.judging.views import TableDrawing
from tableassist.messages import tr
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.table_state import TableState
from tableassist.ui.painting import inks
from tableassist.ui.painting.label_images import label_font
from tableassist.ui.painting.labels import LabelCache
from tableassist.ui.painting.painter import paint_drawing
from tableassist.ui.painting.pixels import image_from_bgr, to_bgr
from tableassist.ui.painting.plan_picture import plan_image
from tableassist.ui.painting.projection import OnPixelCorners, Projection
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.registration.mat_layout import MatLayout

_PLAN_WIDTH_PX = 1200


def camera_image(
    frame: Frame,
    state: TableState,
    drawing: Drawing,
    *,
    selected: str | None,
    caption: str | None = None,
    labels: LabelCache | None = None,
) -> QImage:
    project = None if state.registration is None else state.registration.image_from_mat
    words = caption_of(frame, state) if caption is None else caption
    return annotated_image(frame.image, drawing, project, words, selected=selected, cache=labels)


def overhead_image(
    frame: Frame,
    state: TableState,
    drawing: Drawing,
    mat: MatLayout,
    *,
    selected: str | None,
    title: str | None = None,
    footer: str | None = None,
    width_px: int = _PLAN_WIDTH_PX,
) -> QImage:
    title = tr("Plan, frame {number}", number=frame.number) if title is None else title
    footer = caption_of(frame, state) if footer is None else footer
    return plan_image(drawing, (mat.width_mm, mat.height_mm), width_px, title, footer, selected=selected)


class PicturePainter:
    """As `matches.Painter`. `steady`: names keep their places from picture to picture, as in a film."""

    def __init__(self, *, steady: bool = False) -> None:
        self._labels = LabelCache() if steady else None
        self._drawings = TableDrawing()

    def camera(
        self,
        frame: Frame,
        state: TableState,
        mat: MatLayout,
        *,
        selected: str | None = None,
        caption: str | None = None,
    ) -> Image:
        drawing = self._drawings.of(state, mat, selected)
        return to_bgr(camera_image(frame, state, drawing, selected=selected, caption=caption, labels=self._labels))

    def plan(
        self,
        frame: Frame,
        state: TableState,
        mat: MatLayout,
        *,
        selected: str | None = None,
        title: str | None = None,
        footer: str | None = None,
        width_px: int = _PLAN_WIDTH_PX,
    ) -> Image:
        drawing, words = self._drawings.of(state, mat, selected), {"title": title, "footer": footer}
        return to_bgr(overhead_image(frame, state, drawing, mat, selected=selected, **words, width_px=width_px))


def side_by_side(left: QImage, right: QImage) -> QImage:
    """The right one is brought to the left one's height."""
    fitted = right.scaledToHeight(left.height(), Qt.TransformationMode.SmoothTransformation)
    both = QImage(left.width() + fitted.width(), left.height(), QImage.Format.Format_RGB32)
    both.fill(QColor("#10161C"))
    painter = QPainter(both)
    painter.drawImage(QPoint(0, 0), left)
    painter.drawImage(QPoint(left.width(), 0), fitted)
    painter.end()
    return both


def caption_of(frame: Frame, state: TableState) -> str:
    """The line under it."""
    registration = state.registration
    if registration is None:
        mat = tr("Mat not seen")
    else:
        tags, fit = len(registration.mat_tags_seen), registration.residual_px
        mat = tr("Mat tags: {tags}, fitting to {fit:.2f} pixels", tags=tags, fit=fit)
    camera = f"{frame.camera}  {frame.width_px} × {frame.height_px}"
    return "   ·   ".join((camera, tr("Picture {number}", number=frame.number), mat))


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

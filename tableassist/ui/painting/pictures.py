"""Whole pictures: the plan, and what is saved of camera and plan."""

from dataclasses import dataclass

from PyQt6.QtCore import QPoint, QRectF, Qt
from PyQt6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter

from tableassist.judging.views import TableDrawing
from tableassist.messages import tr
from tableassist.overlay.drawing import Drawing
from tableassist.pipeline.table_state import TableState
from tableassist.ui.painting import inks
from tableassist.ui.painting.label_images import label_font
from tableassist.ui.painting.labels import LabelCache
from tableassist.ui.painting.legend import Entry, inks_used, legend_rows, paint_legend
from tableassist.ui.painting.painter import paint_drawing
from tableassist.ui.painting.plan_background import paint_plan_background, paint_scale_bar
from tableassist.ui.painting.projection import OnPixelCorners, PlanProjection, Projection, image_from_bgr, to_bgr
from tableassist.vision.camera.frame import Frame, Image
from tableassist.vision.registration.mat_layout import MatLayout

PLAN_FILL = 2.2
"""Areas are tinted more strongly on the plan, where there is no picture underneath to be seen."""
_GROUND = "#10161C"


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Where everything stands on the picture."""

    scale: float
    margin: float
    mat: QRectF
    px_per_mm: float
    row_px: float
    rows: list[list[Entry]]
    height: int


def plan_image(
    drawing: Drawing,
    mat_size_mm: tuple[float, float],
    width_px: int,
    title: str | None = None,
    footer: str | None = None,
    *,
    selected: str | None = None,
    cache: LabelCache | None = None,
) -> QImage:
    sheet = _sheet(drawing, mat_size_mm, width_px, title=title, footer=footer)
    image = QImage(width_px, sheet.height, QImage.Format.Format_RGB32)
    image.fill(inks.colour(_GROUND))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(_font(sheet.scale))
    paint_plan_background(painter, sheet.mat, sheet.px_per_mm)
    painter.save()
    painter.setClipRect(sheet.mat)
    paint_drawing(
        painter, drawing, PlanProjection(sheet.mat.left(), sheet.mat.bottom(), sheet.px_per_mm),
        scale=sheet.scale, fill_strength=PLAN_FILL, selected=selected, bounds=sheet.mat, cache=cache,
    )  # fmt: skip
    painter.restore()
    _paint_words(painter, sheet, title=title, footer=footer)
    painter.end()
    return image


def _font(scale: float, *, type_px: float = 13.0, bold: bool = False) -> QFont:
    font = QFont()
    font.setPixelSize(max(6, round(type_px * scale)))
    font.setBold(bold)
    return font


def _sheet(
    drawing: Drawing,
    mat_size_mm: tuple[float, float],
    width_px: int,
    *,
    title: str | None,
    footer: str | None,
) -> _Sheet:
    scale = max(0.5, width_px / 1000.0)
    margin = 20.0 * scale
    row_px = 26.0 * scale
    inner = width_px - 2 * margin
    px_per_mm = inner / mat_size_mm[0]
    top = margin + (40.0 * scale if title else 0.0)
    mat = QRectF(margin, top, inner, mat_size_mm[1] * px_per_mm)
    bar = 100.0 * px_per_mm + 50.0 * scale
    rows = legend_rows(inks_used(drawing), _font(scale), inner - bar, scale=scale)
    below = max(1.6, len(rows)) * row_px + (30.0 * scale if footer else 0.0)
    height = round(mat.bottom() + 14.0 * scale + below + margin)
    return _Sheet(scale, margin, mat, px_per_mm, row_px, rows, height)


def _paint_words(painter: QPainter, sheet: _Sheet, *, title: str | None, footer: str | None) -> None:
    scale, mat = sheet.scale, sheet.mat
    left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    if title:
        _paint_line(painter, title, QRectF(mat.left(), sheet.margin - 6 * scale, mat.width(), 34 * scale),
                    _font(scale, type_px=20.0, bold=True), left)  # fmt: skip
    painter.setFont(_font(scale))
    top = mat.bottom() + 14.0 * scale
    paint_legend(painter, sheet.rows, mat.left(), top, row_px=sheet.row_px, scale=scale)
    length = 100.0 * sheet.px_per_mm
    paint_scale_bar(painter, mat.right() - length - 2 * scale, top + 28 * scale, sheet.px_per_mm, scale=scale)
    if footer:
        place = QRectF(mat.left(), sheet.height - sheet.margin - 18 * scale, mat.width(), 22 * scale)
        _paint_line(painter, footer, place, _font(scale, type_px=12.0), left)


def _paint_line(painter: QPainter, text: str, place: QRectF, font: QFont, alignment: Qt.AlignmentFlag) -> None:
    painter.setFont(font)
    painter.setPen(inks.colour(inks.PALE))
    short = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
    painter.drawText(place, alignment, short)


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

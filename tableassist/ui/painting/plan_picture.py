"""The overhead plan as a picture by itself: title, mat, scale bar, legend, footer."""

from dataclasses import dataclass

from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QImage, QPainter

from tableassist.overlay.drawing import Drawing
from tableassist.ui.painting import inks
from tableassist.ui.painting.labels import LabelCache
from tableassist.ui.painting.legend import Entry, inks_used, legend_rows, paint_legend
from tableassist.ui.painting.painter import paint_drawing
from tableassist.ui.painting.plan_background import paint_plan_background, paint_scale_bar
from tableassist.ui.painting.projection import PlanProjection

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

"""The plan's background: a blue mat with a faint grid of 100 mm, as on a chart."""

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QPainter, QPen

from tableassist.messages import tr
from tableassist.ui.painting import inks

PLAN_BLUE = "#173F5C"
GRID_MM = 100.0


def paint_plan_background(painter: QPainter, mat: QRectF, px_per_mm: float) -> None:
    """`mat` is the mat's rectangle in the painter's units."""
    painter.fillRect(mat, inks.colour(PLAN_BLUE))
    painter.setPen(QPen(inks.colour("#FFFFFF", 0.10), 0))
    step = GRID_MM * px_per_mm
    for n in range(1, int(mat.width() / step) + 1):
        x = mat.left() + n * step
        painter.drawLine(QPointF(x, mat.top()), QPointF(x, mat.bottom()))
    for n in range(1, int(mat.height() / step) + 1):
        y = mat.bottom() - n * step
        painter.drawLine(QPointF(mat.left(), y), QPointF(mat.right(), y))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(inks.colour("#FFFFFF", 0.45), 0))
    painter.drawRect(mat)


def paint_scale_bar(painter: QPainter, left: float, bottom: float, px_per_mm: float, *, scale: float) -> None:
    """100 mm from `left`, standing on `bottom`, with the number above."""
    length = GRID_MM * px_per_mm
    tick = 5.0 * scale
    for width, tone in ((4.5, inks.CASING), (2.0, inks.PALE)):
        painter.setPen(QPen(inks.colour(tone), width * scale))
        painter.drawLine(QPointF(left, bottom), QPointF(left + length, bottom))
        for x in (left, left + length):
            painter.drawLine(QPointF(x, bottom - tick), QPointF(x, bottom + tick))
    place = QRectF(left - 60 * scale, bottom - 24 * scale, length + 120 * scale, 18 * scale)
    painter.setPen(inks.colour(inks.PALE))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, tr("100 mm"))

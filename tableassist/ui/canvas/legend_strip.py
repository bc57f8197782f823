"""The legend as a strip under the views."""

from PyQt6.QtCore import QSize
from PyQt6.QtGui import QFont, QPainter, QPaintEvent, QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from tableassist.overlay.drawing import Drawing, Ink
from tableassist.ui.look.theme import theme_of
from tableassist.ui.painting.legend import Entry, inks_used, legend_rows, paint_legend

_ROW_PX = 23
_MARGIN_PX = 8


class LegendStrip(QWidget):
    """Grows with the inks it has met and never shrinks, so that the views above keep their size."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._shown: Drawing | None = None
        self._met: tuple[Entry, ...] = ()
        self._rows: list[list[Entry]] = []

    def show_drawing(self, drawing: Drawing) -> None:
        if drawing is self._shown:
            return
        self._shown = drawing
        used = set(inks_used(drawing))
        if not used <= set(self._met):
            words = {**dict(self._met), **dict(used)}
            self._met = tuple((ink, words[ink]) for ink in Ink if ink in words)
            self._break_rows()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(200, max(1, len(self._rows)) * _ROW_PX + 4)

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._break_rows()

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._type())
        paint_legend(
            painter, self._rows, _MARGIN_PX, 2.0, row_px=_ROW_PX, scale=0.9, tone=theme_of(self.palette()).text
        )
        painter.end()

    def _type(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(12)
        return font

    def _break_rows(self) -> None:
        rows = legend_rows(self._met, self._type(), self.width() - 2 * _MARGIN_PX, scale=0.9)
        if len(rows) != len(self._rows):
            self.updateGeometry()
        self._rows = rows
        self.update()

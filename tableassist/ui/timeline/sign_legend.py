"""What the signs on the time line stand for: those that are on it, with their names."""

from collections.abc import Collection
from typing import Final

from PyQt6.QtCore import QRectF, QSize, Qt
from PyQt6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from tableassist.messages import tr
from tableassist.ui.look.theme import theme_of
from tableassist.ui.painting import inks
from tableassist.ui.timeline.past import SignKind
from tableassist.ui.timeline.signs import LOOKS, paint_chip, sign_meaning

ROW_PX: Final = 20
CHIP_PX: Final = 24.0
GAP_PX: Final = 16.0


class SignLegend(QWidget):
    """Grows with the kinds that it has met and never shrinks, so that the views above keep their size."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kinds: tuple[SignKind, ...] = ()
        self._rows: list[list[SignKind]] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Signs on the time line"))

    def show_kinds(self, kinds: Collection[SignKind]) -> None:
        met = {*self.kinds, *kinds}
        if met != set(self.kinds):
            self.kinds = tuple(kind for kind in LOOKS if kind in met)
            self.setAccessibleDescription(", ".join(sign_meaning(kind) for kind in self.kinds))
            self._break_rows()

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(200, len(self._rows) * ROW_PX)

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._break_rows()

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._type())
        for n, row in enumerate(self._rows):
            x, middle = 0.0, (n + 0.5) * ROW_PX
            for kind in row:
                self._paint_entry(painter, kind, x, middle)
                x += self._wide_px(kind)
        painter.end()

    def _paint_entry(self, painter: QPainter, kind: SignKind, x: float, middle: float) -> None:
        paint_chip(painter, kind, QRectF(x, middle - 8.5, CHIP_PX, 17))
        painter.setPen(inks.colour(theme_of(self.palette()).text))
        at = QRectF(x + CHIP_PX + 6, middle - ROW_PX / 2, 400, ROW_PX)
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, sign_meaning(kind))

    def _wide_px(self, kind: SignKind) -> float:
        return self._metrics.horizontalAdvance(sign_meaning(kind)) + CHIP_PX + 6 + GAP_PX

    def _type(self) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(12)
        return font

    def _break_rows(self) -> None:
        self._metrics = QFontMetricsF(self._type())
        rows: list[list[SignKind]] = []
        filled = self.width() + 1.0
        for kind in self.kinds:
            if filled + self._wide_px(kind) - GAP_PX > self.width():
                rows.append([])
                filled = 0.0
            rows[-1].append(kind)
            filled += self._wide_px(kind)
        if len(rows) != len(self._rows):
            self._rows = rows
            self.updateGeometry()
        self._rows = rows
        self.update()

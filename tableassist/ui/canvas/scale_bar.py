"""How long so many millimetres are on the plan: beside its caption, where it hides nothing."""

from typing import Final

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QSizePolicy, QWidget

from tableassist.messages import tr
from tableassist.ui.look.theme import theme_of

LENGTHS_MM: Final = (500, 200, 100, 50, 20, 10, 5, 2, 1)
MOST_PX: Final = 110.0
_WORDS_PX: Final = 72
_TICK_PX: Final = 4.0


class ScaleBar(QWidget):
    """The longest of a few round lengths that there is room for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._px_per_mm = 0.0
        self.length_mm = 0

    def show_scale(self, px_per_mm: float) -> None:
        if px_per_mm != self._px_per_mm:
            self._px_per_mm = px_per_mm
            self.length_mm = next((each for each in LENGTHS_MM if each * px_per_mm <= MOST_PX), LENGTHS_MM[-1])
            self.setAccessibleName(tr("Scale: {px:.0f} pixels are {mm} mm", px=self.length_px, mm=self.length_mm))
            self.update()

    @property
    def length_px(self) -> float:
        return self.length_mm * self._px_per_mm

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(round(MOST_PX) + _WORDS_PX, 18)

    def paintEvent(self, event: QPaintEvent | None) -> None:  # noqa: N802, ARG002
        if not self.length_mm:
            return
        painter = QPainter(self)
        tone = QColor(theme_of(self.palette()).quiet_text)
        painter.setPen(QPen(tone, 1.6))
        right, middle = self.width() - float(_WORDS_PX), self.height() / 2
        left = right - self.length_px
        painter.drawLine(QPointF(left, middle), QPointF(right, middle))
        for x in (left, right):
            painter.drawLine(QPointF(x, middle - _TICK_PX), QPointF(x, middle + _TICK_PX))
        words = QRectF(right + 6.0, 0.0, _WORDS_PX - 6.0, float(self.height()))
        centred = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(words, centred, tr("{mm} mm", mm=self.length_mm))
        painter.end()

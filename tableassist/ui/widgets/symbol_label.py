"""A verdict's sign, as large as a line of big type."""

from PyQt6.QtCore import QPointF, Qt
from PyQt6.QtGui import QPainter, QPixmap
from PyQt6.QtWidgets import QLabel, QWidget

from tableassist.overlay.drawing import Symbol
from tableassist.ui.painting.symbols import paint_symbol


class SymbolLabel(QLabel):
    def __init__(self, parent: QWidget | None = None, *, side_px: int = 44) -> None:
        super().__init__(parent)
        self._side_px = side_px
        self.symbol: Symbol | None = None
        self.show_symbol(None)

    def show_symbol(self, symbol: Symbol | None) -> None:
        self.symbol = symbol
        self.setVisible(symbol is not None)
        if symbol is None:
            return
        # Drawn at twice its size, so that it is sharp on a fine screen too.
        picture = QPixmap(2 * self._side_px, 2 * self._side_px)
        picture.setDevicePixelRatio(2.0)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        half = self._side_px / 2
        paint_symbol(painter, symbol, QPointF(half, half), half - 1)
        painter.end()
        self.setPixmap(picture)

"""Small pictures as labels: the sign of a verdict, and a QR code."""

from typing import Final

import numpy as np
import segno
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage, QPixmap
from PyQt6.QtWidgets import QWidget

from tableassist.overlay.drawing import Symbol
from tableassist.ui.painting.symbols import symbol_pixmap
from tableassist.ui.widgets.plain import PictureLabel

_SIDE_PX = 44


class SymbolLabel(PictureLabel):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.symbol: Symbol | None = None
        self.show_symbol(None)

    def show_symbol(self, symbol: Symbol | None) -> None:
        self.symbol = symbol
        self.setVisible(symbol is not None)
        if symbol is not None:
            # Drawn at twice its size, so that it is sharp on a fine screen too.
            self.setPixmap(symbol_pixmap(symbol, _SIDE_PX, ratio=2.0))


QUIET_MODULES: Final = 4
"""White around it, as readers need."""
MODULE_PX: Final = 4


class QrCode(PictureLabel):
    def __init__(self) -> None:
        super().__init__()
        self.says = ""

    def show_text(self, text: str) -> None:
        if text == self.says:
            return
        self.says = text
        if not text:
            self.clear()
            return
        self.setPixmap(_pixmap(text))
        self.setFixedSize(self.sizeHint())


def _pixmap(text: str) -> QPixmap:
    rows = segno.make(text, error="m", micro=False).matrix
    modules = np.where(np.array([list(row) for row in rows], dtype=bool), 0, 255).astype(np.uint8)
    padded = np.pad(modules, QUIET_MODULES, constant_values=255)
    high, wide = padded.shape
    image = QImage(padded.tobytes(), wide, high, wide, QImage.Format.Format_Grayscale8)
    size = image.size() * MODULE_PX
    return QPixmap.fromImage(image.scaled(size, transformMode=Qt.TransformationMode.FastTransformation))

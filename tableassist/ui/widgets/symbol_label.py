"""A verdict's sign, as large as a line of big type."""

from PyQt6.QtWidgets import QWidget

from tableassist.overlay.drawing import Symbol
from tableassist.ui.painting.symbols import symbol_pixmap
from tableassist.ui.widgets.plain_label import PictureLabel

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

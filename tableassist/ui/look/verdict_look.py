"""A verdict as it looks in lists: a symbol, a word and a tone, never a tone alone."""

from functools import lru_cache
from typing import Final

from PyQt6.QtGui import QColor, QIcon, QPalette

from tableassist.judging.views import SYMBOLS
from tableassist.rulebook import Verdict
from tableassist.ui.painting import inks
from tableassist.ui.painting.symbols import symbol_pixmap

_ON_DARK: Final = {
    Verdict.YES: "#7CC7F2",
    Verdict.NO: "#F2905E",
    Verdict.TOO_CLOSE: inks.YELLOW,
    Verdict.NOT_SEEN: "#B9C3CB",
}
_ON_LIGHT: Final = {
    Verdict.YES: "#0B5C91",
    Verdict.NO: "#A33A00",
    Verdict.TOO_CLOSE: "#6B5F00",
    Verdict.NOT_SEEN: "#4C5862",
}
_ICON_PX: Final = 40


def tone(verdict: Verdict, palette: QPalette) -> QColor:
    """Readable on the palette's ground."""
    is_dark = palette.color(QPalette.ColorRole.Base).lightness() < 128
    return QColor((_ON_DARK if is_dark else _ON_LIGHT)[verdict])


@lru_cache(maxsize=8)
def verdict_icon(verdict: Verdict) -> QIcon:
    pixmap = symbol_pixmap(SYMBOLS[verdict], _ICON_PX)
    icon = QIcon(pixmap)
    # Without this Qt dims the icon of a selected row.
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon

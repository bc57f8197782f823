"""Rows of rulings as Qt wants them."""

from typing import Any, Final

from PyQt6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPointF, Qt
from PyQt6.QtGui import QColor, QFont, QIcon, QPainter, QPixmap

from tableassist.overlay.drawing import Symbol
from tableassist.rules.ruling import Verdict
from tableassist.ui import inks
from tableassist.ui.ruling_rows import WORDS, RulingKey, RulingRow
from tableassist.ui.symbols import paint_symbol

HEADINGS: Final = ("Verdict", "Question", "Ship", "Target", "Measured (± 99 %)", "Why", "Rulebook")
SYMBOLS: Final = {
    Verdict.YES: Symbol.YES,
    Verdict.NO: Symbol.NO,
    Verdict.TOO_CLOSE: Symbol.TOO_CLOSE,
    Verdict.NOT_SEEN: Symbol.NOT_SEEN,
}
_TONES: Final = {
    Verdict.YES: "#7CC7F2",
    Verdict.NO: "#F2905E",
    Verdict.TOO_CLOSE: inks.YELLOW,
    Verdict.NOT_SEEN: "#B9C3CB",
}
_ICON_PX: Final = 40
_NO_PARENT: Final = QModelIndex()


class RulingModel(QAbstractTableModel):
    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[RulingRow, ...] = ()
        self._icons = {verdict: _icon(symbol) for verdict, symbol in SYMBOLS.items()}
        self._bold = QFont()
        self._bold.setBold(True)

    def keys(self) -> list[RulingKey]:
        return [row.key for row in self._rows]

    def full_text(self, number: int) -> str:
        """A whole row in one line, for where the columns are too narrow."""
        return "   ·   ".join(_texts(self._rows[number]))

    def show_rows(self, rows: tuple[RulingRow, ...]) -> bool:
        """Changes only what changed; True if rows came, went or moved, so that a view must find its place."""
        old = self._rows
        if rows == old:
            return False
        if [row.key for row in rows] != self.keys():
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
            return True
        self._rows = rows
        for number, (before, after) in enumerate(zip(old, rows, strict=True)):
            if before != after:
                self.dataChanged.emit(self.index(number, 0), self.index(number, len(HEADINGS) - 1))
        return False

    def rowCount(self, parent: QModelIndex = _NO_PARENT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = _NO_PARENT) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(HEADINGS)

    def headerData(  # noqa: N802
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return HEADINGS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return _texts(row)[index.column()]
        if index.column() != 0:
            return None
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icons[row.verdict]
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(_TONES[row.verdict])
        return self._bold if role == Qt.ItemDataRole.FontRole else None


def _texts(row: RulingRow) -> tuple[str, ...]:
    return (
        WORDS[row.verdict], row.question, row.subject, row.target, row.measured, row.reason, row.citation,
    )  # fmt: skip


def _icon(symbol: Symbol) -> QIcon:
    pixmap = QPixmap(_ICON_PX, _ICON_PX)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_symbol(painter, symbol, QPointF(_ICON_PX / 2, _ICON_PX / 2), _ICON_PX / 2 - 1)
    painter.end()
    icon = QIcon(pixmap)
    # Without this Qt dims the icon of a selected row.
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon

"""The table of rulings. Its title, for the dock around it, says whose they are."""

from collections.abc import Mapping

from PyQt6.QtCore import QItemSelectionModel, QSize, Qt, QTimer
from PyQt6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from tableassist.rules.ruling import Ruling
from tableassist.ui.ruling_model import RulingModel
from tableassist.ui.ruling_rows import RulingKey, rows_for
from tableassist.ui.theme import SPACE_PX

UPDATE_EVERY_MS = 200
"""Nobody reads a number that changes thirty times a second."""
_WIDEST = (
    "NOT SEEN ABCDE",
    "Line of fire, cannon 3",
    "HMS Dreadnought II",
    "HMS Dreadnought II",
    "115.2 ± 0.6 mm of 115.0 mm",
    "",
    "complete, Move Action (Docking)",
)
"""What each column must hold unclipped; the reason takes what is left."""
_PADDING_PX = 22
_REASON = 5


class RulingPanel(QWidget):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rulings: tuple[Ruling, ...] = ()
        self._names: Mapping[str, str] = {}
        self._selected: str | None = None
        self.model = RulingModel(self)
        self.chosen = QLabel(self)
        self.chosen.setObjectName("caption")
        self.chosen.setWordWrap(True)
        self.chosen.hide()
        self.table = _table(self.model, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACE_PX, 0, SPACE_PX, SPACE_PX)
        layout.setSpacing(4)
        layout.addWidget(self.table)
        layout.addWidget(self.chosen)
        chooser = self.table.selectionModel()
        if chooser is not None:
            chooser.currentRowChanged.connect(self._tell_chosen)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(UPDATE_EVERY_MS)
        self._soon.timeout.connect(self.update_now)
        self.update_now()

    def show_rulings(self, rulings: tuple[Ruling, ...], names: Mapping[str, str]) -> None:
        if rulings == self._rulings and names == self._names:
            return
        self._rulings = rulings
        self._names = names
        if not self._soon.isActive():
            self._soon.start()

    def select_piece(self, piece: str | None) -> None:
        """At once, since a person has clicked."""
        self._selected = piece
        self.update_now()

    def update_now(self) -> None:
        rows = rows_for(self._rulings, selected=self._selected, names=self._names)
        place = self._place()
        if self.model.show_rows(rows):
            self._return_to(place)
        self._tell_chosen()
        self.setWindowTitle(self._title(len(rows)))

    def _tell_chosen(self) -> None:
        """The chosen row in full, since its reason may be longer than its column."""
        row = self.table.currentIndex().row()
        self.chosen.setVisible(row >= 0)
        if row >= 0:
            self.chosen.setText(self.model.full_text(row))

    def _title(self, count: int) -> str:
        if self._selected is None:
            quiet = "" if count else "nothing to tell yet  ·  "
            return f"Rulings  ·  {quiet}click a ship to see all of hers"
        name = self._names.get(self._selected, self._selected)
        return f"Rulings  ·  {name}  ·  {count} ruling{'' if count == 1 else 's'}  ·  Esc shows all ships"

    def _place(self) -> tuple[RulingKey | None, int]:
        bar = self.table.verticalScrollBar()
        chosen = self.table.currentIndex()
        key = self.model.keys()[chosen.row()] if chosen.isValid() else None
        return key, 0 if bar is None else bar.value()

    def _return_to(self, place: tuple[RulingKey | None, int]) -> None:
        key, scroll = place
        keys, chooser = self.model.keys(), self.table.selectionModel()
        if key in keys and chooser is not None:
            flags = QItemSelectionModel.SelectionFlag
            index = self.model.index(keys.index(key), 0)
            chooser.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        bar = self.table.verticalScrollBar()
        if bar is not None:
            bar.setValue(scroll)


def _table(model: RulingModel, parent: QWidget) -> QTableView:
    table = QTableView(parent)
    table.setModel(model)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setAlternatingRowColors(True)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setIconSize(QSize(20, 20))
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    # Where the current cell is matters to nobody here: the row is what is read.
    table.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    rows, columns = table.verticalHeader(), table.horizontalHeader()
    if rows is not None:
        rows.hide()
        rows.setDefaultSectionSize(30)
    if columns is not None:
        columns.setHighlightSections(False)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setMinimumSectionSize(80)
        columns.setSectionResizeMode(_REASON, QHeaderView.ResizeMode.Stretch)
    for column, widest in enumerate(_WIDEST):
        if column != _REASON:
            table.setColumnWidth(column, table.fontMetrics().horizontalAdvance(widest) + _PADDING_PX)
    return table

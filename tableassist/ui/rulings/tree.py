"""The tree of rulings: summaries that open into their questions, and keep their place while rows come and go."""

from dataclasses import dataclass
from typing import Final

from PyQt6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QRect, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPalette, QResizeEvent
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from tableassist.judging.words import PairKey, verdict_word
from tableassist.messages import tr
from tableassist.ui.look import tone, verdict_icon
from tableassist.ui.rulings.model import (
    CALL,
    COLUMNS,
    MEASURED,
    RULEBOOK,
    STRUCK_ROLE,
    VERDICT_ROLE,
    WHY,
    WORD_ROLE,
    RulingModel,
)

ROW_PX = 26
_ICON_PX = 18
_GAP_PX = 7


class RulingDelegate(QStyledItemDelegate):
    """Only the first column is its own; Qt paints the others."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # noqa: N802
        return QSize(super().sizeHint(option, index).width(), ROW_PX)

    def paint(self, painter: QPainter | None, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        if painter is None or index.column() != CALL:
            super().paint(painter, option, index)
            return
        look = QStyleOptionViewItem(option)
        self.initStyleOption(look, index)
        words, look.text = look.text or "", ""
        style = look.widget.style() if look.widget is not None else QApplication.style()
        if style is not None:
            style.drawControl(QStyle.ControlElement.CE_ItemViewItem, look, painter, look.widget)
        painter.save()
        self._paint_call(painter, look, index, words)
        painter.restore()

    def _paint_call(self, painter: QPainter, look: QStyleOptionViewItem, index: QModelIndex, words: str) -> None:
        verdict, struck = index.data(VERDICT_ROLE), index.data(STRUCK_ROLE)
        room = look.rect.adjusted(4, 0, -6, 0)
        icon = QRect(room.left(), room.center().y() - _ICON_PX // 2 + 1, _ICON_PX, _ICON_PX)
        verdict_icon(verdict).paint(painter, icon)
        room.setLeft(icon.right() + _GAP_PX)
        is_selected = bool(look.state & QStyle.StateFlag.State_Selected)
        plain = look.palette.color(
            QPalette.ColorRole.HighlightedText if is_selected else QPalette.ColorRole.Text
        )  # fmt: skip
        bold = QFont(look.font)
        bold.setBold(True)
        painter.setPen(plain if is_selected else tone(verdict, look.palette))
        if struck is not None:
            gone = QFont(look.font)
            gone.setStrikeOut(True)
            room.setLeft(_write(painter, gone, room, verdict_word(struck), faint=True))
        if index.parent().isValid():
            _write(painter, bold, room, words)
            return
        room.setLeft(_write(painter, bold, room, index.data(WORD_ROLE)))
        painter.setPen(plain)
        _write(painter, look.font, room, words)


def _write(painter: QPainter, font: QFont, room: QRect, words: str, *, faint: bool = False) -> int:
    """Where the next words may begin."""
    metrics = QFontMetrics(font)
    painter.setFont(font)
    painter.setOpacity(0.65 if faint else 1.0)
    text = metrics.elidedText(words, Qt.TextElideMode.ElideRight, max(0, room.width()))
    painter.drawText(room, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), text)
    painter.setOpacity(1.0)
    return room.left() + metrics.horizontalAdvance(text) + _GAP_PX + 3


_WIDEST = (
    "NO YES by Anne ABCDEFG",
    "Line of fire, cannon 3",
    "115.2 ± 0.6 mm of 115.0 mm",
    "",
    "complete, Shoot Action 2",
)
"""What each column must hold unclipped; the reason takes what is left."""
OWN_KEYS: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down})
NO_MODIFIER: Final = Qt.KeyboardModifier.NoModifier
KEYPAD: Final = Qt.KeyboardModifier.KeypadModifier
_PADDING_PX = 14
_NARROW_PX = 860
"""Below this the reason and the rulebook are read beside the list only."""


@dataclass(frozen=True, slots=True)
class TreePlace:
    """Where a person was: what was open, what was chosen, how far down."""

    opened: frozenset[PairKey]
    chosen: tuple[PairKey, str | None] | None
    scroll: int


class RulingTree(QTreeView):
    picked = pyqtSignal(QModelIndex)
    """Clicked, or Enter was pressed on it."""

    def __init__(self, model: RulingModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rulings = model
        self._opened: set[PairKey] = set()
        self._restoring = False
        self.setModel(model)
        self.setItemDelegate(RulingDelegate(self))
        self.setAccessibleName(tr("Rulings"))
        self.setUniformRowHeights(True)
        self.setHeaderHidden(True)  # its words took the room of a ruling, and said nothing that a row does not
        self.setAlternatingRowColors(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        # Always there, so that the columns stay where they are when rows come and go.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setIconSize(QSize(18, 18))
        self.setIndentation(18)
        self._set_widths()
        self.clicked.connect(self.picked)
        self.expanded.connect(lambda index: self._opened.add(model.group(index).key))
        self.collapsed.connect(self._closed)

    def event(self, event: QEvent | None) -> bool:
        """While it has the keyboard its arrows are its own, and do not step through the match."""
        if event is not None and event.type() is QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.key() in OWN_KEYS and event.modifiers() in (NO_MODIFIER, KEYPAD):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:  # noqa: N802
        if event is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.picked.emit(self.currentIndex())
            event.accept()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: N802
        super().resizeEvent(event)
        narrow, columns = self.width() < _NARROW_PX, self.header()
        if columns is None or self.isColumnHidden(WHY) == narrow:
            return
        self.setColumnHidden(WHY, narrow)
        self.setColumnHidden(RULEBOOK, narrow)
        interactive, stretch = QHeaderView.ResizeMode.Interactive, QHeaderView.ResizeMode.Stretch
        columns.setSectionResizeMode(MEASURED, stretch if narrow else interactive)
        if not narrow:
            self._set_widths()

    def place(self) -> TreePlace:
        bar, chosen = self.verticalScrollBar(), self.currentIndex()
        where = None
        if chosen.isValid():
            question = self._rulings.ruling(chosen).id if chosen.parent().isValid() else None
            where = self._rulings.group(chosen).key, question
        return TreePlace(frozenset(self._opened), where, 0 if bar is None else bar.value())

    def return_to(self, place: TreePlace) -> None:
        """After rows came, went or moved."""
        self._restoring = True
        root = QModelIndex()
        for row in range(self._rulings.rowCount()):
            self.setFirstColumnSpanned(row, root, True)
        for key in place.opened:
            row_at = self._rulings.row_of(key)
            if row_at is not None:
                self.expand(self._rulings.index(row_at, 0))
        chooser = self.selectionModel()
        if place.chosen is not None and chooser is not None:
            index = self._rulings.index_of(*place.chosen)
            flags = QItemSelectionModel.SelectionFlag
            chooser.setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        bar = self.verticalScrollBar()
        if bar is not None:
            bar.setValue(place.scroll)
        self._restoring = False

    def _closed(self, index: QModelIndex) -> None:
        if not self._restoring:
            self._opened.discard(self._rulings.group(index).key)

    def _set_widths(self) -> None:
        columns = self.header()
        if columns is None:
            return
        columns.setStretchLastSection(False)
        columns.setMinimumSectionSize(70)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        columns.setSectionResizeMode(WHY, QHeaderView.ResizeMode.Stretch)
        for column in range(COLUMNS):
            if column != WHY:
                self.setColumnWidth(column, self.fontMetrics().horizontalAdvance(_WIDEST[column]) + _PADDING_PX)

"""The list of all acts, each to be taken back or changed, and the dialog that says one in full."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from PyQt6.QtCore import QModelIndex, QSize, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QComboBox,
    QDialog,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tableassist.messages import say, tr
from tableassist.rulebook import Log
from tableassist.ui.game.act_fields import ActField
from tableassist.ui.game.pending import JudgedAct
from tableassist.ui.game.pickers import FieldPicker
from tableassist.ui.game.words import ActLine, act_line
from tableassist.ui.look import SPACE_PX
from tableassist.ui.widgets.controls import TOUCH_PX, column, ok_and_cancel, row, scrolled, touch_button
from tableassist.ui.widgets.plain import KEPT, PlainLabel

LEAST_ROWS = 3
MOST_ACTS = 300


def act_lines(log: Log[Any], acts: Iterable[JudgedAct], names: Mapping[str, str]) -> Iterator[ActLine]:
    """In the order of saying; of a long game the last. `acts`: those that count, judged."""
    played = {each.number: each.judged for each in acts}
    for entry in log.entries[-MOST_ACTS:]:
        judged = played.get(entry.number)
        yield act_line(entry if judged is None else judged.entry, names, judged)


class ActList(QWidget):
    strike_asked = pyqtSignal(int)
    restore_asked = pyqtSignal(int)
    change_asked = pyqtSignal(int)
    insert_asked = pyqtSignal(int)
    """After this act; 0: before all others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[ActLine, ...] = ()
        self._can_change = True
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(tr("Acts"))
        self.list.setItemDelegate(TallRows(self.list))
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setMinimumHeight(LEAST_ROWS * TOUCH_PX)
        self.strike = touch_button(tr("Take back"), self._strike)
        self.change = touch_button(tr("Change…"), lambda: self.change_asked.emit(self.current))
        self.insert = touch_button(tr("Add after…"), lambda: self.insert_asked.emit(self.current))
        buttons = row(self.strike, self.change, self.insert, spacing=4)
        column((self.list, 1), buttons, on=self, margins=0, spacing=4)
        self.list.currentRowChanged.connect(lambda _row: self._refresh())
        self._refresh()

    @property
    def current(self) -> int:
        """The number of the chosen act; 0 where none is."""
        item = self.list.currentItem()
        return 0 if item is None else int(item.data(KEPT))

    def let_change(self, lets: bool) -> None:
        self._can_change = lets
        self._refresh()

    def show_acts(self, lines: tuple[ActLine, ...]) -> None:
        if lines == self._lines:
            return
        chosen, was_newest = self.current, self.list.currentRow() <= 0
        known, self._lines = self._lines, lines
        self.list.blockSignals(True)
        if lines[: len(known)] != known:
            self.list.clear()
            known = ()
        for line in lines[len(known) :]:
            self._add(line)
        at = next((n for n, line in enumerate(reversed(lines)) if line.number == chosen), 0)
        self.list.setCurrentRow(0 if was_newest else at)
        self.list.blockSignals(False)
        self._refresh()

    def _add(self, line: ActLine) -> None:
        """On top."""
        item = QListWidgetItem(f"{line.words}\n{line.more}")
        item.setData(KEPT, line.number)
        self.list.insertItem(0, item)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{line.words}. {line.more}")
        _dress(item, line)

    def _strike(self) -> None:
        line = self._line
        if line is not None:
            (self.restore_asked if line.is_struck else self.strike_asked).emit(line.number)

    @property
    def _line(self) -> ActLine | None:
        return next((each for each in self._lines if each.number == self.current), None)

    def _refresh(self) -> None:
        line = self._line
        for button in (self.strike, self.change):
            button.setEnabled(line is not None and self._can_change)
        self.insert.setEnabled(self._can_change)
        words = tr("Put back") if line is not None and line.is_struck else tr("Take back")
        self.strike.setText(words)
        self.strike.setAccessibleName(words)


def _dress(item: QListWidgetItem, line: ActLine) -> None:
    font = item.font()
    font.setStrikeOut(line.is_struck)
    font.setBold(line.is_foul)
    item.setFont(font)


class TallRows(QStyledItemDelegate):
    """Rows that a finger hits."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:  # noqa: N802
        return super().sizeHint(option, index).expandedTo(QSize(0, TOUCH_PX))


MOST_CARD = 200
FieldsOf = Callable[[type, Any], tuple[ActField, ...]]
"""Of a kind of act, from one of its kind or from nothing."""


class ActDialog(QDialog):
    """Only asks. `act`: the one to begin from; `kinds`: of acts to choose from; `card`: the card that allows it."""

    def __init__(
        self,
        fields: FieldsOf,
        act: Any = None,
        *,
        kinds: Iterable[type[Any]],
        title: str,
        people: Sequence[str],
        card: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumSize(420, 520)
        self._asked = fields
        self._from = act
        self.pickers: list[FieldPicker] = []
        self.kind = QComboBox()
        kinds = tuple(kinds)
        for kind in kinds:
            self.kind.addItem(say(kind.title), kind)
        self.card = QLineEdit(card)
        self.card.setMaxLength(MOST_CARD)
        self.card.setPlaceholderText(tr("The card's name, if its text allows it"))
        self.by = QComboBox()
        self.by.setEditable(True)
        self.by.addItems([*people, tr("Judge")])
        self.by.setCurrentText("")
        self.buttons, self.ok = ok_and_cancel(self, tr("Say it"), least_px=TOUCH_PX)
        self._fields = QWidget()
        self._column = column(on=self._fields, margins=0)
        self._lay_out()
        self.kind.activated.connect(lambda _row: self._ask())
        self.buttons.accepted.connect(self.accept)
        self.kind.setCurrentIndex(0 if act is None else kinds.index(type(act)))
        self._ask()

    @property
    def act(self) -> Any:
        values = {each.field.name: each.value for each in self.pickers}
        return self._kind(**values)

    @property
    def by_card(self) -> str:
        """The card's name; empty where no card allows it."""
        return self.card.text().strip()

    @property
    def person(self) -> str:
        return self.by.currentText().strip()

    @property
    def _kind(self) -> type:
        kind: type = self.kind.currentData()
        return kind

    def _ask(self) -> None:
        for picker in self.pickers:
            self._column.removeWidget(picker)
            picker.hide()
            picker.deleteLater()
        before = self._from if isinstance(self._from, self._kind) else None
        self.pickers = [FieldPicker(field) for field in self._asked(self._kind, before)]
        for place, picker in enumerate(self.pickers):
            picker.picked.connect(self._refresh)
            self._column.insertWidget(place, picker)
        self._refresh()

    def _refresh(self) -> None:
        self.ok.setEnabled(all(each.is_filled for each in self.pickers))

    def _lay_out(self) -> None:
        self._column.addStretch(1)
        for widget, name in (
            (self.kind, tr("What was done")),
            (self.card, tr("By card")),
            (self.by, tr("Who says so")),
        ):
            widget.setMinimumHeight(TOUCH_PX)
            widget.setAccessibleName(name)
        column(
            self.kind,
            (scrolled(self._fields), 1),
            PlainLabel(tr("By card"), look="caption"),
            self.card,
            PlainLabel(tr("Who says so"), look="caption"),
            self.by,
            self.buttons,
            on=self,
            spacing=SPACE_PX // 2,
        )

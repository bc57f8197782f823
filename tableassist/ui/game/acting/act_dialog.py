"""Asks for any act: to change one, to put one in between, or to say what no button offers; by card too."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PyQt6.QtWidgets import QComboBox, QDialog, QLineEdit, QWidget

from tableassist.messages import say, tr
from tableassist.ui.game.acting.act_fields import ActField
from tableassist.ui.game.acting.pickers import FieldPicker
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column, scrolled
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import TOUCH_PX

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

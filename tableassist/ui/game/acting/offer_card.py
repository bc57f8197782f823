"""One offer: a button, and below it what the player still has to pick."""

from collections.abc import Callable, Mapping
from typing import Any

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QFrame, QPushButton, QWidget

from tableassist.messages import sentence, tr
from tableassist.rulebook.play import Offer
from tableassist.ui.game.acting.act_fields import ActField, FieldKind
from tableassist.ui.game.acting.pickers import FieldPicker
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.wrap_button import WrapButton, touch_button

AskedFields = Callable[[Offer[Any]], tuple[ActField, ...]]
"""What the player fills in of an offer, in the words of its game."""


class OfferCard(QFrame):
    """A press makes the offer at once where nothing is to be picked but dice; else it opens what is to be picked. One
    tap is enough where only one thing is."""

    chosen = pyqtSignal(object, object)
    """The Offer, and what was picked for its fields."""
    opened = pyqtSignal(object)
    """This card."""

    def __init__(
        self,
        offer: Offer[Any],
        fields: AskedFields,
        *,
        is_open: bool = False,
        words: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """`is_open`: it is the answer to a question that stands above it. `words`: instead of the offer's own."""
        super().__init__(parent)
        self._asked = fields
        self.offer = offer
        self.pickers: list[FieldPicker] = []
        self.do_it: QPushButton | None = None
        self.button: WrapButton | None = None
        self._column = column(on=self, margins=0, spacing=4)
        if not is_open or not self._fields():
            self.button = WrapButton(words or sentence(offer.words))
            self.button.clicked.connect(lambda _checked: self._press())
            self._column.addWidget(self.button)
        if is_open:
            self.open()

    @property
    def is_open(self) -> bool:
        return bool(self.pickers)

    def open(self) -> None:
        if self.is_open:
            return
        fields = self._fields()
        for field in fields:
            picker = FieldPicker(field)
            picker.picked.connect(self._pick)
            self._column.addWidget(picker)
            self.pickers.append(picker)
        if fields and not self._is_one_tap:
            self.do_it = touch_button(tr("Do it"), self._choose)
            self._column.addWidget(self.do_it)
            self._refresh()

    def close_pickers(self) -> None:
        for widget in (*self.pickers, self.do_it):
            if widget is not None:
                self._column.removeWidget(widget)
                widget.deleteLater()
        self.pickers, self.do_it = [], None

    @property
    def _is_one_tap(self) -> bool:
        return len(self.pickers) == 1 and self.pickers[0].is_tap

    def _fields(self) -> tuple[ActField, ...]:
        """Dice alone are waited for instead: a camera may see them."""
        fields = self._asked(self.offer)
        return () if all(each.kind is FieldKind.DIE for each in fields) else fields

    def _press(self) -> None:
        if self.pickers:
            self.close_pickers()
        elif self._fields():
            self.open()
            self.opened.emit(self)
        else:
            self.chosen.emit(self.offer, {})

    def _pick(self) -> None:
        self._refresh()
        if self._is_one_tap and self.pickers[0].is_filled:
            self._choose()

    def _refresh(self) -> None:
        if self.do_it is not None:
            self.do_it.setEnabled(all(each.is_filled or each.field.kind is FieldKind.DIE for each in self.pickers))

    def _choose(self) -> None:
        self.chosen.emit(self.offer, self._values())

    def _values(self) -> Mapping[str, Any]:
        """A die that nobody has tapped is left out: it is waited for."""
        return {each.field.name: each.value for each in self.pickers
                if each.field.kind is not FieldKind.DIE or each.is_filled}  # fmt: skip

"""Small widgets that fill in the fields of an act, and the card of an offer that they open in."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QLineEdit, QPushButton, QSpinBox, QWidget

from tableassist.messages import sentence, tr
from tableassist.rulebook.play import Offer
from tableassist.ui.game.act_fields import ActField, FieldKind
from tableassist.ui.widgets.controls import TOUCH_PX, WrapButton, column, touch_button
from tableassist.ui.widgets.plain import PlainLabel, without_keys

MOST_BUTTONS: Final = 9
"""More choices than this are a list to open."""
DICE_A_ROW: Final = 6
SHORT, MIDDLING = 3, 18
"""Letters: six such buttons stand in a row, or two."""
MOST_NUMBER: Final = 1000
MOST_WORDS: Final = 200


class FieldPicker(QWidget):
    """Has a label and what fills the field in."""

    picked = pyqtSignal()
    """By a person."""

    def __init__(self, field: ActField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.field = field
        self.buttons: list[QPushButton] = []
        self._box: QComboBox | None = None
        self._number: QSpinBox | None = None
        self._flag: QCheckBox | None = None
        self._line: QLineEdit | None = None
        filled = self._made()
        is_labelled = field.kind is not FieldKind.FLAG
        column(*((PlainLabel(field.label, look="caption", wraps=True),) if is_labelled else ()), filled, on=self,
               margins=0, spacing=2)  # fmt: skip

    @property
    def value(self) -> Any:
        """None where nothing was picked, or what was typed makes no sense."""
        field = self.field
        if self._box is not None:
            return self._box.currentData()
        if self._number is not None:
            return self._number.value()
        if self._flag is not None:
            return self._flag.isChecked()
        if self._line is not None:
            return _typed(self._line.text(), field.kind)
        chosen = tuple(choice[0] for choice, button in zip(field.choices, self.buttons, strict=True)
                       if button.isChecked())  # fmt: skip
        return chosen if field.kind is FieldKind.SOME else chosen[0] if chosen else None

    @property
    def is_filled(self) -> bool:
        value, field = self.value, self.field
        if field.kind is FieldKind.SOME:
            return field.least <= len(value) <= field.most
        if self.buttons:
            return any(button.isChecked() for button in self.buttons)
        return value is not None or self._box is not None

    @property
    def is_tap(self) -> bool:
        """Whether one tap fills it in."""
        return bool(self.buttons) and self.field.kind in (FieldKind.DIE, FieldKind.ONE)

    def _made(self) -> QWidget:
        field = self.field
        if field.kind in (FieldKind.DIE, FieldKind.ONE, FieldKind.SOME):
            many = len(field.choices) > MOST_BUTTONS and field.kind is FieldKind.ONE
            return self._list() if many else self._buttons()
        if field.kind is FieldKind.FLAG:
            self._flag = QCheckBox(without_keys(field.label))
            self._flag.setMinimumHeight(TOUCH_PX)
            self._flag.setChecked(bool(field.value))
            self._flag.clicked.connect(lambda _on: self.picked.emit())
            return self._flag
        if field.kind is FieldKind.NUMBER:
            self._number = QSpinBox()
            self._number.setRange(0, MOST_NUMBER)
            self._number.setValue(field.value or 0)
            self._number.valueChanged.connect(lambda _value: self.picked.emit())
            return self._dressed(self._number)
        self._line = QLineEdit(_text(field.value))
        self._line.setMaxLength(MOST_WORDS)
        self._line.textChanged.connect(lambda _text: self.picked.emit())
        return self._dressed(self._line)

    def _dressed(self, widget: QWidget) -> QWidget:
        widget.setMinimumHeight(TOUCH_PX)
        widget.setAccessibleName(self.field.label)
        return widget

    def _list(self) -> QWidget:
        self._box = QComboBox()
        for value, words in self.field.choices:
            self._box.addItem(words, value)
        at = next((n for n, (value, _) in enumerate(self.field.choices) if value == self.field.value), 0)
        self._box.setCurrentIndex(at)
        self._box.activated.connect(lambda _row: self.picked.emit())
        return self._dressed(self._box)

    def _buttons(self) -> QWidget:
        field, made = self.field, QWidget()
        grid = QGridLayout(made)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        a_row = _a_row(field.choices)
        for place, (value, words) in enumerate(field.choices):
            name = tr("{field}: {choice}", field=field.label, choice=words)
            button = touch_button(words, self.picked.emit, name=name)
            button.setCheckable(True)
            button.setObjectName("pick")
            button.setAutoExclusive(field.kind is not FieldKind.SOME)
            button.setChecked(value in (field.value or ()) if field.kind is FieldKind.SOME else value == field.value)
            grid.addWidget(button, place // a_row, place % a_row)
            self.buttons.append(button)
        return made


class DicePicker(QWidget):
    """Six buttons; a tap is the roll."""

    rolled = pyqtSignal(int)

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout()
        grid.setSpacing(4)
        self.buttons: list[QPushButton] = []
        for value in range(1, DICE_A_ROW + 1):
            name = tr("{field}: {choice}", field=label, choice=value)
            button = touch_button(str(value), partial(self.rolled.emit, value), name=name)
            font = button.font()
            font.setPointSizeF(font.pointSizeF() * 1.3)
            button.setFont(font)
            grid.addWidget(button, 0, value - 1)
            self.buttons.append(button)
        column(PlainLabel(label, look="caption", wraps=True), grid, on=self, margins=0, spacing=2)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


def _a_row(choices: Sequence[tuple[Any, str]]) -> int:
    longest = max((len(words) for _, words in choices), default=0)
    return DICE_A_ROW if longest <= SHORT else 2 if longest <= MIDDLING else 1


def _typed(text: str, kind: FieldKind) -> Any:
    if kind is FieldKind.NUMBERS:
        parts = text.replace(",", " ").split()
        return tuple(int(each) for each in parts) if all(each.isdecimal() for each in parts) else None
    if kind is FieldKind.NAMES:
        return tuple(each.strip() for each in text.split(",") if each.strip())
    return text.strip()


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        numbers = all(isinstance(each, int) for each in value)
        return (" " if numbers else ", ").join(map(str, value))
    return "" if value is None else str(value)


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

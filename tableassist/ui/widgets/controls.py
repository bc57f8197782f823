"""Buttons, boxes for numbers, and rows and columns of widgets, each in one call."""

from collections.abc import Callable
from typing import Final, TypeVar

from PyQt6.QtCore import QSize, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QAbstractSpinBox,
    QBoxLayout,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from tableassist.messages import tr
from tableassist.ui.widgets.plain import PlainLabel, set_tip, without_keys

Part = QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget, Qt.AlignmentFlag]
"""What stands there, with its share of the room that is left or where it is aligned; a number alone is a stretch."""
Margins = int | tuple[int, int, int, int] | None
"""Left, top, right, bottom; None: as the style has them."""

Box = TypeVar("Box", bound=QBoxLayout)


def row(*parts: Part, on: QWidget | None = None, margins: Margins = None, spacing: int | None = None) -> QHBoxLayout:
    """`on`: the widget that it fills."""
    return _made(QHBoxLayout(on), parts, margins, spacing)


def column(*parts: Part, on: QWidget | None = None, margins: Margins = None, spacing: int | None = None) -> QVBoxLayout:
    """`on`: the widget that it fills."""
    return _made(QVBoxLayout(on), parts, margins, spacing)


def scrolled(widget: QWidget) -> QScrollArea:
    """As wide as there is room, with a bar where it is too tall."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(widget)
    return area


def _made(layout: Box, parts: tuple[Part, ...], margins: Margins, spacing: int | None) -> Box:
    if margins is not None:
        layout.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    if spacing is not None:
        layout.setSpacing(spacing)
    fill(layout, *parts)
    return layout


def fill(layout: QBoxLayout, *parts: Part) -> None:
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
            continue
        what, share = part if isinstance(part, tuple) else (part, 0)
        if isinstance(what, QLayout):
            layout.addLayout(what, share)
        elif isinstance(share, Qt.AlignmentFlag):  # which Qt counts among the numbers
            layout.addWidget(what, 0, share)
        else:
            layout.addWidget(what, share)


def sign_button(sign: str, words: str, call: Callable[[], object]) -> QToolButton:
    """Says in words what it does on hover."""
    button = QToolButton()
    button.setText(sign)
    set_tip(button, words)
    button.setAccessibleName(words)
    button.clicked.connect(lambda _checked: call())
    return button


def ok_and_cancel(dialog: QDialog, words: str = "", *, least_px: int = 0) -> tuple[QDialogButtonBox, QPushButton]:
    """All of them, and the one that accepts; `words`: what that one says instead of OK. `least_px`: how tall."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    buttons.rejected.connect(dialog.reject)
    ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert ok is not None
    if words:
        ok.setText(words)
    for button in buttons.buttons():
        button.setMinimumHeight(least_px)
    return buttons, ok


TOUCH_PX: Final = 44
"""Smaller targets are missed by a finger."""


class WrapButton(QPushButton):
    """Shows its words to the letter. `more`: a second, quieter line. Enter presses it: Space may hold the picture."""

    def __init__(self, words: str, more: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = words
        self._first = PlainLabel(words, wraps=True)
        self._second = PlainLabel(more, look="caption", wraps=True)
        if not more:  # and never shown here: without a place it would be a window
            self._second.hide()
        for label in (self._first, self._second):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._column = column(1, self._first, self._second, 1, on=self, margins=(10, 5, 10, 5), spacing=0)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMinimumHeight(TOUCH_PX)
        self.setAutoDefault(True)
        self.setAccessibleName(f"{words}. {more}" if more else words)

    def make_bold(self) -> None:
        self._first.setObjectName("heading")

    def hasHeightForWidth(self) -> bool:  # noqa: N802
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802
        return max(TOUCH_PX, self._column.totalHeightForWidth(width))

    def sizeHint(self) -> QSize:  # noqa: N802
        return self._column.totalSizeHint().expandedTo(QSize(TOUCH_PX, TOUCH_PX))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(2 * TOUCH_PX, TOUCH_PX)


def touch_button(words: str, call: Callable[[], object], *, name: str = "") -> QPushButton:
    """`name`: what is read aloud where the words alone say too little."""
    button = QPushButton(without_keys(words))
    button.setMinimumSize(TOUCH_PX, TOUCH_PX)
    button.setAutoDefault(True)
    button.setAccessibleName(name or words)
    button.clicked.connect(lambda _checked: call())
    return button


AnyWidget = TypeVar("AnyWidget", bound=QWidget)


def touchable(widget: AnyWidget) -> AnyWidget:
    widget.setMinimumHeight(TOUCH_PX)
    return widget


def button(words: str) -> QPushButton:
    """The words may hold strangers' names."""
    made = touchable(QPushButton(without_keys(words)))
    # Enter belongs to the field that is typed in.
    made.setAutoDefault(False)
    return made


def cross_button(words: str) -> QToolButton:
    """A cross that takes something away; says in words what."""
    made = touchable(QToolButton())
    made.setMinimumWidth(TOUCH_PX)
    made.setText("✕")
    made.setObjectName("quiet")
    set_tip(made, words)
    made.setAccessibleName(words)
    return made


class NumberBox(QWidget):
    """A number with a large minus and a large plus."""

    changed = pyqtSignal(int)

    def __init__(self, words: str, most: int, step: int = 1) -> None:
        """`words`: what the number is of."""
        super().__init__()
        self.box = touchable(QSpinBox())
        self.box.setRange(0, most)
        self.box.setSingleStep(step)
        self.box.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.box.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.box.setAccessibleName(words)
        self.box.setMinimumWidth(TOUCH_PX)
        self.less, self.more = QToolButton(), QToolButton()
        for made, sign, said in (
            (self.less, "−", tr("{what}: less", what=words)),
            (self.more, "+", tr("{what}: more", what=words)),
        ):
            made.setText(sign)
            made.setAccessibleName(said)
            made.setFixedSize(TOUCH_PX, TOUCH_PX)
            # Arrows in the field do the same.
            made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            made.setAutoRepeat(True)
        self.less.clicked.connect(self.box.stepDown)
        self.more.clicked.connect(self.box.stepUp)
        self.box.valueChanged.connect(self.changed)
        row(self.less, (self.box, 1), self.more, on=self, margins=0, spacing=2)

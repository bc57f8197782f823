"""Widgets that a finger hits as well as a mouse."""

from typing import Final, TypeVar

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QAbstractSpinBox, QPushButton, QSpinBox, QToolButton, QWidget

from tableassist.messages import tr
from tableassist.ui.widgets.layouts import row
from tableassist.ui.widgets.plain_text import set_tip, without_keys

TOUCH_PX: Final = 44
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

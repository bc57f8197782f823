"""Rows and columns of widgets, each in one call."""

from typing import TypeVar

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

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

"""A tool in hand: it takes the pointer over both views, in mat millimetres, and draws on top of the table."""

from dataclasses import dataclass
from typing import Protocol

from PyQt6.QtCore import pyqtBoundSignal

from tableassist.overlay.drawing import Drawing


@dataclass(frozen=True, slots=True)
class ToolPoint:
    """Where the pointer is."""

    x_mm: float
    y_mm: float
    reach_mm: float
    """What ten pixels on the screen are here: how near a thing must be for the pointer to catch it."""
    shift: bool = False
    """Whether Shift is down: most tools then do not snap."""


class Tool(Protocol):
    """Views ask the tool first. What it does not take (False) pans, zooms and selects as ever."""

    changed: pyqtBoundSignal
    """Its drawing is another now."""

    drawing: Drawing
    """Painted above the table's own, in both views."""

    def press(self, at: ToolPoint) -> bool: ...

    def move(self, at: ToolPoint) -> bool:
        """With the button down or up."""
        ...

    def release(self, at: ToolPoint) -> bool: ...

    def wheel(self, at: ToolPoint, steps: float) -> bool:
        """Notches away from the person."""
        ...

    def escape(self) -> bool:
        """Takes back the last step; False when there is none, and the tool is laid down."""
        ...

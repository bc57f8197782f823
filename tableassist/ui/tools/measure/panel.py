"""Beside the table while something is measured: the lengths in words, and what the tool can do."""

from html import escape

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QButtonGroup, QPushButton, QRadioButton, QWidget

from tableassist.messages import tr
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.tools.measure.tool import MeasureMode, MeasureTool
from tableassist.ui.widgets.layouts import column, row, scrolled
from tableassist.ui.widgets.plain_label import PlainLabel, RichLabel
from tableassist.ui.widgets.plain_text import set_tip


class MeasurePanel(QWidget):
    def __init__(self, tool: MeasureTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Measure"))
        self.tool = tool
        self.path = QRadioButton(tr("&Path over places"))
        self.gap = QRadioButton(tr("&Gap between two pieces"))
        self.hint = PlainLabel(look="caption", wraps=True)
        self.lengths = RichLabel()
        self.copy_button = QPushButton(tr("&Copy"))
        self.clear_button = QPushButton(tr("C&lear"))
        self._modes = QButtonGroup(self)
        self._lay_out()
        self.path.setChecked(True)
        self.path.toggled.connect(self._use)
        self.copy_button.clicked.connect(lambda _on: tool.copy())
        self.clear_button.clicked.connect(lambda _on: tool.clear())
        tool.changed.connect(self._tell)
        self._use(True)

    def _use(self, path: bool) -> None:
        mode = MeasureMode.PATH if path else MeasureMode.GAP
        if mode is not self.tool.mode:
            self.tool.use(mode)
        self.hint.setText(
            tr(
                "Click two or more places. They snap to masts, bows, sterns and edges; hold Shift to measure from "
                "the exact point. Click the last place again to finish; Esc removes the last place."
            )
            if path
            else tr("Click two pieces: the gap is measured from edge to edge.")
        )
        self._tell()

    def _tell(self) -> None:
        lines = self.tool.lines
        self.lengths.setText("".join(_entry(line) for line in lines))
        self.lengths.setAccessibleDescription("\n".join(lines))
        self.copy_button.setEnabled(bool(lines))
        self.clear_button.setEnabled(bool(self.tool.drawing.strokes))

    def _lay_out(self) -> None:
        for button in (self.path, self.gap):
            self._modes.addButton(button)
        self.lengths.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.lengths.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.lengths.setAccessibleName(tr("What was measured"))
        set_tip(self.copy_button, tr("Copies the lengths as text"))
        modes, buttons = row(self.path, self.gap, 1), row(self.copy_button, self.clear_button, 1)
        column(modes, self.hint, (scrolled(self.lengths), 1), buttons, on=self, margins=SPACE_PX)


def _entry(line: str) -> str:
    """What was measured small, its length in bold below."""
    what, _, length = line.partition(": ")
    bold = escape(length).replace(" ", "&nbsp;").replace("&nbsp;&nbsp;·&nbsp;&nbsp;", " · ")
    return f"<p>{escape(what)}<br><b>{bold}</b></p>" if length else f"<p>{escape(line)}</p>"

"""The fleets: what each ship has left to do, where she is, what holds her and what is aboard. A press selects her."""

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QWidget

from tableassist.messages import tr
from tableassist.ui.game.words import ShipLine
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.wrap_button import WrapButton


class ShipList(QWidget):
    chosen = pyqtSignal(str)
    """The ship's id."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[ShipLine, ...] = ()
        self._widgets: list[QWidget] = []
        self.buttons: dict[str, WrapButton] = {}
        self._column = column(on=self, margins=0, spacing=4)

    def show_ships(self, lines: tuple[ShipLine, ...], selected: str | None) -> None:
        if lines != self._shown:
            self._shown = lines
            self._make(lines)
        for piece, button in self.buttons.items():
            button.setChecked(piece == selected)

    def _make(self, lines: tuple[ShipLine, ...]) -> None:
        for widget in self._widgets:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._widgets, self.buttons = [], {}
        owner = None
        for line in lines:
            if line.owner != owner:
                owner = line.owner
                self._add(PlainLabel(owner, look="heading", wraps=True))
            words = tr("{ship}: {state}", ship=line.name, state=line.state) if line.state else line.name
            button = WrapButton(words, line.more)
            if line.can_act:
                button.make_bold()
            button.setCheckable(True)
            button.setObjectName("ship")
            button.clicked.connect(lambda _on, piece=line.piece: self.chosen.emit(piece))
            self.buttons[line.piece] = button
            self._add(button)

    def _add(self, widget: QWidget) -> None:
        self._widgets.append(widget)
        self._column.addWidget(widget)
        widget.show()  # at once: it may be given the focus

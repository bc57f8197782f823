"""Which pieces do not lie where they lay, and how to put one back."""

from PyQt6.QtCore import QSize
from PyQt6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from tableassist.messages import tr
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.tools.ghost.restore import way_back_words
from tableassist.ui.tools.ghost.restore_tool import RestoreTool
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.list_items import KEPT, add_item
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.workers.timers import Soon

UPDATE_EVERY_MS = 200


class RestorePanel(QWidget):
    def __init__(self, tool: RestoreTool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Put back"))
        self.tool = tool
        words = tr("Pieces that have moved, least moved first. Choose one: its ghost shows where it was before.")
        self.hint = PlainLabel(words, look="caption", wraps=True)
        self.pieces = QListWidget()
        self.way = PlainLabel(look="heading", wraps=True)
        self._lay_out()
        self.pieces.itemClicked.connect(self._choose)
        self.pieces.itemActivated.connect(self._choose)
        self._soon = Soon(UPDATE_EVERY_MS, self.update_now, self)
        tool.changed.connect(self._tell)
        self.update_now()

    def update_now(self) -> None:
        rows = [(each.id, each.name, way_back_words(way)) for each, _, way in self.tool.bumped()]
        chosen = self.pieces.currentRow()
        self.pieces.clear()
        for piece, name, words in rows:
            add_item(self.pieces, f"{name}: {words}", piece)
        self.pieces.setCurrentRow(min(chosen, len(rows) - 1))
        if not rows:
            self.pieces.addItem(tr("Nothing has moved."))

    def _choose(self, item: QListWidgetItem) -> None:
        piece = item.data(KEPT)
        if piece is not None:
            self.tool.restore(piece)

    def _tell(self) -> None:
        way = self.tool.way
        if way is None:
            self.way.setText("")
        else:
            words = way_back_words(way)
            self.way.setText(words if way.is_back else tr("Move it {way}.", way=words))
        self._soon.ask()

    def _lay_out(self) -> None:
        self.way.setAccessibleName(tr("Which way to move the piece"))
        self.pieces.setAccessibleName(tr("Pieces that were moved"))
        self.pieces.setWordWrap(True)
        self.pieces.setIconSize(QSize(18, 18))
        column(self.hint, (self.pieces, 1), self.way, on=self, margins=SPACE_PX)

"""The moves of the game, found by themselves, like the score of a game of chess. A click shows the moment."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from tableassist.messages import sentence, tr
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.look.verdict_look import verdict_icon
from tableassist.ui.timeline.move_words import move_words
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.list_items import KEPT, add_item
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.plain_text import set_tip

MOST: Final = 5000


class MovePanel(QWidget):
    chosen = pyqtSignal(object)
    """The time (ns) when the move was over."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Moves"))
        self._turn = -1
        self._count = 0
        self._rows: list[tuple[int, QListWidgetItem]] = []
        """Of moves, in the order of the list."""
        self._follows = False
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(tr("Moves"))
        words = tr("Moves appear here two seconds after a ship comes to rest.")
        self.caption = PlainLabel(words, look="caption", wraps=True)
        column(self.caption, (self.list, 1), on=self, margins=(SPACE_PX, 0, SPACE_PX, SPACE_PX))
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)

    def add(self, moves: Sequence[FoundMove], settings: TableSettings) -> None:
        for move in moves:
            if move.kind is not MoveKind.PLACED:  # the set-up is on the plan
                self._add(move, settings)
        while self.list.count() > MOST:
            gone = self.list.takeItem(0)
            self._rows = [row for row in self._rows if row[1] is not gone]
        if not self._follows and self._count:
            self.caption.hide()
            self.list.scrollToBottom()

    def _add(self, move: FoundMove, settings: TableSettings) -> None:
        if move.turn.number != self._turn:
            self._turn = move.turn.number
            self._head(move)
        self._count += 1
        item = add_item(self.list, f"{self._count}.  {move_words(move, settings)}", move.settled_ns)
        if move.judgement is not None:
            item.setIcon(verdict_icon(move.judgement.ruling.verdict))
            set_tip(item, sentence(move.judgement.ruling.reason))
        self._rows.append((move.settled_ns, item))

    def tell(self, words: str) -> None:
        """Of a match that is being looked through; empty when that is over."""
        self._follows = True
        self.caption.setText(words or ("" if self._count else tr("No piece moved in this match.")))
        self.caption.setVisible(bool(self.caption.text()))

    def show_now(self, t_ns: int) -> None:
        """The last move that was over by then is the current one."""
        self._follows = True
        place = bisect_right(self._rows, t_ns, key=lambda row: row[0]) - 1
        item = self._rows[place][1] if place >= 0 else None
        if item is not self.list.currentItem():
            self.list.setCurrentItem(item)

    def _head(self, move: FoundMove) -> None:
        words = tr("Turn {number}", number=move.turn.number)
        item = add_item(self.list, words if move.turn.player is None else f"{words}  ·  {move.turn.player}")
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = item.font()
        font.setBold(True)
        item.setFont(font)

    def _choose(self, item: QListWidgetItem) -> None:
        t_ns = item.data(KEPT)
        if t_ns is not None:
            self.chosen.emit(t_ns)

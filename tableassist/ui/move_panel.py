"""The moves of the game, found by themselves, like the score of a game of chess. A click shows the moment."""

from typing import Final

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from tableassist.pipeline.found_move import FoundMove, MoveKind
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.desk import Desk
from tableassist.ui.move_thread import MoveThread
from tableassist.ui.said import sentence
from tableassist.ui.theme import SPACE_PX
from tableassist.ui.verdict_look import verdict_icon
from tableassist.ui.words import tr

_KEPT: Final = Qt.ItemDataRole.UserRole
MOST: Final = 2000


class MovePanel(QWidget):
    chosen = pyqtSignal(object)
    """The time (ns) when the move was over."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Moves"))
        self._turn = -1
        self._count = 0
        self.thread_of_moves = MoveThread(self)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAccessibleName(tr("Moves"))
        self.nothing = QLabel(tr("Moves appear here two seconds after a ship lies still again."))
        self.nothing.setObjectName("caption")
        self.nothing.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_PX, 0, SPACE_PX, SPACE_PX)
        column.addWidget(self.nothing)
        column.addWidget(self.list, 1)
        desk.arrived.connect(self._take)
        self.thread_of_moves.found.connect(self.add)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)

    def add(self, move: FoundMove, settings: TableSettings) -> None:
        if move.kind is MoveKind.PLACED:
            return  # the set-up is on the plan
        self.nothing.hide()
        if move.turn.number != self._turn:
            self._turn = move.turn.number
            self._head(move)
        self._count += 1
        item = QListWidgetItem(f"{self._count}.  {move_words(move, settings)}")
        item.setData(_KEPT, move.settled_ns)
        if move.judgement is not None:
            item.setIcon(verdict_icon(move.judgement.ruling.verdict))
            item.setToolTip(sentence(move.judgement.ruling.reason))
        self.list.addItem(item)
        while self.list.count() > MOST:
            self.list.takeItem(0)
        self.list.scrollToBottom()

    def close_thread(self) -> None:
        self.thread_of_moves.close()

    def _take(self, moment: Moment) -> None:
        self.thread_of_moves.take(moment)

    def _head(self, move: FoundMove) -> None:
        words = tr("Turn {number}").format(number=move.turn.number)
        item = QListWidgetItem(words if move.turn.player is None else f"{words}  ·  {move.turn.player}")
        item.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = item.font()
        font.setBold(True)
        item.setFont(font)
        self.list.addItem(item)

    def _choose(self, item: QListWidgetItem) -> None:
        t_ns = item.data(_KEPT)
        if t_ns is not None:
            self.chosen.emit(t_ns)


def move_words(move: FoundMove, settings: TableSettings) -> str:
    """Who, how far by the shortest legal way, and what she touches now."""
    names = {piece.id: piece.name for piece in settings.pieces}
    name = names.get(move.piece, move.piece)
    by = names.get(move.by or "", "")
    if move.kind is MoveKind.BUMPED:
        words = tr("{name} was bumped by {gone:.0f} mm").format(name=name, gone=move.gone_mm)
        return words if not by else words + " " + tr("(by {by})").format(by=by)
    if move.kind is MoveKind.PUT_BACK:
        return tr("{name} was put back").format(name=name)
    if move.kind is MoveKind.TOWED:
        return tr("{name} is towed by {by}, {gone:.0f} mm").format(name=name, by=by, gone=move.gone_mm)
    return "  ·  ".join((tr("{name}  {way}").format(name=name, way=_way(move)), *_touches(move, names)))


def _way(move: FoundMove) -> str:
    judgement = move.judgement
    if judgement is None or judgement.route is None or not judgement.route.segments:
        return f"{move.gone_mm:.0f} mm"
    return " + ".join(f"{each.segment} {each.length_mm:.0f} mm" for each in judgement.route.segments)


def _touches(move: FoundMove, names: dict[str, str]) -> tuple[str, ...]:
    pairs = ((began.contact.subject, began.contact.target) for began in move.made)
    touched = dict.fromkeys(other for pair in pairs for other in pair if other != move.piece)
    return tuple(tr("touches {name}").format(name=names.get(other, other)) for other in touched)

"""The moves of a game as the camera found them: in a list, and looked for in a match."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

from PyQt6.QtCore import QObject, Qt, pyqtSignal
from PyQt6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from tableassist.errors import TableAssistError
from tableassist.matches.replay import Found
from tableassist.messages import Text, say, sentence, tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove, MoveKind
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.look import SPACE_PX, verdict_icon
from tableassist.ui.session.session import Session
from tableassist.ui.session.words import clock
from tableassist.ui.timeline.player import Player
from tableassist.ui.timeline.signs import move_words
from tableassist.ui.widgets.controls import column
from tableassist.ui.widgets.plain import KEPT, PlainLabel, add_item, set_tip
from tableassist.ui.workers import Worker


class Finder(Protocol):
    def heard(self) -> Found | Text | None: ...

    def close(self) -> None: ...


class MatchMoves(QObject):
    """Call `start` once the signals are connected."""

    found = pyqtSignal(object, object)
    """FoundMoves, at least one, and the TableSettings that name their pieces."""
    looked = pyqtSignal(object)
    """Up to which time (ns) all moves are known."""
    ended = pyqtSignal(str)
    """Empty, or why it could not look on."""

    def __init__(
        self, open_finder: Callable[[], Finder], settings: TableSettings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._open_finder = open_finder
        self._settings = settings
        self._finder: Finder | None = None
        self._worker = Worker("looking for the moves of a match", self)

    def start(self) -> None:
        self._finder = self._open_finder()
        call = partial(_hear, self._finder, self._worker.relay(self._tell))
        self._worker.submit(call, self.ended.emit, lambda problem: self.ended.emit(say(problem.message)))

    def close(self) -> None:
        self._worker.close(wait=False)
        if self._finder is not None:
            self._finder.close()
            self._worker.close()

    def _tell(self, found: Found) -> None:
        t_ns, moves = found
        if moves:
            self.found.emit(moves, self._settings)
        self.looked.emit(t_ns)


def _hear(finder: Finder, tell: Callable[[Found], None]) -> str:
    """Until there is no more, or somebody closes it. Why it could not look on, or "" where it could."""
    words = ""
    while (heard := finder.heard()) is not None:
        if isinstance(heard, tuple):
            tell(heard)
        else:
            words = say(heard)
    return words


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


class WindowMoves(QObject):
    """Outlives the window that shows them, so that another can be told of all that were found.

    `open_finder` looks through a match; without it the moves of a live table are told by `add`."""

    def __init__(
        self,
        session: Session,
        *,
        open_finder: Callable[[], Finder] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._found: list[tuple[Sequence[FoundMove], TableSettings]] = []
        self._looked_ns: int | None = None
        self._end: str | None = None
        """Of looking through a match: empty, or why it could not look on."""
        self.panel: MovePanel | None = None
        self._player: Player | None = None
        self._source: MatchMoves | None = None
        if open_finder is not None:
            self._source = MatchMoves(open_finder, session.settings, self)
            self._source.looked.connect(self._looked)
            self._source.ended.connect(self._ended)
            self._source.found.connect(self.add)

    def show_in(self, player: Player) -> MovePanel:
        """A list of those found so far and of all to come, which are on the player's time line from now on."""
        is_first = self.panel is None
        self._player, self.panel = player, MovePanel()
        self.panel.chosen.connect(player.seek)
        for moves, settings in self._found:
            self.panel.add(moves, settings)
            player.add_moves(moves, settings)
        if self._source is not None:
            self._session.shown.connect(self._show_now)
            self._tell_progress()
            if is_first:
                self._source.start()
        return self.panel

    def close(self) -> None:
        if self._source is not None:
            self._source.close()

    def add(self, moves: Sequence[FoundMove], settings: TableSettings) -> None:
        """Show moves that were made under these settings; at least one."""
        self._found.append((moves, settings))
        if self.panel is not None and self._player is not None:
            self.panel.add(moves, settings)
            self._player.add_moves(moves, settings)

    def _looked(self, t_ns: int) -> None:
        self._looked_ns = t_ns
        self._tell_progress()

    def _ended(self, words: str) -> None:
        self._end = words
        self._tell_progress()

    def tell_problem(self, problem: TableAssistError) -> None:
        """Say why some moves were missed."""
        if self.panel is not None:
            self.panel.tell(sentence(problem.message))

    def _tell_progress(self) -> None:
        if self.panel is None or self._player is None:
            return
        first_ns, last_ns = self._player.span
        if self._looked_ns is not None and last_ns:  # else nobody knows yet when the match began
            self._player.know_moves(first_ns, self._looked_ns)
        if self._end is not None:
            words = (
                tr("Some moves could not be worked out: {problem}", problem=sentence(self._end)) if self._end else ""
            )
        elif self._looked_ns is None or not last_ns:
            words = tr("Looking for moves …")
        else:
            zero_ns = first_ns if self._player.zero_ns is None else self._player.zero_ns
            words = tr("Looking for moves: {time} so far …", time=clock((self._looked_ns - zero_ns) / 1e9))
        self.panel.tell(words)

    def _show_now(self, moment: Moment) -> None:
        if self.panel is not None:
            self.panel.show_now(moment.state.t_ns)

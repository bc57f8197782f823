"""The moves of a table: in the list and on the time line, from the table as it is played or from a whole match."""

from collections.abc import Callable, Sequence

from PyQt6.QtCore import QObject

from tableassist.errors import TableAssistError
from tableassist.messages import sentence, tr
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_settings import TableSettings
from tableassist.ui.moves.match_moves import Finder, MatchMoves
from tableassist.ui.moves.panel import MovePanel
from tableassist.ui.session.session import Session
from tableassist.ui.session.words import clock
from tableassist.ui.timeline.player import Player


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

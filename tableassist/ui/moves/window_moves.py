"""The moves of a window: in the list and on the time line, from the table as it is played or from a whole match."""

from collections.abc import Callable

from PyQt6.QtCore import QObject

from tableassist.pipeline.moment import Moment
from tableassist.ui.language.words import sentence, tr
from tableassist.ui.matches.recording import Recording
from tableassist.ui.moves.match_moves import Finder, MatchMoves
from tableassist.ui.moves.panel import MovePanel
from tableassist.ui.moves.thread import MoveThread
from tableassist.ui.session.session import Session
from tableassist.ui.timeline.player import Player
from tableassist.ui.timeline.timeline import clock


class WindowMoves(QObject):
    """`recording`: of a table that goes on; without it `open_finder` looks through a match."""

    def __init__(
        self,
        session: Session,
        player: Player,
        *,
        recording: Recording | None = None,
        open_finder: Callable[[], Finder] | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.panel = MovePanel()
        self._player = player
        self._source: MoveThread | MatchMoves
        if recording is not None or open_finder is None:
            self._source = MoveThread(lambda t_ns: t_ns if recording is None else recording.in_match(t_ns), self)
            session.arrived.connect(self._source.take)
        else:
            self._source = MatchMoves(open_finder, session.settings, self)
            self._source.looked.connect(self._looked)
            self._source.ended.connect(self._ended)
            session.shown.connect(self._show_now)
            self.panel.tell(tr("Looking for moves …"))
        self._source.found.connect(self.panel.add)
        self._source.found.connect(player.add_moves)
        self.panel.chosen.connect(player.seek)
        if isinstance(self._source, MatchMoves):
            self._source.start()

    def close(self) -> None:
        self._source.close()

    def _looked(self, t_ns: int) -> None:
        first_ns, last_ns = self._player.span
        if last_ns == 0:
            return  # nobody knows yet when the match began; the next word comes soon
        self._player.know_moves(first_ns, t_ns)
        self.panel.tell(tr("Looking for moves: {time} so far …", time=clock((t_ns - first_ns) / 1e9)))

    def _ended(self, words: str) -> None:
        problem = tr("Not all moves could be found: {problem}", problem=sentence(words)) if words else ""
        self.panel.tell(problem)

    def _show_now(self, moment: Moment) -> None:
        self.panel.show_now(moment.state.t_ns)

"""The window of a table or of a recorded match, of either game: the parts around a session."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PyQt6.QtCore import Qt, QTimer
from PyQt6.QtGui import QCloseEvent

from tableassist.matches.recording import RecorderStatus
from tableassist.messages import Text, say, sentence, tr
from tableassist.pipeline.moment import Moment
from tableassist.sources.supervised import CaptureHealth, CaptureState, is_quiet_end
from tableassist.table import GameKeeper
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.matches.exports import ExportSession, ForumCopy, OwnKey
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording, recording_row
from tableassist.ui.moves import WindowMoves
from tableassist.ui.session.session import Session
from tableassist.ui.session.table_health import FrameRate, Level
from tableassist.ui.shell.application import APPLICATION_NAME
from tableassist.ui.shell.board import MakeBoard, Shell
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.league_part import LeaguePart
from tableassist.ui.shell.mat_board import MatBoard
from tableassist.ui.shell.menu_bar import MenuBar, ShellWindow
from tableassist.ui.shell.menus import MESSAGE_MS
from tableassist.ui.shell.spectator_window import SpectatorWindow
from tableassist.ui.shell.status_strip import StatusStrip
from tableassist.ui.shell.window_files import FileDrop, Opener, PictureSaver
from tableassist.ui.sound import CallTeller
from tableassist.ui.timeline.game_strips import ActsPanel
from tableassist.ui.timeline.looking_back import LookingBack
from tableassist.ui.timeline.past import Past, ToldGame
from tableassist.ui.timeline.player import Player
from tableassist.ui.widgets.notices import held_words, tell_problem
from tableassist.ui.widgets.plain import title_text
from tableassist.ui.workers import Connections
from tableassist.web import TablePages

ERROR_MS = 15_000


class TableWindow(ShellWindow):
    """Arranges the parts around a session; what they do to the table goes through the session."""

    def __init__(
        self,
        session: Session,
        program: Host,
        *,
        make_board: MakeBoard = MatBoard,
        open_past: Callable[[], Past] | None = None,
        recording: Recording | None = None,
        notes: MatchNotesKept | None = None,
        moves: WindowMoves | None = None,
        pages: TablePages | None = None,
        league: WindowLeague | None = None,
        keeper: GameKeeper | None = None,
        calls: CallTeller | None = None,
        on_close: Callable[[], None],
        title: str = "",
    ) -> None:
        super().__init__()
        self.session, self.program, self.preferences = session, program, program.preferences
        self.recording, self.notes, self.pages, self.keeper = recording, notes, pages, keeper
        self.can_mark = recording is not None or notes is not None
        self._on_close, self._closed = on_close, False
        self._connections = Connections()
        self._error_stays = QTimer(self)
        self._error_stays.setSingleShot(True)
        self._rate = FrameRate()
        self._camera = CaptureHealth(CaptureState.STARTING)
        self.calls = calls or CallTeller(self.preferences, self)
        self.status = StatusStrip()
        self.player = None
        if open_past is not None:
            is_live = recording is not None
            self.player = Player(session, open_past, is_live=is_live, began_ns=self._record_began)
        self._make_parts(make_board, moves, league)
        self._add_panels()
        self.menus = MenuBar(self)
        self.setCentralWidget(self.views)
        self.setStatusBar(self.status)
        self.setWindowTitle(title_text(title) or APPLICATION_NAME)
        self._arrange()
        self._connect()
        self._show_held(session.is_held)
        self.show_again()

    def _make_parts(self, make_board: MakeBoard, moves: WindowMoves | None, league: WindowLeague | None) -> None:
        session, show_message = self.session, self.status.showMessage
        self.own_key = OwnKey(self)
        shell = Shell(
            window=self,
            session=session,
            program=self.program,
            calls=self.calls,
            player=self.player,
            moves=moves,
            league=league,
            key=lambda: self.own_key.digits,
            add_part=self.add_part,
            show_message=show_message,
            spectators=lambda: self.spectators,
            show_again=self.show_again,
            ask_judge=lambda: None if self.league is None else self.league.ask_judge(),
        )
        self.board = make_board(shell)
        self.views = self.board.views
        self.opener = Opener(self.program, self)
        self.drop = FileDrop(self, self.opener.open)
        about = session, self.board.show_compared, self.recording, self._tell, self
        self.looking_back = LookingBack(*about, library=self.program.matches_root)
        self.saver = PictureSaver(session, self.board.picture, show_message, self)
        self.exports = ExportSession(
            session=session,
            asker=self,
            recording=self.recording,
            match=self._match,
            at_s=lambda: 0.0 if self.player is None else self.player.seconds,
            ruling=self.board.shared_ruling,
            show_message=show_message,
        )
        self.forum = ForumCopy(asker=self, match=self._match, show_message=show_message)
        self.spectators = SpectatorWindow(session, self.board.make_spectator_view())
        self.league = None
        if league is not None:
            shown_on = self, self.status, self.views.banner
            self.league = LeaguePart(league, session, *shown_on, chosen=self.board.chosen_ruling)

    def _add_panels(self) -> None:
        self.board.add_panels()
        self.game = self.game_dock = self.acts_dock = None
        if self.is_match and self.player is not None:
            self.acts = ActsPanel()
            self.acts.chosen.connect(self.player.seek)
            self.acts_dock = self.add_tab("acts", self.acts, self.board.side_dock)
        if self.session.table.game is not None:
            self.game = self.board.make_orders()
            self.game_dock = self.add_tab("game", self.game.panel, self.board.side_dock)
        self.board.add_tools()

    def _arrange(self) -> None:
        """As it was left last time, else large."""
        if self.player is not None:
            self.views.add_below(self.player)
        self.fit_to_screen()
        for dock in filter(None, (self.acts_dock, self.game_dock)):
            dock.setVisible(False)
        if self.game_dock is not None:  # questions and offers need the height; rulings are read across
            self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.board.arrange()
        # Not the search field: it would swallow the keys that are single letters.
        self.views.camera.setFocus()
        self.restore_layout()
        if self.game is not None and (self.game.played is not None or self.board.opens_game_panel):
            self.show_game()

    def _connect(self) -> None:
        session, connect = self.session, self._connections.add
        connect(session.arrived, self._note_arrival)
        connect(session.shown, self._show)
        connect(session.held, self._show_held)
        connect(session.failed, lambda problem: self.tell_error(say(problem.message)))
        connect(
            session.not_kept, lambda words: self.tell_error(tr("The game is not being saved: {problem}", problem=words))
        )
        connect(session.called, lambda player: self.tell_error(tr("{player} calls the judge.", player=player)))
        self.calls.told.connect(self._tell)
        if self.recording is not None:
            connect(self.recording.changed, self._show_recording)
            connect(self.recording.failed, self.fail)
            connect(self.recording.ended, self.looking_back.offer_another_place)
        if self.notes is not None and self.player is not None:
            connect(self.notes.failed, partial(tell_problem, self))
            connect(self.notes.kept, self.player.past.refresh)
            connect(session.overruled, self.notes.note_overrulings)
            connect(session.marked, self.notes.mark)
            connect(session.mark_taken_back, self.notes.take_back_mark)
        if self.player is not None and self.acts_dock is not None:
            self.player.past.told.connect(self._show_acts)
            connect(session.shown, lambda moment: self.acts.show_now(moment.state.t_ns))
        if self.game is not None:
            self.game.told.connect(self._tell)
            self.game.shown.connect(self.show_game)
            self.calls.follow(session)
            connect(session.game_began_or_ended, self.menus.show_game)
        self.views.held.released.connect(lambda: session.hold(False))
        self.board.connect()

    # What is shown

    def show_again(self) -> None:
        if self.session.moment is not None:
            self._show(self.session.moment)

    def _show(self, moment: Moment) -> None:
        if self.session.is_replay and not self._error_stays.isActive():
            self.views.banner.set_failure(None)
        self.board.show(moment)
        self._name_held()
        self.status.show_rows(self.board.status_rows(moment, self._camera, self._rate.per_second()))

    def show_game(self) -> None:
        if self.game_dock is not None:
            self.game_dock.show()
            self.game_dock.raise_()

    def fail(self, message: Text) -> None:
        """The source has stopped. The last picture stays, with a banner that says so, unless that was to be expected: a
        picture or a video has an end."""
        if is_quiet_end(message):
            self._tell(sentence(message))
        else:
            self.views.banner.set_failure(message)

    def tell_error(self, line: str) -> None:
        """Long enough to be read, though the next picture is fine."""
        self._error_stays.start(ERROR_MS)
        self.fail(line)

    def show_health(self, health: CaptureHealth) -> None:
        self._camera = health
        if health.state not in (CaptureState.ENDED, CaptureState.STARTING):
            self.views.banner.set_failure(health.words or None)
        self.show_again()

    def _note_arrival(self, moment: Moment) -> None:
        self._rate.note(moment.frame.t_ns)
        if self.session.is_held:
            self._name_held()
        is_fine = self._camera.can_judge or self._camera.state is CaptureState.STARTING
        if is_fine and not self._error_stays.isActive():
            self.views.banner.set_failure(None)

    def _show_held(self, held: bool) -> None:
        self._name_held()
        if self.menus.pause is not None:
            self.menus.pause.setChecked(held)

    def _record_began(self) -> int | None:
        return None if self.recording is None else self.recording.began_ns

    def _name_held(self) -> None:
        """Say which moment is looked at while the table goes on, here and to the spectators."""
        session, times = self.session, ("", "")
        is_looking_back = session.is_held and not self.is_match and session.moment is not None
        if is_looking_back and session.moment is not None and self.player is not None:
            newest = session.newest or session.moment
            times = self.player.name_time(session.moment), self.player.name_time(newest)
        words = held_words(*times) if is_looking_back else ""
        self.views.held.show_words(words)
        self.spectators.held.show_words(words)

    def _show_recording(self, status: RecorderStatus) -> None:
        self.menus.show_recording()
        row = recording_row(status)
        self.status.show_row(row)
        self.views.banner.set_record(row.full if row.level in (Level.WORSE, Level.BAD) else None)

    def _show_acts(self, game: ToldGame | None) -> None:
        """A match that keeps a game shows its acts."""
        assert self.player is not None
        assert self.acts_dock is not None
        self.acts.show_game(game, self.player.zero_ns or 0)
        if self.session.moment is not None:
            self.acts.show_now(self.session.moment.state.t_ns)
        if game is not None:
            self.acts_dock.show()
            self.acts_dock.raise_()

    def _tell(self, words: str) -> None:
        self.status.showMessage(words, MESSAGE_MS)

    def _match(self) -> Path | None:
        return None if self.program.opened is None else Path(self.program.opened.source)

    # How it goes

    @property
    def parts_key(self) -> str:
        """Who looks at a match wants other parts than who plays."""
        return self.board.layout_key + ("replay-parts" if self.session.is_replay else "parts")

    def restore_from(self, before: "TableWindow") -> None:
        """Show what that window of the same table showed: this one takes its place, in another language."""
        self._camera = before._camera
        self.take_geometry_of(before)
        self.board.restore_from(before.board)
        if before.spectators.isVisible():
            self.spectators.restoreGeometry(before.spectators.saveGeometry())
            self.spectators.show()
        if self.player is not None and before.player is not None and before.player.rate:
            self.player.play_at(before.player.rate)
        self.menus.show_recording()
        self.show_again()

    def close_for_replacement(self) -> None:
        """Close this window alone: the table goes on behind another."""
        self._close_parts()
        self.close()
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent | None) -> None:  # noqa: N802
        by_hand = event is not None and event.spontaneous() and not self._closed
        if event is not None and by_hand and self.looking_back.ask_to_stop(self.close):
            event.ignore()
            return
        if not self._closed:
            self._close_parts()
            self._on_close()
            self.session.close()
        super().closeEvent(event)

    def _close_parts(self) -> None:
        self._closed = True
        self._connections.drop()
        self.save_layout()
        for part in (self.board, self.own_key, self.exports, self.forum, self.spectators, self.calls):
            part.close()
        if self.player is not None:
            self.player.close_past()

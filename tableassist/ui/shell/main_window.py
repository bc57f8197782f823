"""The window: the parts around a session."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QChildEvent, Qt, QTimer
from PyQt6.QtGui import QAction, QCloseEvent, QGuiApplication
from PyQt6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import Text, say, tr
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.ruling.ruling import Ruling, Verdict
from tableassist.rulebook.shooting.shot import RULE as SHOT
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState
from tableassist.runtime.recorder.status import RecorderStatus
from tableassist.services.fair_play import Shown, shown_of
from tableassist.services.fair_play_mode import FairPlay
from tableassist.services.table_drawing import TableDrawing
from tableassist.table.called_rulings import CalledRulings
from tableassist.table.keeper import GameKeeper
from tableassist.ui.assign.assigning import Assigning
from tableassist.ui.cameras.picker import pick_camera
from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.game.running.game_bridge import WindowGame
from tableassist.ui.game.running.orders import GameOrders
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.ledger.mast_asking import MastAsking
from tableassist.ui.ledger.panel import LedgerPanel
from tableassist.ui.matches.exports import ExportSession
from tableassist.ui.matches.forum_copy import ForumCopy
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording, recording_row
from tableassist.ui.matches.table_key import OwnKey
from tableassist.ui.moves.window_moves import WindowMoves
from tableassist.ui.pages.window_pages import WindowPages
from tableassist.ui.rulings.ask_bar import AskBar
from tableassist.ui.rulings.evidence_shown import EvidenceShown
from tableassist.ui.rulings.panel import RulingPanel
from tableassist.ui.rulings.sheet.sharing import Sharing
from tableassist.ui.session.frame_rate import FrameRate
from tableassist.ui.session.preferences import Recent
from tableassist.ui.session.session import Session
from tableassist.ui.session.steady_notices import SteadyNotices
from tableassist.ui.session.table_health import Level
from tableassist.ui.shell import menus
from tableassist.ui.shell.actions import add_action, add_switch, grouped_keys
from tableassist.ui.shell.application import APPLICATION_NAME
from tableassist.ui.shell.choices import Choices
from tableassist.ui.shell.help_words import about_text, pointer_rows, shortcuts_text
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.league_part import LeaguePart
from tableassist.ui.shell.spectator_window import SpectatorWindow
from tableassist.ui.shell.status_strip import StatusStrip
from tableassist.ui.shell.window_files import FileDrop, Opener, PictureSaver
from tableassist.ui.sound.teller import CallTeller
from tableassist.ui.timeline.acts_panel import ActsPanel
from tableassist.ui.timeline.looking_back import LookingBack
from tableassist.ui.timeline.past import Past, ToldGame
from tableassist.ui.timeline.player import Player
from tableassist.ui.timeline.signs import legend_signs
from tableassist.ui.toolbar.icons import IconShape
from tableassist.ui.toolbar.toolbar import ActionBar
from tableassist.ui.tools.toolbox import Toolbox
from tableassist.ui.widgets.error_box import rich_box, scrolled_page, tell_problem
from tableassist.ui.widgets.plain_text import dock_title, title_text

if TYPE_CHECKING:
    from tableassist.ui.manual.manual import Manual

LAYOUT = 1
"""Raised when the parts change so much that an old arrangement makes no sense."""
ERROR_MS = 15_000
TOLD_MS = 8000
"""How long the status bar tells what was done."""


class TableWindow(QMainWindow):
    """Arranges the parts around a session; what they do to the table goes through the session."""

    def __init__(
        self,
        session: Session,
        program: Host,
        *,
        open_past: Callable[[], Past] | None = None,
        recording: Recording | None = None,
        notes: MatchNotesKept | None = None,
        moves: WindowMoves | None = None,
        game: WindowGame | None = None,
        pages: WindowPages | None = None,
        league: WindowLeague | None = None,
        keeper: GameKeeper | None = None,
        calls: CallTeller | None = None,
        on_close: Callable[[], None],
        title: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.program = program
        self.preferences = program.preferences
        self._on_close = on_close
        self._closed = False
        self._error_stays = QTimer(self)
        self._error_stays.setSingleShot(True)
        self._rate = FrameRate()
        self._tag_source = CaptureHealth(CaptureState.STARTING)
        self.recording = recording
        self.notes: Recording | MatchNotesKept | None = recording or notes
        self.moves = moves
        self._game = game
        self.pages = pages
        self._league = league
        self.keeper = keeper
        self.calls = calls or CallTeller(self.preferences, self)
        self.manual: Manual | None = None
        self._make_parts(open_past)
        self._add_panels()
        self.toolbar = ActionBar(self)
        self._add_menus()
        self._fill_toolbar()
        self.setCentralWidget(self.views)
        self.setStatusBar(self.status)
        self.setWindowTitle(title_text(title) or APPLICATION_NAME)
        self._arrange()
        self._connect()
        self._tell_held(session.is_held)
        self.show_again()

    def _make_parts(self, open_past: Callable[[], Past] | None) -> None:
        session, mat = self.session, self.session.settings.mat
        self._drawings, self._called, self._notices = TableDrawing(), CalledRulings(), SteadyNotices()
        self.choices = Choices(session, self.preferences, self)
        self.opener = Opener(self.program, self)
        self.drop = FileDrop(self, self.opener.open)
        self.status = StatusStrip()
        self.views = TableViews((mat.width_mm, mat.height_mm), session.selection)
        self.evidence = EvidenceShown(session, self.views)
        self.mast_asking = MastAsking(session, self.views.question, self)
        self.ask_bar = AskBar()
        time_of = None if self.recording is None else self.recording.time_of
        self.player: Player | None = None
        if open_past is not None:
            self.player = Player(session, open_past, is_live=self.recording is not None, time_of=time_of)
        self.looking_back = LookingBack(session, self.views, self.notes, self, library=self.program.matches_root)
        self.rulings = RulingPanel(session)
        self.saver = PictureSaver(session, self.views, self.shown, self.status.showMessage, self)
        self.own_key = OwnKey(self)
        self.sharing = Sharing(session, self.rulings.current, self, key=lambda: self.own_key.digits)
        self.exports = ExportSession(
            session=session,
            asker=self,
            recording=self.recording,
            match=self._match,
            at_s=lambda: 0.0 if self.player is None else self.player.seconds,
            ruling=self._shared_ruling,
            show_message=self.status.showMessage,
        )
        self.forum = ForumCopy(asker=self, match=self._match, show_message=self.status.showMessage)
        self.assigning = Assigning(session, self._table, self.status.showMessage, self)
        self.spectators = SpectatorWindow(session, self.shown)
        self.league: LeaguePart | None = None
        if self._league is not None:
            self.league = LeaguePart(
                self._league, session, self, self.status, self.views.banner, chosen=self.rulings.current
            )

    def _add_panels(self) -> None:
        bottom, right = Qt.DockWidgetArea.BottomDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        self.ruling_dock = self.add_part("rulings", self.rulings, bottom)
        self.ledger_dock = self.add_part("ledger", LedgerPanel(self.session), right)
        self.move_dock: QDockWidget | None = None
        if self.player is not None and self.moves is not None:
            self.move_dock = self.add_part("moves", self.moves.show_in(self.player), right)
            self.tabifyDockWidget(self.ledger_dock, self.move_dock)
        self.acts_dock: QDockWidget | None = None
        if self.player is not None and self.recording is None:
            self.acts = ActsPanel()
            self.acts.chosen.connect(self.player.seek)
            self.acts_dock = self.add_part("acts", self.acts, right)
            self.tabifyDockWidget(self.move_dock or self.ledger_dock, self.acts_dock)
        self.game: GameOrders | None = None
        self.game_dock: QDockWidget | None = None
        if self._game is not None:
            self.game = GameOrders(self._game, self.preferences, self._table, self._told_rulings, self)
            self.game_dock = self.add_part("game", self.game.panel, right)
            self.tabifyDockWidget(self.ledger_dock, self.game_dock)
        self.tools = Toolbox(
            self.session,
            self.views,
            lambda name, panel: self.add_part(name, panel, right),
            lambda: self.choices.fair_play is not FairPlay.ON_REQUEST,
            self,
        )

    def _add_menus(self) -> None:
        is_match = self.recording is None and self.player is not None
        file = menus.add_menu(self, tr("&File"))
        menus.fill_files(file, self, self.program, self.opener, self.pick_camera)
        self._share_action = menus.fill_papers(
            file, self.saver, self.sharing, self.exports, self.forum, is_match=is_match
        )
        add_action(file, tr("C&lose"), ("Ctrl+W",), self.close)
        add_action(file, tr("&Quit"), ("Ctrl+Q",), self.quit)
        edit = menus.add_menu(self, tr("&Edit"))
        self._undo_actions = menus.fill_edit(edit, self.session, self.rulings, self.choices, self.escape)
        view = menus.add_menu(self, tr("&View"))
        menus.fill_views(view, self.views, self, self.player)
        menus.fill_look(view, self.preferences, self.choices.choose_theme, self.program.choose_language)
        menus.fill_sounds(view, self.preferences, self.calls)
        add_action(view, tr("&Spectators' window"), ("Ctrl+Shift+F",), self.spectators.show_on_second_screen)
        add_action(view, tr("F&ull screen"), ("F11",), self.toggle_full_screen)
        table = menus.add_menu(self, tr("&Table"))
        self._measure_action, self._ghost_action = menus.fill_tools(table, self.tools)
        self.ask_action = add_switch(table, tr("As&k about two ships"), ("A",), self.show_ask_bar)
        self._edition_choice, self._release_action = menus.fill_rules(
            table, self.session, self.preferences, self.choices, self.release
        )
        self._set_up_action = menus.fill_set_up(table, self.rulings, self.assigning, partial(self.program.set_up, self))
        if self.pages is not None:
            add_action(table, tr("Share this table in the &browser…"), ("Ctrl+B",), self.show_pages)
        self._add_game_menu()
        self._add_play_menu()
        if self.league is not None:
            self.league.fill(menus.add_menu(self, tr("&League")))
        help_ = menus.add_menu(self, tr("&Help"))
        add_action(help_, tr("&Manual"), ("F1",), self.show_manual)
        add_action(help_, tr("&Shortcuts"), ("?",), self.show_shortcuts)
        add_action(help_, tr("This table's &key"), (), self.own_key.show)
        menus.add_updates(help_, self, self.preferences)
        add_action(help_, tr("&About Table Assist"), (), self.show_about)

    def _add_game_menu(self) -> None:
        self._game_actions: dict[str, QAction] = {}
        if self.game is not None and self.game_dock is not None:
            menu = menus.add_menu(self, tr("&Game"))
            self._game_actions = menus.fill_game(menu, self.game, self.game_dock.toggleViewAction())
            self._tell_game()

    def _tell_game(self) -> None:
        for action in self._game_actions.values():
            action.setEnabled(self.game is not None and self.game.desk is not None)

    def _told_rulings(self) -> tuple[Ruling, ...]:
        """Of the newest moment: in a game on request a shot is offered to whoever has asked about it."""
        newest = self.session.newest
        rulings = () if newest is None else newest.state.rulings
        if self.choices.fair_play is not FairPlay.ON_REQUEST:
            return rulings
        return tuple(each for each in rulings if each.rule == SHOT and each.id in self._asked)

    def show_game(self) -> None:
        if self.game_dock is not None:
            self.game_dock.show()
            self.game_dock.raise_()

    def _add_play_menu(self) -> None:
        menu = menus.add_menu(self, tr("&Play"))
        self.pause_action: QAction | None = None
        if self.recording is None and self.player is not None:
            self._space_action = add_action(menu, tr("Pla&y or stop"), ("Space",), self.player.play_or_stop)
        else:
            self._space_action = self.pause_action = add_switch(menu, tr("P&ause"), ("Space",), self.session.hold)
        if self.player is not None:
            menus.fill_player(menu, self.player, self.looking_back.compare)
        self._record_action: QAction | None = None
        if self.notes is not None:
            can_record = self.recording is not None
            self._record_action = menus.fill_record(menu, self.looking_back, can_record=can_record)
        if self.keeper is not None:
            menus.fill_kept(menu, self.keeper)

    def _fill_toolbar(self) -> None:
        bar = self.toolbar
        if self.pause_action is None:
            bar.add(self._space_action, IconShape.PLAY, tr("Play"))
        else:
            bar.add(self._space_action, IconShape.PAUSE, tr("Pause"))
        if self._record_action is not None:
            bar.add(self._record_action, IconShape.RECORD, tr("Record"), later=tr("Recording"))
        bar.add(self._measure_action, IconShape.MEASURE, tr("Measure"))
        bar.add(self._ghost_action, IconShape.GHOST, tr("Ghost"))
        bar.add(self.ask_action, IconShape.ASK, tr("Ask"))
        if self._share_action is not None:
            bar.add(self._share_action, IconShape.SHARE, tr("Share"))
        ledger = self.ledger_dock.toggleViewAction()
        if ledger is not None:
            ledger.setShortcut("F2")
            bar.add(ledger, IconShape.LEDGER, tr("Ledger"))
        game = None if self.game_dock is None else self.game_dock.toggleViewAction()
        if game is not None:
            bar.add(game, IconShape.GAME, tr("Game"))
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)

    def show_ask_bar(self, shown: bool) -> None:
        """In every game; in one on request it is always there."""
        self.ask_bar.setVisible(shown or self.choices.fair_play is FairPlay.ON_REQUEST)
        if shown:
            self.ask_bar.who.setFocus()
        elif self._asked:
            self.ask_bar.clear()

    def take_over(self, before: QMainWindow) -> None:
        """What that window of the same table showed: in another language, this one is in its place."""
        assert isinstance(before, TableWindow)
        self._tag_source = before._tag_source
        if not before.isMaximized() and not before.isFullScreen():
            self.setGeometry(before.geometry())  # to the pixel; what was saved is fitted to the screen
        self._tell_fair_play()
        self.release(before.spectators.is_released)
        self._release_action.setChecked(before._release_action.isChecked())
        self._set_up_action.setChecked(before._set_up_action.isChecked())
        self.views.show_only(before.views.showing)
        if before.spectators.isVisible():
            self.spectators.restoreGeometry(before.spectators.saveGeometry())
            self.spectators.show()
        if self.player is not None and before.player is not None and before.player.rate:
            self.player.play_at(before.player.rate)
        self.tell_recording()
        self.show_again()

    def step_aside(self) -> None:
        """Closes this window alone: the table goes on behind another."""
        self._close_parts()
        self.close()
        self.deleteLater()

    def fail(self, message: Text) -> None:
        """The source has stopped. The last picture stays, with a banner that says so."""
        self.views.banner.set_failure(message)

    def tell_error(self, line: str) -> None:
        """Long enough to be read, though the next picture is fine."""
        self._error_stays.start(ERROR_MS)
        self.fail(line)

    def show_health(self, health: CaptureHealth) -> None:
        self._tag_source = health
        if health.state not in (CaptureState.ENDED, CaptureState.STARTING):
            self.views.banner.set_failure(health.words or None)
        self.show_again()

    def shown(self, moment: Moment) -> Shown:
        """What fair play lets be seen of it."""
        selected = None if self.tools.in_hand is self.tools.ghost else self.session.selection.piece
        return shown_of(
            moment,
            self.choices.fair_play,
            self._asked,
            selected=selected,
            drawings=self._drawings,
            called=self._called.of(moment.state.rulings, self.session.overrulings, moment.settings.state),
        )

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def escape(self) -> None:
        if self.tools.escape():
            return
        self.evidence.clear()
        self.spectators.show_ruling(None)
        self.session.table.show_question(None)
        self.views.camera.setFocus()
        if self.session.selection.piece is None and self.isFullScreen():
            self.toggle_full_screen()
        self.session.selection.choose(None)

    def release(self, released: bool) -> None:
        """To the spectators, in a game with a referee."""
        self.spectators.set_released(released or self.choices.fair_play is not FairPlay.REFEREE)
        self.session.table.use_fair_play(self.choices.fair_play, is_released=self.spectators.is_released)

    def pick_camera(self) -> None:
        """Another camera for the table that is open."""
        opened = self.program.opened
        source = pick_camera("" if opened is None else opened.source, self)
        if source is not None:
            self.program.try_open(Recent(source, None if opened is None else opened.table), self)

    def show_shortcuts(self) -> None:
        groups = (*grouped_keys(self), (tr("Mouse"), pointer_rows()))
        scrolled_page(self, tr("Shortcuts"), shortcuts_text(groups)).open()

    def show_pages(self) -> None:
        from tableassist.ui.pages.share_dialog import ShareDialog  # noqa: PLC0415  loaded where it is needed

        if self.pages is not None:
            ShareDialog(self.pages, self).show()

    def show_manual(self) -> None:
        from tableassist.ui.manual.manual import Manual  # noqa: PLC0415  loaded where it is needed

        if self.manual is None:
            self.manual = Manual(self)
        self.manual.show()
        self.manual.raise_()

    def show_about(self) -> None:
        box = rich_box(self, tr("About Table Assist"), about_text())
        box.setIconPixmap(self.windowIcon().pixmap(64, 64))
        box.open()

    def quit(self) -> None:
        self.close()
        self.program.quit()

    def save_layout(self) -> None:
        self.preferences.set_layout("geometry", self.saveGeometry())
        self.preferences.set_layout(self._parts_key, self.saveState(LAYOUT))

    def childEvent(self, event: QChildEvent | None) -> None:  # noqa: N802
        """The tabs that Qt makes for panels behind one another, and keeps out of sight while there are none: the
        keyboard must not get lost in them."""
        super().childEvent(event)
        child = None if event is None or not event.polished() else event.child()
        if isinstance(child, QTabBar):
            child.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def closeEvent(self, event: QCloseEvent | None) -> None:  # noqa: N802
        if not self._closed:
            self._close_parts()
            self._on_close()
            self.session.close()
        super().closeEvent(event)

    def _close_parts(self) -> None:
        self._closed = True
        self.save_layout()
        parts = (self.tools, self.own_key, self.sharing, self.exports, self.forum, self.assigning, self.spectators)
        for part in (*parts, self.calls):
            part.close()
        if self.player is not None:
            self.player.close_past()

    def _connect(self) -> None:
        session = self.session
        session.arrived.connect(self._note_arrival)
        session.shown.connect(self._show)
        session.selection.changed.connect(lambda _piece: self.show_again())
        session.held.connect(self._tell_held)
        session.settings_changed.connect(self._tell_edition)
        session.failed.connect(self._tell_failure)
        session.overruled.connect(lambda *_: self.show_again())
        for part in (self.sharing.share, self.tools, self.looking_back, self.calls):
            part.told.connect(self._tell)
        self.tools.changed.connect(self.show_again)
        self.looking_back.recording_asked.connect(self.tell_recording)
        self.choices.fair_play_chosen.connect(lambda: self._ask(frozenset()))
        self.rulings.chosen.connect(self._choose_ruling)
        self.ask_bar.asked.connect(self._ask)
        self.ask_bar.asked.connect(self._tell_answers)
        self.views.question.answered.connect(lambda _first: self.views.camera.setFocus())
        if self.recording is not None:
            self.recording.changed.connect(self._show_recording)
            self.recording.failed.connect(self.fail)
        elif isinstance(self.notes, MatchNotesKept):
            self.notes.failed.connect(self._tell_problem)
            session.overruled.connect(self.notes.note_overrulings)
            session.marked.connect(self.notes.mark)
            session.mark_taken_back.connect(self.notes.take_back_mark)
            if self.player is not None:
                self.notes.kept.connect(self.player.past.refresh)
        session.not_kept.connect(self._tell_not_kept)
        if self.player is not None and self.acts_dock is not None:
            self.player.past.told.connect(self._tell_acts)
            session.shown.connect(lambda moment: self.acts.show_now(moment.state.t_ns))
        if self.game is not None and self._game is not None:
            self.game.told.connect(self._tell)
            self.game.shown.connect(self.show_game)
            self.calls.follow(self._game)
            self._game.began_or_ended.connect(self._tell_game)
        session.asked.connect(lambda ruling, _by: self._asked_at_a_page(ruling))
        session.asked_closed.connect(self._close_asked)
        session.called.connect(lambda player: self.tell_error(tr("{player} calls the judge.", player=player)))
        if self.league is not None:
            self.league.league.changed.connect(self._tell_league)
            self.rulings.judge_wanted.connect(self.league.ask_judge)
            self._tell_league()
        self._tell_fair_play()

    def _note_arrival(self, moment: Moment) -> None:
        self._rate.note(moment.frame.t_ns)
        is_fine = self._tag_source.can_judge or self._tag_source.state is CaptureState.STARTING
        if is_fine and not self._error_stays.isActive():
            self.views.banner.set_failure(None)

    def _tell_held(self, held: bool) -> None:
        if self.recording is not None or self.player is None:
            words = tr("Paused. Press Space to resume.")
            self.views.banner.set_notice(words if held else None)
        if self.pause_action is not None:
            self.pause_action.setChecked(held)

    def _tell(self, words: str) -> None:
        self.status.showMessage(words, TOLD_MS)

    def _tell_problem(self, problem: TableAssistError) -> None:
        tell_problem(self, problem)

    def _tell_not_kept(self, words: str) -> None:
        self.tell_error(tr("The game is not kept: {problem}", problem=words))

    def _tell_failure(self, problem: TableAssistError) -> None:
        self.tell_error(say(problem.message))

    def _tell_edition(self) -> None:
        for action in self._edition_choice.actions():
            action.setChecked(action.data() == self.session.settings.rules.edition.name)

    def _tell_acts(self, game: ToldGame | None) -> None:
        """A match that keeps a game shows its acts."""
        assert self.player is not None
        assert self.acts_dock is not None
        self.acts.show_game(game, self.player.span[0])
        if game is not None:
            self.acts_dock.show()
            self.acts_dock.raise_()

    def _tell_fair_play(self) -> None:
        on_request = self.choices.fair_play is FairPlay.ON_REQUEST
        self.ask_bar.setVisible(on_request or self.ask_action.isChecked())
        self.rulings.show_only(self._asked if on_request or self._asked else None)
        self._release_action.setEnabled(self.choices.fair_play is FairPlay.REFEREE)
        self._release_action.setChecked(False)
        self.release(False)

    def _tell_answers(self, ids: frozenset[str]) -> None:
        moment = self.session.moment
        if moment is not None:
            self._call(tuple(each for each in moment.state.rulings if each.id in ids))

    def _call(self, rulings: tuple[Ruling, ...]) -> None:
        """So that it is heard, by all who may hear it."""
        if self.choices.fair_play is not FairPlay.REFEREE or self.spectators.is_released:
            names = {piece.id: piece.name for piece in self.session.settings.pieces}
            called = self._called.of(rulings, self.session.overrulings, self.session.settings.state)
            self.calls.answer(called, names)

    def _tell_league(self) -> None:
        self.rulings.judge_button.setVisible(self.league is not None and self.league.league.is_on)

    def _tell_asked(self, ids: frozenset[str], by: str = "") -> None:
        newest = self.session.newest
        if self.league is not None and newest is not None:
            self.league.league.tell_asked([each for each in newest.state.rulings if each.id in ids], by)

    def _choose_ruling(self, ruling: Ruling) -> None:
        self._call((ruling,))
        if ruling.verdict is Verdict.TOO_CLOSE:
            self._tell_asked(frozenset({ruling.id}))
        self.evidence.show(ruling)
        self.spectators.show_ruling(ruling)
        self.session.table.show_question(ruling)

    @property
    def _asked(self) -> frozenset[str]:
        """Ids of the rulings that were asked for: here, and where only those are shown also at pages."""
        on_request = self.choices.fair_play is FairPlay.ON_REQUEST
        asked = self.session.table.snapshot.asked
        return frozenset(each.ruling for each in asked if on_request or not each.by)

    def _asked_at_a_page(self, ruling: Ruling) -> None:
        """A player's phone asks what the ask bar asks: everybody gets the answer."""
        self._show_asked()
        self._choose_ruling(ruling)

    def _ask(self, ids: frozenset[str]) -> None:
        self._tell_asked(ids - self._asked)
        self.session.table.ask_only(ids)
        self._tell_fair_play()
        self.show_again()

    def _close_asked(self) -> None:
        if not self._asked:
            self.ask_bar.clear()
        if self.session.table.shown_question() is None:
            self.spectators.show_ruling(None)
        self._show_asked()

    def _show_asked(self) -> None:
        on_request = self.choices.fair_play is FairPlay.ON_REQUEST
        self.rulings.show_only(self._asked if on_request or self._asked else None)
        self.show_again()

    def show_again(self) -> None:
        if self.session.moment is not None:
            self._show(self.session.moment)

    def _show(self, moment: Moment) -> None:
        if self.session.is_replay and not self._error_stays.isActive():
            self.views.banner.set_failure(None)
        shown = self.shown(moment)
        self.views.show_moment(moment, shown.drawing)
        self.views.banner.set_warnings(self._notices.of(shown.state))
        self.ask_bar.show_pieces(moment.settings.pieces)
        self.ask_bar.show_rulings(moment.state.rulings)
        self.status.show_moment(moment, self._tag_source, frames_per_s=self._rate.per_second())

    def tell_recording(self) -> None:
        if self._record_action is not None and self.recording is not None:
            is_recording = self.recording.is_recording
            self._record_action.setChecked(is_recording)
            shape, words = (IconShape.RECORDING, tr("Recording")) if is_recording else (IconShape.RECORD, tr("Record"))
            self.toolbar.show_shape(self._record_action, shape, words)

    def _show_recording(self, status: RecorderStatus) -> None:
        self.tell_recording()
        row = recording_row(status)
        self.status.show_row(row)
        self.views.banner.set_record(row.full if row.level in (Level.WORSE, Level.BAD) else None)

    @property
    def _parts_key(self) -> str:
        """Who looks at a match wants other parts than who plays."""
        return "replay-parts" if self.session.is_replay else "parts"

    def _table(self) -> Path | None:
        opened = self.program.opened
        return None if opened is None or opened.table is None else Path(opened.table)

    def _match(self) -> Path | None:
        opened = self.program.opened
        return None if opened is None else Path(opened.source)

    def _shared_ruling(self) -> str | None:
        """The match holds what is judged at every moment, so a check of the set-up is not to be found in it."""
        shared = self.sharing.shared()
        return shared.ruling.id if shared is not None and shared.ruling in shared.moment.state.rulings else None

    def add_part(self, name: str, part: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(dock_title(part.windowTitle()), self)
        dock.setObjectName(name)
        dock.setWidget(part)
        part.windowTitleChanged.connect(lambda title: dock.setWindowTitle(dock_title(title)))
        can = QDockWidget.DockWidgetFeature
        dock.setFeatures(can.DockWidgetMovable | can.DockWidgetClosable)
        self.addDockWidget(area, dock)
        return dock

    def _arrange(self) -> None:
        """As it was left last time, else large."""
        self.views.add_bar(self.ask_bar)
        if self.player is not None:
            self.views.add_below(self.player)
            if self.recording is not None:  # a replay has its own legend, below the line
                self.views.legend.show_signs(legend_signs())
        self.ledger_dock.setVisible(False)
        if self.acts_dock is not None:
            self.acts_dock.setVisible(False)
        if self.game_dock is not None:
            self.game_dock.setVisible(False)
            # Questions and offers need the height; rulings are read across.
            self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        if self.move_dock is not None:
            self.move_dock.setVisible(self.session.is_replay)
        screen = QGuiApplication.primaryScreen()
        if screen is None:
            self.resize(1280, 800)
        else:
            room = screen.availableGeometry()
            self.resize(min(1500, int(room.width() * 0.92)), min(950, int(room.height() * 0.9)))
        self.resizeDocks([self.ruling_dock], [_rulings_px(self.height())], Qt.Orientation.Vertical)
        self.resizeDocks([self.ledger_dock], [300], Qt.Orientation.Horizontal)
        # Not the search field: it would swallow the keys that are single letters.
        self.views.camera.setFocus()
        self.restoreGeometry(self.preferences.layout("geometry"))
        self.restoreState(self.preferences.layout(self._parts_key), LAYOUT)
        if self._game is not None and self._game.desk is not None:
            self.show_game()


def _rulings_px(window_px: int) -> int:
    """In a low window the table comes first."""
    return max(170, min(215, round(0.24 * window_px)))

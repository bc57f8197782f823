"""The window: the parts around a session."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QAction, QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PyQt6.QtWidgets import QDockWidget, QMainWindow, QMessageBox, QWidget

from tableassist.ledger.ledger import TurnBegun
from tableassist.messages import Text
from tableassist.pipeline.moment import Moment
from tableassist.rules.editions.all import EDITIONS
from tableassist.rules.ruling.ruling import Ruling
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState
from tableassist.runtime.recorder.status import RecorderStatus
from tableassist.services.table_drawing import TableDrawing
from tableassist.ui.assign.assigning import Assigning
from tableassist.ui.cameras.picker import pick_camera
from tableassist.ui.canvas.table_views import TableViews
from tableassist.ui.language.translated import said
from tableassist.ui.language.words import tr
from tableassist.ui.ledger.panel import LedgerPanel
from tableassist.ui.look.theme import Appearance
from tableassist.ui.look.theme_switch import set_appearance
from tableassist.ui.matches.exports import ExportSession
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording, recording_row
from tableassist.ui.moves.match_moves import Finder
from tableassist.ui.moves.window_moves import WindowMoves
from tableassist.ui.rulings.ask_bar import AskBar
from tableassist.ui.rulings.evidence_shown import EvidenceShown
from tableassist.ui.rulings.panel import RulingPanel
from tableassist.ui.rulings.sheet.sharing import Sharing
from tableassist.ui.session.fair_play import FairPlay, Shown, shown_of
from tableassist.ui.session.frame_rate import FrameRate
from tableassist.ui.session.notices import notices_of
from tableassist.ui.session.preferences import FAIR_PLAY, LANGUAGE, THEME, Recent
from tableassist.ui.session.session import Session
from tableassist.ui.session.table_health import Level
from tableassist.ui.shell.actions import keys_and_words
from tableassist.ui.shell.application import APPLICATION_NAME
from tableassist.ui.shell.help_words import about_text, pointer_rows, shortcuts_text
from tableassist.ui.shell.menus import add_menus
from tableassist.ui.shell.spectator_window import SpectatorWindow
from tableassist.ui.shell.status_strip import StatusStrip
from tableassist.ui.shell.window_files import Opener, PictureSaver
from tableassist.ui.timeline.looking_back import LookingBack
from tableassist.ui.timeline.past import Past
from tableassist.ui.timeline.player import Player
from tableassist.ui.tools.toolbox import Toolbox
from tableassist.ui.widgets.error_box import tell, tell_problem

if TYPE_CHECKING:
    from tableassist.ui.shell.program import Program

LAYOUT = 1
"""Raised when the parts change so much that an old arrangement makes no sense."""


class TableWindow(QMainWindow):
    """Arranges the parts around a session; what they do to the table goes through the session."""

    def __init__(
        self,
        session: Session,
        program: Program,
        *,
        open_past: Callable[[], Past] | None = None,
        recording: Recording | None = None,
        notes: MatchNotesKept | None = None,
        open_finder: Callable[[], Finder] | None = None,
        on_close: Callable[[], None],
        title: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.program = program
        self.preferences = program.preferences
        self._on_close = on_close
        self._parts = "replay-parts" if session.is_replay else "parts"
        """Who looks at a match wants other parts than who plays."""
        self._closed = False
        self._rate = FrameRate()
        self._tag_source = CaptureHealth(CaptureState.STARTING)
        self._asked: frozenset[str] = frozenset()
        self._drawings = TableDrawing()
        self.fair_play = FairPlay(self.preferences.chosen(FAIR_PLAY))
        self.pause_action: QAction | None = None
        self.record_action: QAction | None = None
        self.release_action: QAction | None = None
        self.edition_choice: QActionGroup | None = None
        self.opener = Opener(program, self)
        self.saver = PictureSaver(self)
        self.sharing = Sharing(self)
        self.exports = ExportSession(self)
        self.assigning = Assigning(self)
        mat = session.settings.mat
        self.views = TableViews((mat.width_mm, mat.height_mm), session.selection)
        self.evidence = EvidenceShown(session, self.views)
        self.ask_bar = AskBar()
        self.recording = recording
        self.notes: Recording | MatchNotesKept | None = recording or notes
        time_of = None if recording is None else recording.time_of
        is_live = recording is not None
        self.player = None if open_past is None else Player(session, open_past, is_live=is_live, time_of=time_of)
        self.looking_back = LookingBack(self)
        self.rulings = RulingPanel(session)
        self.status = StatusStrip()
        self.ruling_dock = self.add_part("rulings", self.rulings, Qt.DockWidgetArea.BottomDockWidgetArea)
        self.ledger_dock = self.add_part("ledger", LedgerPanel(session), Qt.DockWidgetArea.RightDockWidgetArea)
        self.moves = self.move_dock = None
        if self.player is not None:
            self.moves = WindowMoves(session, self.player, recording=recording, open_finder=open_finder, parent=self)
            self.move_dock = self.add_part("moves", self.moves.panel, Qt.DockWidgetArea.RightDockWidgetArea)
            self.tabifyDockWidget(self.ledger_dock, self.move_dock)
        self.tools = Toolbox(self)
        self.spectators = SpectatorWindow(session, self.shown)
        self.setCentralWidget(self.views)
        self.setStatusBar(self.status)
        self.setAcceptDrops(True)
        self.setWindowTitle(title or APPLICATION_NAME)
        add_menus(self)
        self._arrange()
        self._connect()

    def fail(self, message: Text) -> None:
        """The source has stopped. The last picture stays, with a banner that says so."""
        self.views.banner.set_failure(message)

    def show_health(self, health: CaptureHealth) -> None:
        self._tag_source = health
        if health.state not in (CaptureState.ENDED, CaptureState.STARTING):
            self.views.banner.set_failure(health.words or None)
        if self.session.moment is not None:
            self._show(self.session.moment)

    def shown(self, moment: Moment) -> Shown:
        """What fair play lets be seen of it."""
        selected = None if self.tools.in_hand is self.tools.ghost else self.session.selection.piece
        return shown_of(moment, self.fair_play, self._asked, selected=selected, drawings=self._drawings)

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def escape(self) -> None:
        if self.tools.escape():
            return
        self.evidence.clear()
        self.views.camera.setFocus()
        if self.session.selection.piece is None and self.isFullScreen():
            self.toggle_full_screen()
        self.session.selection.choose(None)

    def next_turn(self) -> None:
        ledger = self.session.settings.ledger
        if not ledger.players:
            return
        turn = ledger.players.index(ledger.turn) + 1 if ledger.turn in ledger.players else 0
        player = ledger.players[turn % len(ledger.players)]
        self.session.edit(TurnBegun(player), tr("{player}'s turn", player=player))

    def choose_edition(self, name: str) -> None:
        edition = EDITIONS[name]
        if self.session.settings.rules.edition.name != name:
            self.session.choose_edition(edition, tr("edition {title}", title=said(edition.title)))

    def choose_fair_play(self, mode: str) -> None:
        self.fair_play = FairPlay(mode)
        self.preferences.choose(FAIR_PLAY, mode)
        self._asked = frozenset()
        self._tell_fair_play()
        self.show_again()

    def show_spectators(self) -> None:
        self.spectators.show_on_second_screen()

    def release(self, released: bool) -> None:
        """To the spectators, in a game with a referee."""
        self.spectators.set_released(released or self.fair_play is not FairPlay.REFEREE)

    def choose_theme(self, name: str) -> None:
        self.preferences.choose(THEME, name)
        set_appearance(Appearance(name))

    def choose_language(self, name: str) -> None:
        self.preferences.choose(LANGUAGE, name)
        tell(self, tr("Language"), tr("The window speaks the chosen language when it is opened the next time."))

    def set_up(self) -> None:
        self.program.set_up(self)

    def pick_camera(self) -> None:
        """Another camera for the table that is open."""
        opened = self.program.opened
        source = pick_camera("" if opened is None else opened.source, self)
        if source is not None:
            self.program.try_open(Recent(source, None if opened is None else opened.table), self)

    def show_shortcuts(self) -> None:
        rows = (*pointer_rows(), *keys_and_words(self))
        QMessageBox(QMessageBox.Icon.NoIcon, tr("Shortcuts"), shortcuts_text(rows), parent=self).open()

    def show_about(self) -> None:
        box = QMessageBox(QMessageBox.Icon.NoIcon, tr("About Table Assist"), about_text(), parent=self)
        box.setIconPixmap(self.windowIcon().pixmap(64, 64))
        box.open()

    def quit(self) -> None:
        self.close()
        self.program.quit()

    def closeEvent(self, event: QCloseEvent | None) -> None:  # noqa: N802
        if not self._closed:
            self._closed = True
            self.preferences.set_layout("geometry", self.saveGeometry())
            self.preferences.set_layout(self._parts, self.saveState(LAYOUT))
            self.tools.close()
            if self.moves is not None:
                self.moves.close()
            self.sharing.close()
            self.spectators.close()
            if self.player is not None:
                self.player.close_past()
            self._on_close()
            self.session.close()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent | None) -> None:  # noqa: N802
        data = None if event is None else event.mimeData()
        if event is not None and data is not None and data.hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent | None) -> None:  # noqa: N802
        if event is not None:
            self.opener.open_dropped(event.mimeData())

    def _connect(self) -> None:
        session = self.session
        session.arrived.connect(self._note_arrival)
        session.shown.connect(self._show)
        session.selection.changed.connect(lambda _piece: self.show_again())
        session.held.connect(self._tell_held)
        session.settings_changed.connect(lambda _: self._tell_edition())
        self.rulings.chosen.connect(self._choose_ruling)
        self.ask_bar.asked.connect(self._ask)
        if self.recording is not None:
            self.recording.changed.connect(self._show_recording)
            self.recording.failed.connect(self.fail)
            session.edited.connect(self.recording.note_edit)
        elif isinstance(self.notes, MatchNotesKept):
            self.notes.failed.connect(lambda problem: tell_problem(self, problem))
            if self.player is not None:
                self.notes.kept.connect(self.player.past.refresh)
        if self.notes is not None:
            session.overruled.connect(partial(self.notes.note_overrulings, session))
        self._tell_fair_play()

    def _note_arrival(self, moment: Moment) -> None:
        self._rate.note(moment.frame.t_ns)
        if self._tag_source.can_judge or self._tag_source.state is CaptureState.STARTING:
            self.views.banner.set_failure(None)

    def _tell_held(self, held: bool) -> None:
        if self.recording is not None or self.player is None:
            words = tr("The picture is held. Space lets it run again.")
            self.views.banner.set_notice(words if held else None)
        if self.pause_action is not None:
            self.pause_action.setChecked(held)

    def _tell_edition(self) -> None:
        if self.edition_choice is not None:
            for action in self.edition_choice.actions():
                action.setChecked(action.data() == self.session.settings.rules.edition.name)

    def _tell_fair_play(self) -> None:
        on_request = self.fair_play is FairPlay.ON_REQUEST
        self.ask_bar.setVisible(on_request)
        self.rulings.show_only(self._asked if on_request else None)
        if self.release_action is not None:
            self.release_action.setEnabled(self.fair_play is FairPlay.REFEREE)
            self.release_action.setChecked(False)
        self.release(False)

    def _choose_ruling(self, ruling: Ruling) -> None:
        self.evidence.show(ruling)
        self.spectators.show_ruling(ruling)

    def _ask(self, ids: frozenset[str]) -> None:
        self._asked = ids
        self._tell_fair_play()
        self.show_again()

    def show_again(self) -> None:
        if self.session.moment is not None:
            self._show(self.session.moment)

    def _show(self, moment: Moment) -> None:
        shown = self.shown(moment)
        self.views.show_moment(moment, shown.drawing)
        self.views.banner.set_warnings(notices_of(shown.state))
        self.ask_bar.show_pieces(moment.settings.pieces)
        self.ask_bar.show_rulings(moment.state.rulings)
        self.status.show_moment(moment, self._tag_source, frames_per_s=self._rate.per_second())

    def tell_recording(self) -> None:
        if self.record_action is not None and self.recording is not None:
            self.record_action.setChecked(self.recording.is_recording)

    def _show_recording(self, status: RecorderStatus) -> None:
        row = recording_row(status)
        self.status.show_row(row)
        self.views.banner.set_record(row.full if row.level in (Level.WORSE, Level.BAD) else None)

    def add_part(self, name: str, part: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(part.windowTitle(), self)
        dock.setObjectName(name)
        dock.setWidget(part)
        part.windowTitleChanged.connect(dock.setWindowTitle)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable | QDockWidget.DockWidgetFeature.DockWidgetClosable
        )
        self.addDockWidget(area, dock)
        return dock

    def _arrange(self) -> None:
        """As it was left last time, else large."""
        self.views.add_bar(self.ask_bar)
        if self.player is not None:
            self.views.add_below(self.player)
        self.resizeDocks([self.ruling_dock], [215], Qt.Orientation.Vertical)
        self.resizeDocks([self.ledger_dock], [300], Qt.Orientation.Horizontal)
        self.ledger_dock.setVisible(False)
        if self.move_dock is not None:
            self.move_dock.setVisible(self.session.is_replay)
        screen = QGuiApplication.primaryScreen()
        room = None if screen is None else screen.availableGeometry()
        if room is None:
            self.resize(1280, 800)
        else:
            self.resize(min(1500, int(room.width() * 0.92)), min(950, int(room.height() * 0.9)))
        # Not the search field: it would swallow the keys that are single letters.
        self.views.camera.setFocus()
        self.restoreGeometry(self.preferences.layout("geometry"))
        self.restoreState(self.preferences.layout(self._parts), LAYOUT)

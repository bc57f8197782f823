"""The window of a card table, or of a match that was recorded at one."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QAction, QCloseEvent, QGuiApplication
from PyQt6.QtWidgets import QDockWidget, QMainWindow, QWidget

from tableassist.messages import Text, say, tr
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.pipeline.moment import Moment
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState
from tableassist.runtime.recorder.status import RecorderStatus
from tableassist.services.cards.card_past import CardPast
from tableassist.table.keeper import GameKeeper
from tableassist.ui.cards.orders import CardOrders
from tableassist.ui.cards.views import CardViews
from tableassist.ui.game.running.game_bridge import WindowCards
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.look.theme import Appearance
from tableassist.ui.look.theme_switch import set_appearance
from tableassist.ui.matches.exports import ExportSession
from tableassist.ui.matches.forum_copy import ForumCopy
from tableassist.ui.matches.notes_kept import MatchNotesKept
from tableassist.ui.matches.recording import Recording, recording_row
from tableassist.ui.session.preferences import THEME
from tableassist.ui.session.session import Session
from tableassist.ui.session.table_health import HealthRow, Level
from tableassist.ui.shell import menus
from tableassist.ui.shell.actions import add_action, add_switch, grouped_keys
from tableassist.ui.shell.application import APPLICATION_NAME
from tableassist.ui.shell.cards.card_menus import fill_card_edit, fill_card_game, fill_card_papers
from tableassist.ui.shell.help_words import about_text, shortcuts_text
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.league_part import LeaguePart
from tableassist.ui.shell.status_strip import StatusStrip
from tableassist.ui.shell.window_files import FileDrop, Opener
from tableassist.ui.sound.teller import CallTeller
from tableassist.ui.timeline.acts_panel import ActsPanel
from tableassist.ui.timeline.looking_back import LookingBack
from tableassist.ui.timeline.past import Past, ToldGame
from tableassist.ui.timeline.player import Player
from tableassist.ui.widgets.error_box import rich_box, scrolled_page, tell_problem
from tableassist.ui.widgets.plain_text import dock_title, title_text

if TYPE_CHECKING:
    from tableassist.ui.manual.manual import Manual
    from tableassist.ui.pages.window_pages import WindowPages

LAYOUT = 1
TOLD_MS = 8000


class CardTableWindow(QMainWindow):
    """Arranges the parts around a session. `cards` and `settings`: of a table that is watched; `past`: of a match."""

    def __init__(
        self,
        session: Session,
        program: Host,
        *,
        open_past: Callable[[], Past],
        cards: WindowCards | None = None,
        settings: CardTableSettings | None = None,
        past: CardPast | None = None,
        match: Path | None = None,
        recording: Recording | None = None,
        notes: MatchNotesKept | None = None,
        pages: "WindowPages | None" = None,
        league: WindowLeague | None = None,
        keeper: GameKeeper | None = None,
        on_close: Callable[[], None],
        title: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.session, self.program, self.preferences = session, program, program.preferences
        self.recording, self.keeper, self.pages = recording, keeper, pages
        self.notes: Recording | MatchNotesKept | None = recording or notes
        self._past, self._match = past, match
        self._on_close, self._closed = on_close, False
        self.manual: Manual | None = None
        self.status = StatusStrip()
        self.opener = Opener(program, self)
        self.drop = FileDrop(self, self.opener.open)
        self.views = CardViews(session.selection)
        time_of = None if recording is None else recording.time_of
        self.player = Player(session, open_past, is_live=recording is not None, time_of=time_of)
        self.looking_back = LookingBack(session, None, self.notes, self, library=program.matches_root)
        self.forum = ForumCopy(asker=self, match=lambda: self._match, show_message=self.status.showMessage)
        self.exports = self._exports()
        self.calls = CallTeller(self.preferences, self)
        self.league: LeaguePart | None = None
        if league is not None:
            self.league = LeaguePart(league, session, self, self.status, self.views.banner)
        self.acts = ActsPanel()
        self.game: CardOrders | None = None
        self.acts_dock: QDockWidget | None = None
        self.game_dock: QDockWidget | None = None
        self._add_panels(cards, settings)
        self._add_menus()
        self.setCentralWidget(self.views)
        self.setStatusBar(self.status)
        self.setWindowTitle(title_text(title) or APPLICATION_NAME)
        self._arrange()
        self._connect()
        self._tell_held(session.is_held)
        if session.moment is not None:
            self._show(session.moment)

    def _exports(self) -> ExportSession:
        return ExportSession(
            session=self.session,
            asker=self,
            recording=self.recording,
            match=lambda: self._match,
            at_s=lambda: self.player.seconds,
            ruling=lambda: None,
            show_message=self.status.showMessage,
        )

    def _add_panels(self, cards: WindowCards | None, settings: CardTableSettings | None) -> None:
        right = Qt.DockWidgetArea.RightDockWidgetArea
        self.cards = cards
        if cards is not None and settings is not None:
            self.game = CardOrders(cards, settings, self.views.row, self.preferences, self)
            self.game_dock = self._add_part("card-game", self.game.panel, right)
        else:
            self.acts_dock = self._add_part("card-acts", self.acts, right)

    def _add_part(self, name: str, part: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(dock_title(part.windowTitle()), self)
        dock.setObjectName(name)
        dock.setWidget(part)
        can = QDockWidget.DockWidgetFeature
        dock.setFeatures(can.DockWidgetMovable | can.DockWidgetClosable)
        self.addDockWidget(area, dock)
        return dock

    def _add_menus(self) -> None:
        file = menus.add_menu(self, tr("&File"))
        menus.fill_files(file, self, self.program, self.opener, self._pick_camera)
        if self._match is not None:
            fill_card_papers(file, self.exports, self.forum)
        add_action(file, tr("C&lose"), ("Ctrl+W",), self.close)
        add_action(file, tr("&Quit"), ("Ctrl+Q",), self.quit)
        edit = menus.add_menu(self, tr("&Edit"))
        self._undo_actions = fill_card_edit(edit, self.session, self.views.camera.setFocus)
        view = menus.add_menu(self, tr("&View"))
        add_action(view, tr("&Fit"), ("Ctrl+0",), self.views.camera.fit)
        menus.fill_look(view, self.preferences, self._choose_theme, self.program.choose_language)
        menus.fill_sounds(view, self.preferences, self.calls)
        add_action(view, tr("F&ull screen"), ("F11",), self.toggle_full_screen)
        if self.pages is not None:
            add_action(view, tr("Share this table in the &browser…"), ("Ctrl+B",), self.show_pages)
        self._add_game_menu()
        self._add_play_menu()
        if self.league is not None:
            self.league.fill(menus.add_menu(self, tr("&League")))
        help_ = menus.add_menu(self, tr("&Help"))
        add_action(help_, tr("&Manual"), ("F1",), self.show_manual)
        add_action(help_, tr("&Shortcuts"), ("?",), self.show_shortcuts)
        menus.add_updates(help_, self, self.preferences)
        add_action(help_, tr("&About Table Assist"), (), self.show_about)

    def _add_game_menu(self) -> None:
        self._game_actions: tuple[QAction, ...] = ()
        if self.game is not None and self.game_dock is not None:
            menu = menus.add_menu(self, tr("&Game"))
            self._game_actions = fill_card_game(menu, self.game, self.game_dock.toggleViewAction())
            self._tell_game()

    def _add_play_menu(self) -> None:
        menu = menus.add_menu(self, tr("&Play"))
        self._pause: QAction | None = None
        if self.recording is None:
            add_action(menu, tr("Pla&y or stop"), ("Space",), self.player.play_or_stop)
        else:
            self._pause = add_switch(menu, tr("P&ause"), ("Space",), self.session.hold)
        menus.fill_player(menu, self.player)
        self._record = menus.fill_record(menu, self.looking_back, can_record=self.recording is not None)
        if self.keeper is not None:
            menus.fill_kept(menu, self.keeper)

    def _arrange(self) -> None:
        """As it was left last time, else large."""
        self.views.add_below(self.player)
        screen = QGuiApplication.primaryScreen()
        room = None if screen is None else screen.availableGeometry()
        wide, high = (1280, 800) if room is None else (int(room.width() * 0.92), int(room.height() * 0.9))
        self.resize(min(1500, wide), min(950, high))
        self.views.camera.setFocus()
        self.restoreGeometry(self.preferences.layout("geometry"))
        self.restoreState(self.preferences.layout(self._parts_key), LAYOUT)
        self.show_game()

    @property
    def _parts_key(self) -> str:
        return "card-parts" if self.recording is not None else "card-replay-parts"

    def _connect(self) -> None:
        session = self.session
        session.shown.connect(self._show)
        session.held.connect(self._tell_held)
        session.failed.connect(lambda problem: self.tell_error(say(problem.message)))
        self.looking_back.told.connect(self._tell)
        self.calls.told.connect(self._tell)
        self.looking_back.recording_asked.connect(self._tell_recording)
        if self.recording is not None:
            self.recording.changed.connect(self._show_recording)
            self.recording.failed.connect(self.fail)
        if isinstance(self.notes, MatchNotesKept):
            self.notes.failed.connect(partial(tell_problem, self))
            self.notes.kept.connect(self.player.past.refresh)
            session.marked.connect(self.notes.mark)
            session.mark_taken_back.connect(self.notes.take_back_mark)
        session.not_kept.connect(self._tell_not_kept)
        if self.acts_dock is not None:
            self.acts.chosen.connect(self.player.seek)
            self.player.past.told.connect(self._tell_acts)
        if self.game is not None and self.cards is not None:
            self.game.told.connect(self._tell)
            self.game.shown.connect(self.show_game)
            self.calls.follow(self.cards)
            self.cards.began_or_ended.connect(self._tell_game)
            self.cards.saw.connect(self._tell_seen)
        session.called.connect(lambda player: self.tell_error(tr("{player} calls the judge.", player=player)))

    # What is shown

    def _show(self, moment: Moment) -> None:
        self.views.show_moment(moment)
        if self._past is not None:
            self.views.row.show_game(self._past.at(moment.state.t_ns).game, ())
            self.acts.show_now(moment.state.t_ns)
        elif self.cards is None:
            self.views.row.show_nothing(tr("This match keeps no game."))

    def show_game(self) -> None:
        dock = self.game_dock or self.acts_dock
        if dock is not None:
            dock.show()
            dock.raise_()

    def show_health(self, health: CaptureHealth) -> None:
        if health.state not in (CaptureState.ENDED, CaptureState.STARTING):
            self.views.banner.set_failure(health.words or None)

    def fail(self, message: Text) -> None:
        """The source has stopped. The last picture stays, with a banner that says so."""
        self.views.banner.set_failure(message)

    def tell_error(self, line: str) -> None:
        self.fail(line)

    def show_warning(self, words: Text) -> None:
        """What keeps the table from being read."""
        self.views.banner.set_warnings((say(words),) if words else ())

    def _tell(self, words: str) -> None:
        self.status.showMessage(words, TOLD_MS)

    def _tell_seen(self) -> None:
        """In the status bar: whether the table lies at rest and can be read."""
        assert self.cards is not None
        followed = self.cards.game.followed
        settled = None if followed is None else followed.settled
        if followed is None or settled is None:
            row = HealthRow("cards", Level.WORSE, tr("Cards not read yet"), tr("The table has not been seen at rest."))
        elif followed.is_waiting:
            row = HealthRow("cards", Level.GOOD, tr("Cards are moving"), tr("Waiting until no hand is over the cards."))
        elif settled.row_is_sure:
            row = HealthRow("cards", Level.GOOD, tr("Row read"), tr("All nine ships are read."))
        else:
            row = HealthRow("cards", Level.WORSE, tr("Row not sure"), tr("Not all nine ships can be read."))
        self.status.show_row(row)

    def _tell_game(self) -> None:
        for action in self._game_actions:
            action.setEnabled(self.game is not None and self.game.desk is not None)

    def _tell_acts(self, game: ToldGame | None) -> None:
        self.acts.show_game(game, self.player.span[0])
        if self.session.moment is not None:
            self.acts.show_now(self.session.moment.state.t_ns)

    def _tell_held(self, held: bool) -> None:
        if self.recording is not None:
            self.views.banner.set_notice(tr("Paused. Press Space to resume.") if held else None)
        if self._pause is not None:
            self._pause.setChecked(held)

    def _tell_recording(self) -> None:
        if self._record is not None and self.recording is not None:
            self._record.setChecked(self.recording.is_recording)

    def _show_recording(self, status: RecorderStatus) -> None:
        self.status.show_row(recording_row(status))
        self._tell_recording()

    def _tell_not_kept(self, words: str) -> None:
        self.tell_error(tr("The game is not kept: {problem}", problem=words))

    # What the menus ask for

    def _choose_theme(self, name: str) -> None:
        self.preferences.choose(THEME, name)
        set_appearance(Appearance(name))

    def _pick_camera(self) -> None:
        """Another camera for the table that is open."""
        from tableassist.ui.cameras.picker import pick_camera  # noqa: PLC0415  loaded where it is needed
        from tableassist.ui.session.preferences import Recent  # noqa: PLC0415

        opened = self.program.opened
        source = pick_camera("" if opened is None else opened.source, self)
        if source is not None:
            self.program.try_open(Recent(source, None if opened is None else opened.table), self)

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

    def show_shortcuts(self) -> None:
        scrolled_page(self, tr("Shortcuts"), shortcuts_text(grouped_keys(self))).open()

    def show_about(self) -> None:
        box = rich_box(self, tr("About Table Assist"), about_text())
        box.setIconPixmap(self.windowIcon().pixmap(64, 64))
        box.open()

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def quit(self) -> None:
        self.close()
        self.program.quit()

    # How it goes

    def save_layout(self) -> None:
        self.preferences.set_layout("geometry", self.saveGeometry())
        self.preferences.set_layout(self._parts_key, self.saveState(LAYOUT))

    def take_over(self, before: QMainWindow) -> None:
        """In another language, this one is in its place."""
        if not before.isMaximized() and not before.isFullScreen():
            self.setGeometry(before.geometry())
        self._tell_recording()

    def step_aside(self) -> None:
        """Closes this window alone: the table goes on behind another."""
        self._close_parts()
        self.close()
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent | None) -> None:  # noqa: N802
        if not self._closed:
            self._close_parts()
            self._on_close()
            self.session.close()
        super().closeEvent(event)

    def _close_parts(self) -> None:
        self._closed = True
        self.save_layout()
        self.forum.close()
        self.exports.close()
        self.calls.close()
        self.player.close_past()

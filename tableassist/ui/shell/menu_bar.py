"""The menus and the toolbar of a table's window, whichever game it is."""

from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QDockWidget

from tableassist.messages import tr
from tableassist.table import GameKeeper
from tableassist.ui.cameras.picker import pick_camera
from tableassist.ui.game.orders import CommonOrders
from tableassist.ui.look import Appearance, set_appearance
from tableassist.ui.matches.exports import ExportSession, ForumCopy, OwnKey
from tableassist.ui.matches.recording import Recording
from tableassist.ui.session.preferences import THEME, Recent
from tableassist.ui.session.session import Session
from tableassist.ui.shell import menus
from tableassist.ui.shell.actions import add_action, add_switch, grouped_keys
from tableassist.ui.shell.board import Board, toggle_of
from tableassist.ui.shell.dock_window import DockWindow
from tableassist.ui.shell.help import about_text, shortcuts_text
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.league_part import LeaguePart
from tableassist.ui.shell.spectator_window import SpectatorWindow
from tableassist.ui.shell.window_files import Opener, PictureSaver
from tableassist.ui.sound import CallTeller
from tableassist.ui.timeline.looking_back import LookingBack
from tableassist.ui.timeline.player import Player
from tableassist.ui.toolbar import ActionBar, IconShape
from tableassist.ui.widgets.notices import rich_box, scrolled_page
from tableassist.web import TablePages

if TYPE_CHECKING:
    from tableassist.ui.manual import Manual


class ShellWindow(DockWindow):
    """A window with the parts that the menus are about."""

    session: Session
    program: Host
    board: Board
    opener: Opener
    saver: PictureSaver
    exports: ExportSession
    forum: ForumCopy
    own_key: OwnKey
    calls: CallTeller
    spectators: SpectatorWindow
    player: Player | None
    looking_back: LookingBack
    recording: Recording | None
    """Of a table that is watched."""
    can_mark: bool
    keeper: GameKeeper | None
    pages: TablePages | None
    league: LeaguePart | None
    game: CommonOrders | None
    game_dock: QDockWidget | None

    @property
    def is_match(self) -> bool:
        """Whether a recorded match is shown."""
        return self.session.is_replay and self.player is not None


class MenuBar:
    """Keeps the actions whose words and checks follow the table."""

    def __init__(self, window: ShellWindow) -> None:
        self._window = window
        self.manual: Manual | None = None
        self.toolbar = ActionBar(window)
        self.pause: QAction | None = None
        self._record: QAction | None = None
        self._fill_file()
        self._fill_edit()
        self._fill_view()
        self._fill_table()
        self._fill_game()
        self._fill_play()
        if window.league is not None:
            window.league.fill(menus.add_menu(window, tr("&League")))
        self._fill_help()
        self._fill_toolbar()

    def _fill_file(self) -> None:
        window, program = self._window, self._window.program
        menu = menus.add_menu(window, tr("&File"))
        menus.fill_files(menu, window, program, window.opener, self._pick_camera)
        menus.fill_papers(menu, window.saver, lambda menu: window.board.fill_share(menu, window.exports))
        if window.is_match:
            menus.fill_match(menu, window.exports, window.forum, window.board.export_kinds)
        menu.addSeparator()
        add_action(menu, tr("C&lose"), ("Ctrl+W",), window.close)
        add_action(menu, tr("&Quit"), ("Ctrl+Q",), self.quit)

    def _fill_edit(self) -> None:
        window = self._window
        menu = menus.add_menu(window, tr("&Edit"))
        self.undo_actions = menus.add_undo(menu, window.session)
        menu.addSeparator()
        window.board.fill_edit(menu)
        add_action(menu, tr("&Deselect"), ("Esc",), self._escape)

    def _fill_view(self) -> None:
        window, preferences = self._window, self._window.program.preferences
        menu = menus.add_menu(window, tr("&View"))
        window.board.fill_view(menu, lambda menu: menus.fill_panels(menu, window))
        menus.fill_look(menu, preferences, self._choose_theme, window.program.choose_language)
        menus.fill_sounds(menu, preferences, window.calls)
        add_action(menu, tr("&Spectators' window"), ("Ctrl+Shift+F",), window.spectators.show_on_second_screen)
        add_action(menu, tr("F&ull screen"), ("F11",), self._toggle_full_screen)

    def _fill_table(self) -> None:
        window = self._window
        menu = menus.add_menu(window, tr("&Table"))
        window.board.fill_table(menu)
        if window.pages is not None:
            add_action(menu, tr("Share this table in the &browser…"), ("Ctrl+B",), self.show_pages)
        action = menu.menuAction()
        if menu.isEmpty() and action is not None:
            action.setVisible(False)

    def _fill_game(self) -> None:
        window = self._window
        self._game_toggle = toggle_of(window.game_dock, "P")
        self._needs_game: tuple[QAction, ...] = ()
        if window.game is not None:
            self._needs_game = menus.fill_game(menus.add_menu(window, tr("&Game")), window.game, self._game_toggle)
            self.show_game()

    def _fill_play(self) -> None:
        window = self._window
        menu = menus.add_menu(window, tr("&Play"))
        if window.is_match and window.player is not None:
            self._space = add_action(menu, tr("Pla&y or stop"), ("Space",), window.player.play_or_stop)
        else:
            self._space = self.pause = add_switch(menu, tr("P&ause"), ("Space",), window.session.hold)
        if window.player is not None:
            compare = window.looking_back.compare if window.looking_back.can_compare else None
            menus.fill_player(menu, window.player, compare)
        if window.recording is not None:
            self._record = menus.fill_record(menu, window.looking_back, self.show_recording)
        if window.can_mark:
            add_action(menu, tr("&Mark this moment…"), ("Ctrl+M",), window.looking_back.ask_mark)
        if window.keeper is not None:
            menus.fill_kept(menu, window.keeper, window.session)

    def _fill_help(self) -> None:
        window = self._window
        menu = menus.add_menu(window, tr("&Help"))
        add_action(menu, tr("&Manual"), ("F1",), self.show_manual)
        add_action(menu, tr("&Shortcuts"), ("?",), self._show_shortcuts)
        add_action(menu, tr("This table's &key"), (), window.own_key.show)
        menus.add_updates(menu, window, window.program.preferences)
        add_action(menu, tr("&About Table Assist"), (), self._show_about)

    def _fill_toolbar(self) -> None:
        bar = self.toolbar
        play = (IconShape.PLAY, tr("Play")) if self.pause is None else (IconShape.PAUSE, tr("Pause"))
        bar.add(self._space, *play)
        if self._record is not None:
            bar.add(self._record, IconShape.RECORD, tr("Record"), later=tr("Recording"))
        self._window.board.fill_toolbar(bar)
        if self._game_toggle is not None:
            bar.add(self._game_toggle, IconShape.GAME, tr("Game"))
        self._window.addToolBar(Qt.ToolBarArea.LeftToolBarArea, bar)

    # What follows the table

    def show_game(self) -> None:
        """Enable what needs a game while one is played."""
        for action in self._needs_game:
            action.setEnabled(self._window.game is not None and self._window.game.played is not None)

    def show_recording(self) -> None:
        recording = self._window.recording
        if self._record is not None and recording is not None:
            self._record.setChecked(recording.is_recording)
            now = (IconShape.RECORDING, tr("Recording")) if recording.is_on_disk else (IconShape.RECORD, tr("Record"))
            self.toolbar.show_shape(self._record, *now)

    # What the menus do

    def _escape(self) -> None:
        if not self._window.board.escape() and self._window.isFullScreen():
            self._toggle_full_screen()

    def _choose_theme(self, name: str) -> None:
        self._window.program.preferences.choose(THEME, name)
        set_appearance(Appearance(name))

    def _toggle_full_screen(self) -> None:
        self._window.setWindowState(self._window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def _pick_camera(self) -> None:
        """Another camera for the table that is open."""
        program = self._window.program
        opened = program.opened
        source = pick_camera("" if opened is None else opened.source, self._window)
        if source is not None:
            program.try_open(Recent(source, None if opened is None else opened.table), self._window)

    def quit(self) -> None:
        if not self._window.looking_back.ask_to_stop(self._quit_now):
            self._quit_now()

    def _quit_now(self) -> None:
        self._window.close()
        self._window.program.quit()

    def show_pages(self) -> None:
        from tableassist.ui.share_dialog import ShareDialog  # noqa: PLC0415  loaded where it is needed

        if self._window.pages is not None:
            ShareDialog(self._window.pages, self._window).show()

    def show_manual(self) -> None:
        from tableassist.ui.manual import Manual  # noqa: PLC0415  loaded where it is needed

        if self.manual is None:
            self.manual = Manual(self._window)
        self.manual.show()
        self.manual.raise_()

    def _show_shortcuts(self) -> None:
        groups = (*grouped_keys(self._window), *self._window.board.shortcut_rows())
        scrolled_page(self._window, tr("Shortcuts"), shortcuts_text(groups)).open()

    def _show_about(self) -> None:
        box = rich_box(self._window, tr("About Table Assist"), about_text())
        box.setIconPixmap(self._window.windowIcon().pixmap(64, 64))
        box.open()

"""A table with a mat in its window: camera and plan, rulings, ledger, tools, and what fair play lets be seen."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar, cast

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage
from PyQt6.QtWidgets import QDockWidget, QMenu

from tableassist.judging.views import TableDrawing
from tableassist.messages import tr
from tableassist.overlay.piece_strokes import ship_numbers
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import EDITIONS, Ruling, Verdict
from tableassist.rulebook.engine import SHOT
from tableassist.sources.supervised import CaptureHealth
from tableassist.store.export import ExportKind
from tableassist.table import FairPlay
from tableassist.table.commands import AskOnly, ShowRuling, UseFairPlay
from tableassist.table.game import TableGame
from tableassist.table.visibility import CalledRulings, Shown, make_shown
from tableassist.ui.assigning import Assigning
from tableassist.ui.canvas.table_views import Showing, TableViews
from tableassist.ui.game.orders import GameOrders
from tableassist.ui.ledger.mast_asking import MastAsking
from tableassist.ui.ledger.panel import LedgerPanel
from tableassist.ui.matches.exports import ExportSession
from tableassist.ui.painting import pictures
from tableassist.ui.rulings.asking import AskBar, EvidenceShown
from tableassist.ui.rulings.panel import RulingPanel
from tableassist.ui.rulings.sharing import Sharing
from tableassist.ui.session.preferences import FAIR_PLAY
from tableassist.ui.session.table_health import HealthRow, SteadyNotices, health_rows
from tableassist.ui.shell import menus
from tableassist.ui.shell.actions import add_switch
from tableassist.ui.shell.board import BOTTOM, RIGHT, Board, Shell, toggle_of
from tableassist.ui.shell.help import pointer_rows
from tableassist.ui.shell.spectator_window import MatSpectatorView
from tableassist.ui.timeline.signs import legend_signs
from tableassist.ui.toolbar import ActionBar, IconShape
from tableassist.ui.tools.toolbox import Toolbox
from tableassist.ui.workers import Connections


class MatBoard(Board):
    views: TableViews
    export_kinds: ClassVar[tuple[ExportKind, ...]] = tuple(ExportKind)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        session, window, mat = self.session, shell.window, self.session.settings.mat
        self._drawings, self._called, self._notices = TableDrawing(), CalledRulings(), SteadyNotices()
        self.fair_play = FairPlay(shell.program.preferences.chosen(FAIR_PLAY))
        self.views = TableViews((mat.width_mm, mat.height_mm), session.selection)
        self.evidence = EvidenceShown(session, self.views)
        self.mast_asking = MastAsking(session, self.views.question, window)
        self.ask_bar = AskBar()
        self.rulings = RulingPanel(session)
        self.sharing = Sharing(session, self.rulings.current, window, key=shell.key)
        self.assigning = Assigning(session, self._table_file, shell.show_message, window)
        self.move_dock: QDockWidget | None = None
        self._connections = Connections()
        self.show_compared = self.views.set_compared

    # The window is put together

    def make_spectator_view(self) -> MatSpectatorView:
        return MatSpectatorView(self.session, self.allowed)

    def add_panels(self) -> None:
        shell = self.shell
        self.ruling_dock = shell.add_part("rulings", self.rulings, BOTTOM)
        self.ruling_dock.setTitleBarWidget(self.rulings.title_bar)
        self.rulings.close_asked.connect(self.ruling_dock.close)
        self.ledger_dock = shell.add_part("ledger", LedgerPanel(self.session), RIGHT)
        if shell.player is not None and shell.moves is not None:
            self.move_dock = shell.add_part("moves", shell.moves.show_in(shell.player), RIGHT)
            shell.window.tabifyDockWidget(self.ledger_dock, self.move_dock)

    def add_tools(self) -> None:
        self.tools = Toolbox(
            self.session,
            self.views,
            lambda name, panel: self.shell.add_part(name, panel, RIGHT),
            lambda: self.fair_play is not FairPlay.ON_REQUEST,
            self.shell.window,
        )

    @property
    def side_dock(self) -> QDockWidget:
        return self.move_dock or self.ledger_dock

    def make_orders(self) -> GameOrders:
        window, preferences = self.shell.window, self.shell.program.preferences
        game = cast(TableGame, self.session.table.game)
        return GameOrders(self.session, game, preferences, self._offering_rulings, window)

    def fill_share(self, menu: QMenu, exports: ExportSession) -> None:
        self._share_action = menus.fill_share(menu, self.sharing, exports)

    def fill_edit(self, menu: QMenu) -> None:
        menus.fill_mat_edit(menu, self.session, self.rulings, self.choose_ship)

    def fill_view(self, menu: QMenu, panels: Callable[[QMenu], object]) -> None:
        menus.fill_mat_views(menu, self.views, panels, self.shell.player)

    def fill_table(self, menu: QMenu) -> None:
        shell = self.shell
        self._measure_action, self._ghost_action = menus.fill_tools(menu, self.tools)
        self.ask_action = add_switch(menu, tr("As&k about two ships"), ("A",), self.show_ask_bar)
        self._edition_choice = menus.fill_editions(menu, self.session, self.choose_edition)
        self._release_action = menus.fill_fair_play(menu, self.fair_play, self.choose_fair_play, self.release)
        set_up = partial(shell.program.set_up, shell.window)
        self._set_up_action = menus.fill_set_up(menu, self.rulings, self.assigning, set_up)

    def fill_toolbar(self, bar: ActionBar) -> None:
        bar.add(self._measure_action, IconShape.MEASURE, tr("Measure"))
        bar.add(self._ghost_action, IconShape.GHOST, tr("Ghost"))
        bar.add(self.ask_action, IconShape.ASK, tr("Ask"))
        if self._share_action is not None:
            bar.add(self._share_action, IconShape.SHARE, tr("Share"))
        ledger = toggle_of(self.ledger_dock, "F2")
        if ledger is not None:
            bar.add(ledger, IconShape.LEDGER, tr("Ledger"))

    def arrange(self) -> None:
        window = self.shell.window
        self.views.add_bar(self.ask_bar)
        if self.shell.player is not None and not self.session.is_replay:  # a replay has its own legend, below the line
            self.views.legend.show_signs(legend_signs())
        self.ledger_dock.setVisible(False)
        if self.move_dock is not None:
            self.move_dock.setVisible(self.session.is_replay)
        # In a low window the table comes first, once six rulings have room.
        rulings_px = max(self.rulings.least_px, min(260, round(0.26 * window.height())))
        window.resizeDocks([self.ruling_dock], [rulings_px], Qt.Orientation.Vertical)
        window.resizeDocks([self.ledger_dock], [300], Qt.Orientation.Horizontal)

    def connect(self) -> None:
        session, league = self.session, self.shell.league
        self._connections.add(session.selection.changed, lambda _piece: self.shell.show_again())
        self._connections.add(session.settings_changed, self._tell_edition)
        self._connections.add(session.overruled, lambda *_: self.shell.show_again())
        self._connections.add(session.asked, lambda ruling, _by: self._answer_page(ruling))
        self._connections.add(session.asked_closed, self._close_asked)
        for part in (self.sharing.share, self.tools):
            part.told.connect(self._tell)
        self.tools.changed.connect(self.shell.show_again)
        self.rulings.chosen.connect(self._choose_ruling)
        self.ask_bar.asked.connect(self._ask)
        self.ask_bar.asked.connect(self._tell_answers)
        self.views.question.answered.connect(lambda _first: self.views.camera.setFocus())
        if league is not None:
            self._connections.add(league.changed, self._tell_league)
            self.rulings.judge_wanted.connect(self.shell.ask_judge)
            self._tell_league()
        self._tell_fair_play()

    def restore_from(self, before: Board) -> None:
        assert isinstance(before, MatBoard)
        self._tell_fair_play()
        self.release(before.shell.spectators().is_released)
        self._release_action.setChecked(before._release_action.isChecked())
        self._set_up_action.setChecked(before._set_up_action.isChecked())
        self.views.show_only(before.views.showing)

    def close(self) -> None:
        self._connections.drop()
        for part in (self.tools, self.sharing, self.assigning):
            part.close()

    # What is shown

    def show(self, moment: Moment) -> None:
        shown = self.allowed(moment)
        self.views.show_moment(moment, shown.drawing)
        self.views.banner.set_warnings(self._notices.of(shown.state))
        self.ask_bar.show_pieces(moment.settings.pieces)
        self.ask_bar.show_rulings(moment.state.rulings)

    def status_rows(self, moment: Moment, camera: CaptureHealth, frames_per_s: float | None) -> tuple[HealthRow, ...]:
        return health_rows(moment, camera, frames_per_s=frames_per_s)

    def allowed(self, moment: Moment) -> Shown:
        """What fair play lets be seen of a moment."""
        selected = None if self.tools.in_hand is self.tools.ghost else self.session.selection.piece
        return make_shown(
            moment,
            self.fair_play,
            self._asked,
            selected=selected,
            drawings=self._drawings,
            called=self._called.of(moment.state.rulings, self.session.overrulings, moment.settings.state),
        )

    def picture(self) -> QImage | None:
        """Camera, plan or both, at the camera's full size rather than the window's."""
        moment = self.session.moment
        if moment is None:
            return None
        frame, shown = moment.frame, self.allowed(moment)
        selected, showing = self.session.selection.piece, self.views.showing
        camera, plan, mat = None, None, moment.settings.mat
        if showing is not Showing.PLAN:
            camera = pictures.camera_image(frame, shown.state, shown.drawing, selected=selected)
        if showing is not Showing.CAMERA:
            plan = pictures.overhead_image(frame, shown.state, shown.drawing, mat, selected=selected)
        return pictures.side_by_side(camera, plan) if camera and plan else camera or plan

    def escape(self) -> bool:
        if self.tools.escape():
            return True
        self.evidence.clear()
        self._show_ruling(None)
        self.views.camera.setFocus()
        was_selected = self.session.selection.piece is not None
        self.session.selection.choose(None)
        return was_selected

    def chosen_ruling(self) -> Ruling | None:
        return self.rulings.current()

    def shared_ruling(self) -> str | None:
        """The match holds what is judged at every moment, so a check of the set-up is not in it."""
        shared = self.sharing.shared()
        return shared.ruling.id if shared is not None and shared.ruling in shared.moment.state.rulings else None

    def shortcut_rows(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        return ((tr("Mouse"), pointer_rows()),)

    # What people choose

    def choose_ship(self, step: int) -> None:
        """The next one on the table (or the one before, below zero), fleet by fleet, each by its names."""
        moment, selection = self.session.moment, self.session.selection
        if moment is None:
            return
        numbers = ship_numbers(placed.piece for placed in moment.state.scene.pieces)
        ships = sorted(numbers, key=numbers.__getitem__)
        if ships:
            at = ships.index(selection.piece) + step if selection.piece in numbers else min(step, 0)
            selection.choose(ships[at % len(ships)])

    def choose_edition(self, name: str) -> None:
        edition = EDITIONS[name]
        if self.session.settings.rules.edition.name != name:
            self.session.choose_edition(edition)

    def choose_fair_play(self, mode: str) -> None:
        self.fair_play = FairPlay(mode)
        self.shell.program.preferences.choose(FAIR_PLAY, mode)
        self._ask(frozenset())

    def release(self, released: bool) -> None:
        """Open the table to the spectators, in a game with a referee."""
        spectators = self.shell.spectators()
        spectators.set_released(released or self.fair_play is not FairPlay.REFEREE)
        self.session.ask(UseFairPlay(self.fair_play, spectators.is_released))

    def show_ask_bar(self, shown: bool) -> None:
        """In every game; in one on request it is always there."""
        self.ask_bar.setVisible(shown or self.fair_play is FairPlay.ON_REQUEST)
        if shown:
            self.ask_bar.who.setFocus()
        elif self._asked:
            self.ask_bar.clear()

    # Questions and answers

    @property
    def _asked(self) -> frozenset[str]:
        """Ids of the rulings that were asked for: here, and where only those are shown also at pages."""
        on_request = self.fair_play is FairPlay.ON_REQUEST
        asked = self.session.table.snapshot.asked
        return frozenset(question.ruling for question in asked if on_request or not question.by)

    def _offering_rulings(self) -> tuple[Ruling, ...]:
        """Of the newest moment, or of the one that is held: in a game on request a shot is offered to whoever has asked
        about it."""
        shown = self.session.moment if self.session.is_held else self.session.newest
        rulings = () if shown is None else shown.state.rulings
        if self.fair_play is not FairPlay.ON_REQUEST:
            return rulings
        return tuple(ruling for ruling in rulings if ruling.rule == SHOT.id and ruling.id in self._asked)

    def _choose_ruling(self, ruling: Ruling) -> None:
        self._call((ruling,))
        if ruling.verdict is Verdict.TOO_CLOSE:
            self._tell_asked(frozenset({ruling.id}))
        self.evidence.show(ruling)
        self._show_ruling(ruling)

    def _show_ruling(self, ruling: Ruling | None) -> None:
        """To everybody who looks at this table elsewhere."""
        self.shell.spectators().show_ruling(ruling)
        self.session.ask(ShowRuling("" if ruling is None else ruling.id))

    def _answer_page(self, ruling: Ruling) -> None:
        """A player's phone asks what the ask bar asks: everybody gets the answer."""
        self._show_asked()
        self._choose_ruling(ruling)

    def _ask(self, ids: frozenset[str]) -> None:
        self._tell_asked(ids - self._asked)
        self.session.ask(AskOnly(sorted(ids)))
        self._tell_fair_play()
        self.shell.show_again()

    def _close_asked(self) -> None:
        if not self._asked:
            self.ask_bar.clear()
        if self.session.table.shown_question() is None:
            self.shell.spectators().show_ruling(None)
        self._show_asked()

    def _show_asked(self) -> None:
        on_request = self.fair_play is FairPlay.ON_REQUEST
        self.rulings.show_only(self._asked if on_request or self._asked else None)
        self.shell.show_again()

    def _tell_answers(self, ids: frozenset[str]) -> None:
        moment = self.session.moment
        if moment is not None:
            self._call(tuple(ruling for ruling in moment.state.rulings if ruling.id in ids))

    def _call(self, rulings: tuple[Ruling, ...]) -> None:
        """So that it is heard, by all who may hear it."""
        if self.fair_play is not FairPlay.REFEREE or self.shell.spectators().is_released:
            names = {piece.id: piece.name for piece in self.session.settings.pieces}
            called = self._called.of(rulings, self.session.overrulings, self.session.shown_settings.state)
            self.shell.calls.answer(called, names)

    def _tell_asked(self, ids: frozenset[str], by: str = "") -> None:
        newest, league = self.session.newest, self.shell.league
        if league is not None and newest is not None:
            league.tell_asked([ruling for ruling in newest.state.rulings if ruling.id in ids], by)

    def _tell_fair_play(self) -> None:
        on_request = self.fair_play is FairPlay.ON_REQUEST
        self.ask_bar.setVisible(on_request or self.ask_action.isChecked())
        self.rulings.show_only(self._asked if on_request or self._asked else None)
        self._release_action.setEnabled(self.fair_play is FairPlay.REFEREE)
        self._release_action.setChecked(False)
        self.release(False)

    def _tell_edition(self) -> None:
        for action in self._edition_choice.actions():
            action.setChecked(action.data() == self.session.settings.rules.edition.name)

    def _tell_league(self) -> None:
        league = self.shell.league
        self.rulings.judge_button.setVisible(league is not None and league.is_on)

    def _tell(self, words: str) -> None:
        self.shell.show_message(words, menus.MESSAGE_MS)

    def _table_file(self) -> Path | None:
        opened = self.shell.program.opened
        return None if opened is None or opened.table is None else Path(opened.table)

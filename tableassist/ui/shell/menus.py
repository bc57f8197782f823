"""The window's menus: words, keys and what they call. Each gets the parts that it is about."""

from collections.abc import Callable, Mapping
from functools import partial

from PyQt6.QtGui import QAction, QActionGroup, QKeySequence
from PyQt6.QtWidgets import QMainWindow, QMenu, QMenuBar, QWidget

from tableassist.messages import LANGUAGES, Message, own_name, say, tr
from tableassist.rulebook import EDITIONS
from tableassist.rulebook.referee import DIE
from tableassist.store.export import ExportKind
from tableassist.store.report import ForumMarkup
from tableassist.table import FairPlay, GameKeeper
from tableassist.table.commands import ResumeGame
from tableassist.ui.assigning import Assigning
from tableassist.ui.canvas.table_views import Showing, TableViews
from tableassist.ui.canvas.zoom_view import Tool
from tableassist.ui.game.orders import CommonOrders
from tableassist.ui.ledger.notes import begin_next_turn
from tableassist.ui.matches.exports import ExportSession, ForumCopy
from tableassist.ui.matches.recovery import game_words, when_words
from tableassist.ui.rulings.panel import RulingPanel
from tableassist.ui.rulings.sharing import Sharing
from tableassist.ui.session.preferences import LANGUAGE, SOUNDS, THEME, VOICE, Preferences, is_on
from tableassist.ui.session.session import Session
from tableassist.ui.shell.actions import add_action, add_choice, add_switch
from tableassist.ui.shell.dock_window import PanelAction
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.window_files import Opener, PictureSaver
from tableassist.ui.sound import CallTeller
from tableassist.ui.timeline.looking_back import LookingBack
from tableassist.ui.timeline.player import Player
from tableassist.ui.toolbar import ActionBar
from tableassist.ui.tools.toolbox import Toolbox
from tableassist.ui.widgets.plain import without_keys

Call = Callable[[], object]
MESSAGE_MS = 8000
"""How long the status bar tells what was done."""

EXPORT_WORDS: Mapping[ExportKind, Message] = {
    ExportKind.MP4: Message("&Film (MP4)…"),
    ExportKind.GIF: Message("A few seconds as moving &picture (GIF)…"),
    ExportKind.CSV: Message("&Spreadsheet of all places (CSV)…"),
    ExportKind.PCN: Message("S&core, move by move (PCN)…"),
    ExportKind.JSONL: Message("&Data for programs (JSON lines)…"),
    ExportKind.MCAP: Message("&Recording for Foxglove (MCAP)…"),
}


def add_menu(window: QMainWindow, words: str) -> QMenu:
    bar = window.menuBar()
    assert bar is not None
    return _sub_menu(bar, words)


def _sub_menu(menu: QMenuBar | QMenu, words: str) -> QMenu:
    made = QMenu(words, menu)
    menu.addMenu(made)
    return made


def fill_files(menu: QMenu, window: QWidget, host: Host, opener: Opener, pick_camera: Call) -> None:
    add_action(menu, tr("&Open…"), ("Ctrl+O",), opener.ask)
    add_action(menu, tr("&Matches…"), ("Ctrl+Shift+O",), partial(host.show_library, window))
    recent = _sub_menu(menu, tr("Open &recent"))
    recent.aboutToShow.connect(lambda: _fill_recent(recent, window, host))
    add_action(menu, tr("C&amera…"), (), pick_camera)
    menu.addSeparator()


def _fill_recent(menu: QMenu, window: QWidget, host: Host) -> None:
    menu.clear()
    for recent in host.preferences.recent:
        words = recent.source if recent.table is None else f"{recent.source}  ·  {recent.table}"
        add_action(menu, without_keys(words), (), partial(host.try_open, recent, window))
    if menu.isEmpty():
        nothing = add_action(menu, tr("Nothing yet"), (), lambda: None)
        nothing.setEnabled(False)


def fill_papers(menu: QMenu, saver: PictureSaver, share: Callable[[QMenu], object]) -> None:
    """Pictures; `share` adds how a ruling is shared."""
    add_action(menu, tr("&Save picture…"), ("Ctrl+S",), saver.ask)
    add_action(menu, tr("&Copy picture"), ("Ctrl+Shift+C",), saver.copy)
    share(menu)


def fill_share(menu: QMenu, sharing: Sharing, exports: ExportSession) -> QAction | None:
    """What opens the ways to share a ruling."""
    share = _sub_menu(menu, tr("Share the chosen rul&ing"))
    add_action(share, tr("As a &picture…"), (), sharing.ask_picture)
    add_action(share, tr("As a P&DF…"), (), sharing.ask_pdf)
    add_action(share, tr("To the &clipboard"), ("Ctrl+Alt+C",), sharing.copy)
    add_action(share, tr("With &evidence, so it can be judged again…"), (), exports.ask_evidence)
    return share.menuAction()


def fill_match(menu: QMenu, exports: ExportSession, forum: ForumCopy, kinds: tuple[ExportKind, ...]) -> None:
    """What is made of a recorded match."""
    add_action(menu, tr("&Battle report…"), (), exports.ask_report)
    if kinds:
        export = _sub_menu(menu, tr("E&xport the match"))
        for kind in kinds:
            add_action(export, say(EXPORT_WORDS[kind]), (), partial(exports.ask_export, kind))
    text = _sub_menu(menu, tr("Copy as a &text for a forum"))
    add_action(text, "&BBCode", (), partial(forum.copy, ForumMarkup.BBCODE))
    add_action(text, "&Markdown", (), partial(forum.copy, ForumMarkup.MARKDOWN))


def fill_mat_edit(menu: QMenu, session: Session, rulings: RulingPanel, choose_ship: Callable[[int], object]) -> None:
    if not session.is_replay:
        add_action(menu, tr("Next player's &turn"), ("T",), partial(begin_next_turn, session))
    add_action(menu, tr("&Overrule the chosen ruling…"), ("O",), rulings.overrule)
    menu.addSeparator()
    add_action(menu, tr("&Next ship"), ("N",), partial(choose_ship, 1))
    add_action(menu, tr("&Previous ship"), ("Shift+N",), partial(choose_ship, -1))


def add_undo(menu: QMenu, session: Session) -> tuple[QAction, QAction]:
    """Undo and redo, for the caller to keep."""
    undo, redo = session.undo.make_actions(menu)
    undo.setShortcuts([QKeySequence("Ctrl+Z")])
    redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
    menu.addActions([undo, redo])
    return undo, redo


def fill_mat_views(menu: QMenu, views: TableViews, panels: Callable[[QMenu], object], player: Player | None) -> None:
    for words, key, showing in (
        (tr("&Camera only"), "Ctrl+1", Showing.CAMERA),
        (tr("&Plan only"), "Ctrl+2", Showing.PLAN),
        (tr("&Both"), "Ctrl+3", Showing.BOTH),
    ):
        add_action(menu, words, (key,), partial(views.show_only, showing))
    menu.addSeparator()
    add_action(menu, tr("&Fit"), ("Ctrl+0",), views.fit)
    add_switch(menu, tr("Fit to the &mat"), ("F",), views.camera.fit_to_mat, on=True)
    menu.addSeparator()
    panels(menu)
    legend = add_switch(menu, tr("&Legend"), ("Ctrl+L",), views.legend.setVisible, on=True)
    if player is not None:
        legend.toggled.connect(player.legend.setVisible)
    add_action(menu, tr("&Turn the plan left"), ("R",), partial(views.turn_plan, 90.0))
    add_action(menu, tr("Turn the plan r&ight"), ("Shift+R",), partial(views.turn_plan, -90.0))


def fill_panels(menu: QMenu, window: QMainWindow) -> None:
    panels = _sub_menu(menu, tr("P&anels"))
    bars = window.findChildren(ActionBar)
    for shown in (*window.findChildren(PanelAction), *(bar.toggleViewAction() for bar in bars)):
        if shown is not None:
            panels.addAction(shown)


def fill_look(
    menu: QMenu,
    preferences: Preferences,
    choose_theme: Callable[[str], object],
    choose_language: Callable[[str], object],
) -> None:
    looks = (("system", tr("Same as the system")), ("dark", tr("Dark")), ("light", tr("Light")))
    add_choice(_sub_menu(menu, tr("App&earance")), looks, preferences.chosen(THEME), choose_theme)
    languages = _sub_menu(menu, tr("Lan&guage"))
    languages.setObjectName("languages")
    languages.aboutToShow.connect(lambda: _fill_languages(languages, preferences, choose_language))
    menu.addSeparator()


def _fill_languages(menu: QMenu, preferences: Preferences, choose: Callable[[str], object]) -> None:
    """When it is opened: what languages call themselves takes a library that is slow to load."""
    menu.clear()
    languages = (("system", tr("Same as the system")), *((code, own_name(code)) for code in LANGUAGES))
    add_choice(menu, languages, preferences.chosen(LANGUAGE), choose)


def fill_sounds(menu: QMenu, preferences: Preferences, calls: CallTeller) -> None:
    for words, choice, choose in (
        (tr("S&ounds for calls"), SOUNDS, calls.choose_sounds),
        (tr("Read &verdicts aloud"), VOICE, calls.choose_voice),
    ):
        add_switch(menu, words, (), choose, on=preferences.chosen(choice) == is_on(True))
    menu.addSeparator()


def add_updates(menu: QMenu, window: QWidget, preferences: Preferences) -> None:
    def show() -> None:
        from tableassist.ui.shell.help import UpdatesDialog  # noqa: PLC0415  loaded where it is needed

        UpdatesDialog(preferences, window).open()

    add_action(menu, tr("Check for a &new version…"), (), show)


def fill_tools(menu: QMenu, tools: Toolbox) -> tuple[QAction, QAction]:
    """Of measuring and of the ghost; each tool is laid down by what took it."""
    made = []
    for words, key, tool, take in (
        (tr("&Measure"), "D", tools.measure, partial(tools.take, tools.measure)),
        (tr("&Ghost of the selected ship"), "G", tools.ghost, tools.take_ghost),
        (tr("&Put a bumped piece back"), "B", tools.restore, partial(tools.take, tools.restore)),
    ):
        action = add_action(menu, words, (key,), partial(_take_or_lay_down, tools, tool, take))
        action.setCheckable(True)
        made.append((action, tool))

    def tell() -> None:
        for action, tool in made:
            action.setChecked(tools.in_hand is tool)

    tools.changed.connect(tell)
    for action, _ in made:
        action.triggered.connect(tell)  # also where the tool could not be taken
    menu.addSeparator()
    return made[0][0], made[1][0]


def _take_or_lay_down(tools: Toolbox, tool: Tool, take: Call) -> None:
    if tools.in_hand is tool:
        tools.take(None)
    else:
        take()


def fill_editions(menu: QMenu, session: Session, choose: Callable[[str], object]) -> QActionGroup:
    titles = tuple((name, say(edition.title)) for name, edition in EDITIONS.items())
    chosen = session.settings.rules.edition.name
    return add_choice(_sub_menu(menu, tr("&Edition")), titles, chosen, choose)


def fill_fair_play(
    menu: QMenu, chosen: FairPlay, choose: Callable[[str], object], release: Callable[[bool], object]
) -> QAction:
    """The switch that releases to the spectators."""
    modes = (
        (FairPlay.OPEN.value, tr("Open: everyone sees everything")),
        (FairPlay.ON_REQUEST.value, tr("On request: only what players ask about")),
        (FairPlay.REFEREE.value, tr("Referee: spectators see nothing until released")),
    )
    add_choice(_sub_menu(menu, tr("&Fair play")), modes, chosen.value, choose)
    releases = add_switch(menu, tr("&Release to the spectators"), ("Ctrl+E",), release)
    menu.addSeparator()
    return releases


def fill_set_up(menu: QMenu, rulings: RulingPanel, assigning: Assigning, set_up: Call) -> QAction:
    """The switch that checks the set-up."""
    checks = add_switch(menu, tr("&Check the set-up"), (), rulings.check_set_up)
    add_action(menu, tr("&Assign a tag to a piece…"), (), assigning.begin)
    add_action(menu, tr("&Set up the table…"), (), set_up)
    return checks


def fill_player(menu: QMenu, player: Player, compare: Call | None = None) -> None:
    add_action(menu, tr("Step &back one frame"), ("Left",), partial(player.step, -1))
    add_action(menu, tr("Step &forward one frame"), ("Right",), partial(player.step, 1))
    add_action(menu, tr("Back five seconds"), ("Shift+Left",), partial(player.skip, -5.0))
    add_action(menu, tr("Forward five seconds"), ("Shift+Right",), partial(player.skip, 5.0))
    menu.addSeparator()
    add_action(menu, tr("Play back&wards (again: faster)"), ("J",), player.play_back)
    add_action(menu, tr("&Stop"), ("K",), player.pause)
    add_action(menu, tr("&Play (again: faster)"), ("L",), player.play)
    add_action(menu, tr("S&lower"), ("Shift+L", "Shift+J"), player.slower)
    if compare is not None:
        menu.addSeparator()
        add_action(menu, tr("&Compare with this moment"), ("C",), compare)


def fill_game(menu: QMenu, orders: CommonOrders, panel: QAction | None) -> tuple[QAction, ...]:
    """Those that need a game. The digits are dice only while one is owed: a stray key is no roll."""
    if panel is not None:
        menu.addAction(panel)
    menu.addSeparator()
    add_action(menu, tr("&New game…"), ("Ctrl+N",), orders.ask_new)
    add_action(menu, tr("&Open a game…"), (), orders.ask_open)
    needs_game = [
        add_action(menu, tr("&Save the game…"), (), orders.ask_save),
        add_action(menu, tr("&Abandon the game…"), (), orders.ask_abandon),
    ]
    menu.addSeparator()
    needs_game.append(add_action(menu, tr("Say &what was done…"), ("W",), orders.ask_other))
    if orders.type_roll is not None:
        roll = _sub_menu(menu, tr("A &die was rolled"))
        for value in DIE:
            words = tr("A roll of &{value}", value=value)
            action = add_action(roll, words, (str(value),), partial(orders.type_roll, value))
            action.setEnabled(False)
            orders.die_owed.connect(action.setEnabled)
    add_action(menu, tr("What the &camera proposes…"), (), orders.ask_policies)
    return tuple(needs_game)


def fill_record(menu: QMenu, back: LookingBack, show_recording: Call) -> QAction:
    """The switch that records. `show_recording` sets it to what is so: a recording may not have begun after all."""

    def record(wanted: bool) -> None:
        back.record(wanted)
        show_recording()

    def ask() -> None:
        back.ask_and_record()
        show_recording()

    menu.addSeparator()
    switch = add_switch(menu, tr("&Record"), ("Ctrl+R",), record)
    add_action(menu, tr("Record to anot&her place…"), (), ask)
    return switch


def fill_kept(menu: QMenu, keeper: GameKeeper, session: Session) -> None:
    """The games of this table that were kept."""
    kept = _sub_menu(menu, tr("Resume saved &game"))
    kept.aboutToShow.connect(lambda: _fill_kept(kept, keeper, session))


def _fill_kept(menu: QMenu, keeper: GameKeeper, session: Session) -> None:
    menu.clear()
    for found in keeper.games():
        words = "   ".join(part for part in (when_words(found.game), game_words(found.game)) if part)
        add_action(menu, without_keys(words), (), partial(session.ask, ResumeGame(found.folder.name)))
    if menu.isEmpty():
        add_action(menu, tr("Nothing yet"), (), lambda: None).setEnabled(False)

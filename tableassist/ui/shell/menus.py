"""The window's menus: words, keys and what they call."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PyQt6.QtGui import QKeySequence
from PyQt6.QtWidgets import QDockWidget, QMenu

from tableassist.rules.editions.all import EDITIONS
from tableassist.ui.canvas.table_views import Showing
from tableassist.ui.language.translated import said
from tableassist.ui.language.words import tr
from tableassist.ui.matches.exports import EXPORTS
from tableassist.ui.session.fair_play import FairPlay
from tableassist.ui.session.preferences import FAIR_PLAY, LANGUAGE, THEME
from tableassist.ui.shell.actions import add_action, add_choice, add_switch

if TYPE_CHECKING:
    from tableassist.ui.shell.main_window import TableWindow


def add_menus(window: TableWindow) -> None:
    bar = window.menuBar()
    if bar is None:
        return
    for name, fill in (
        (tr("&File"), _fill_file),
        (tr("&Edit"), _fill_edit),
        (tr("&View"), _fill_view),
        (tr("&Table"), _fill_table),
        (tr("&Play"), _fill_play),
        (tr("&Help"), _fill_help),
    ):
        menu = bar.addMenu(name)
        if menu is not None:
            fill(menu, window)


def _sub_menu(menu: QMenu, words: str) -> QMenu:
    made = QMenu(words, menu)
    menu.addMenu(made)
    return made


def _fill_file(menu: QMenu, window: TableWindow) -> None:
    add_action(menu, tr("&Open…"), ("Ctrl+O",), window.opener.ask)
    add_action(menu, tr("&Matches…"), ("Ctrl+Shift+O",), partial(window.program.show_library, window))
    recent = _sub_menu(menu, tr("Open &recent"))
    recent.aboutToShow.connect(lambda: _fill_recent(recent, window))
    add_action(menu, tr("C&amera…"), (), window.pick_camera)
    menu.addSeparator()
    add_action(menu, tr("&Save picture…"), ("Ctrl+S",), window.saver.ask)
    add_action(menu, tr("&Copy picture"), ("Ctrl+Shift+C",), window.saver.copy)
    share = _sub_menu(menu, tr("Share the chosen &ruling"))
    add_action(share, tr("As a &picture…"), (), window.sharing.ask_picture)
    add_action(share, tr("As a P&DF…"), (), window.sharing.ask_pdf)
    add_action(share, tr("To the &clipboard"), ("Ctrl+Alt+C",), window.sharing.copy)
    add_action(share, tr("With &evidence, to be judged again…"), (), window.exports.ask_evidence)
    if window.recording is None and window.player is not None:
        add_action(menu, tr("&Battle report…"), (), window.exports.ask_report)
        export = _sub_menu(menu, tr("E&xport the match"))
        for kind in EXPORTS:
            add_action(export, kind.upper(), (), partial(window.exports.ask_export, kind))
    menu.addSeparator()
    add_action(menu, tr("&Close"), ("Ctrl+W",), window.close)
    add_action(menu, tr("&Quit"), ("Ctrl+Q",), window.quit)


def _fill_recent(menu: QMenu, window: TableWindow) -> None:
    menu.clear()
    for recent in window.preferences.recent:
        words = recent.source if recent.table is None else f"{recent.source}  ·  {recent.table}"
        add_action(menu, words.replace("&", "&&"), (), partial(window.program.try_open, recent, window))
    if menu.isEmpty():
        nothing = add_action(menu, tr("Nothing yet"), (), lambda: None)
        nothing.setEnabled(False)


def _fill_edit(menu: QMenu, window: TableWindow) -> None:
    undo = window.session.undo.createUndoAction(menu, tr("&Undo"))
    redo = window.session.undo.createRedoAction(menu, tr("&Redo"))
    if undo is not None and redo is not None:
        undo.setShortcuts([QKeySequence("Ctrl+Z")])
        redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        menu.addActions([undo, redo])
    menu.addSeparator()
    if not window.session.is_replay:
        add_action(menu, tr("Next player's &turn"), ("T",), window.next_turn)
    add_action(menu, tr("&Overrule the chosen ruling…"), ("O",), window.rulings.overrule)
    add_action(menu, tr("Select &nothing"), ("Esc",), window.escape)


def _fill_view(menu: QMenu, window: TableWindow) -> None:
    for words, key, showing in (
        (tr("&Camera only"), "Ctrl+1", Showing.CAMERA),
        (tr("&Plan only"), "Ctrl+2", Showing.PLAN),
        (tr("&Both"), "Ctrl+3", Showing.BOTH),
    ):
        add_action(menu, words, (key,), partial(window.views.show_only, showing))
    menu.addSeparator()
    add_action(menu, tr("&Fit"), ("Ctrl+0",), window.views.fit)
    add_switch(menu, tr("Fit to the &mat"), ("F",), window.views.camera.fit_to_mat, on=True)
    menu.addSeparator()
    panels = _sub_menu(menu, tr("P&anels"))
    for dock in window.findChildren(QDockWidget):
        shown = dock.toggleViewAction()
        if shown is not None:
            panels.addAction(shown)
    add_switch(menu, tr("&Legend"), ("Ctrl+L",), window.views.legend.setVisible, on=True)
    add_action(menu, tr("&Turn the plan left"), ("R",), partial(window.views.turn_plan, 90.0))
    add_action(menu, tr("Turn the plan r&ight"), ("Shift+R",), partial(window.views.turn_plan, -90.0))
    looks = (("system", tr("As the system")), ("dark", tr("Dark")), ("light", tr("Light")))
    add_choice(_sub_menu(menu, tr("L&ook")), looks, window.preferences.chosen(THEME), window.choose_theme)
    languages = (("system", tr("As the system")), ("en", "English"), ("de", "Deutsch"))
    chosen = window.preferences.chosen(LANGUAGE)
    add_choice(_sub_menu(menu, tr("Lan&guage")), languages, chosen, window.choose_language)
    menu.addSeparator()
    add_action(menu, tr("&Spectators' window"), ("Ctrl+Shift+F",), window.show_spectators)
    add_action(menu, tr("F&ull screen"), ("F11",), window.toggle_full_screen)


def _fill_table(menu: QMenu, window: TableWindow) -> None:
    add_action(menu, tr("&Measure"), ("D",), window.tools.take_measure)
    add_action(menu, tr("&Ghost of the selected ship"), ("G",), window.tools.take_ghost)
    add_action(menu, tr("&Put a bumped piece back"), ("B",), window.tools.take_restore)
    menu.addSeparator()
    edition = _sub_menu(menu, tr("&Edition"))
    chosen = window.session.settings.rules.edition.name
    titles = tuple((name, said(edition.title)) for name, edition in EDITIONS.items())
    window.edition_choice = add_choice(edition, titles, chosen, window.choose_edition)
    fair = _sub_menu(menu, tr("&Fair play"))
    modes = (
        (FairPlay.OPEN.value, tr("Open: everybody sees everything")),
        (FairPlay.ON_REQUEST.value, tr("On request: only what was asked")),
        (FairPlay.REFEREE.value, tr("Referee: spectators see nothing until released")),
    )
    add_choice(fair, modes, window.preferences.chosen(FAIR_PLAY), window.choose_fair_play)
    window.release_action = add_switch(menu, tr("&Release to the spectators"), ("Ctrl+E",), window.release)
    menu.addSeparator()
    add_action(menu, tr("&Assign a tag to a piece…"), (), window.assigning.begin)
    add_action(menu, tr("&Set up the table…"), (), window.set_up)


def _fill_play(menu: QMenu, window: TableWindow) -> None:
    back = window.looking_back
    if window.recording is None and window.player is not None:
        add_action(menu, tr("&Play or stop"), ("Space",), back.play_or_stop)
    else:
        window.pause_action = add_switch(menu, tr("&Hold the picture"), ("Space",), window.session.hold)
    if window.player is not None:
        player = window.player
        add_action(menu, tr("One picture &back"), ("Left",), partial(player.step, -1))
        add_action(menu, tr("One picture &on"), ("Right",), partial(player.step, 1))
        add_action(menu, tr("Five seconds back"), ("Shift+Left",), partial(player.skip, -5.0))
        add_action(menu, tr("Five seconds on"), ("Shift+Right",), partial(player.skip, 5.0))
        menu.addSeparator()
        add_action(menu, tr("Play back&wards; again: faster"), ("J",), player.play_back)
        add_action(menu, tr("&Stop"), ("K",), player.pause)
        add_action(menu, tr("&Play; again: faster"), ("L",), player.play)
        add_action(menu, tr("S&lower"), ("Shift+L", "Shift+J"), player.slower)
        menu.addSeparator()
        add_action(menu, tr("&Compare with this moment"), ("C",), back.compare)
    if window.recording is not None:
        menu.addSeparator()
        window.record_action = add_switch(menu, tr("&Record"), ("Ctrl+R",), back.record)
    if window.notes is not None:
        add_action(menu, tr("&Mark this moment…"), ("Ctrl+M",), back.ask_mark)


def _fill_help(menu: QMenu, window: TableWindow) -> None:
    add_action(menu, tr("&Shortcuts"), ("?", "F1"), window.show_shortcuts)
    add_action(menu, tr("&About Table Assist"), (), window.show_about)

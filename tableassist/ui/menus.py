"""The window's menus: words, keys and what they call."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PyQt6.QtGui import QAction, QActionGroup, QKeySequence
from PyQt6.QtWidgets import QMenu

from tableassist.ui.table_views import Showing

if TYPE_CHECKING:
    from tableassist.ui.main_window import TableWindow


def add_menus(window: TableWindow) -> None:
    bar = window.menuBar()
    if bar is None:
        return
    for name, fill in (("&File", _fill_file), ("&View", _fill_view), ("&Help", _fill_help)):
        menu = bar.addMenu(name)
        if menu is not None:
            fill(menu, window)


def _fill_file(menu: QMenu, window: TableWindow) -> None:
    _add(menu, "&Save picture…", ("Ctrl+S",), window.ask_and_save)
    menu.addSeparator()
    _add(menu, "&Quit", ("Ctrl+Q",), window.close)


def _fill_view(menu: QMenu, window: TableWindow) -> None:
    group = QActionGroup(window)
    for words, key, showing in (
        ("&Camera only", "Ctrl+1", Showing.CAMERA),
        ("&Plan only", "Ctrl+2", Showing.PLAN),
        ("&Both", "Ctrl+3", Showing.BOTH),
    ):
        action = _add(menu, words, (key,), partial(window.views.show_only, showing))
        action.setCheckable(True)
        action.setChecked(showing is Showing.BOTH)
        group.addAction(action)
    menu.addSeparator()
    _add(menu, "&Fit", ("Ctrl+0",), window.views.fit)
    mat = _add(menu, "Fit to the &mat", ("M",), lambda: None)
    mat.setCheckable(True)
    mat.setChecked(True)
    mat.toggled.connect(window.views.camera.fit_to_mat)
    menu.addSeparator()
    panel = window.ruling_dock.toggleViewAction()
    if panel is not None:
        panel.setText("&Rulings")
        menu.addAction(panel)
    legend = _add(menu, "&Legend", ("L",), lambda: None)
    legend.setCheckable(True)
    legend.setChecked(True)
    legend.toggled.connect(window.views.legend.setVisible)
    menu.addSeparator()
    window.pause_action = _add(menu, "&Hold the picture", ("Space",), lambda: None)
    window.pause_action.setCheckable(True)
    window.pause_action.toggled.connect(window.desk.hold)
    _add(menu, "Select &nothing", ("Esc",), window.escape)
    menu.addSeparator()
    _add(menu, "F&ull screen", ("F11",), window.toggle_full_screen)


def _fill_help(menu: QMenu, window: TableWindow) -> None:
    _add(menu, "&Shortcuts", ("?", "F1"), window.show_shortcuts)
    _add(menu, "&About Table Assist", (), window.show_about)


def _add(menu: QMenu, words: str, keys: tuple[str, ...], call: Callable[[], object]) -> QAction:
    action = QAction(words, menu)
    action.setShortcuts([QKeySequence(key) for key in keys])
    # Qt passes whether the action is checked; none of ours wants to know.
    action.triggered.connect(lambda _checked: call())
    menu.addAction(action)
    return action

"""The window's actions: words, keys, what they call, and a list of them all for Help."""

from collections.abc import Callable, Iterator
from functools import partial

from PyQt6.QtGui import QAction, QActionGroup, QKeySequence
from PyQt6.QtWidgets import QMainWindow, QMenu


def add_action(menu: QMenu, words: str, keys: tuple[str, ...], call: Callable[[], object]) -> QAction:
    action = QAction(words, menu)
    action.setShortcuts([QKeySequence(key) for key in keys])
    # Qt passes whether the action is checked; none of ours wants to know.
    action.triggered.connect(lambda _checked: call())
    menu.addAction(action)
    return action


def add_switch(
    menu: QMenu, words: str, keys: tuple[str, ...], switched: Callable[[bool], object], *, on: bool = False
) -> QAction:
    action = add_action(menu, words, keys, lambda: None)
    action.setCheckable(True)
    action.setChecked(on)
    action.toggled.connect(switched)
    return action


def add_choice(
    menu: QMenu, choices: tuple[tuple[str, str], ...], chosen: str, choose: Callable[[str], object]
) -> QActionGroup:
    """One of a few; `choices` are (value, words)."""
    group = QActionGroup(menu)
    for value, words in choices:
        action = add_action(menu, words, (), partial(choose, value))
        action.setCheckable(True)
        action.setChecked(value == chosen)
        action.setData(value)
        group.addAction(action)
    return group


def grouped_keys(window: QMainWindow) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Every action of the menus that has a key, under its menu's name, in the order of the menus."""
    bar = window.menuBar()
    menus = [] if bar is None else [action.menu() for action in bar.actions()]
    groups = ((plain_words(menu.title()), tuple(_keys_in(menu))) for menu in menus if menu is not None)
    return tuple((title, rows) for title, rows in groups if rows)


def _keys_in(menu: QMenu) -> Iterator[tuple[str, str]]:
    for action in menu.actions():
        inner = action.menu()
        if inner is not None:
            yield from _keys_in(inner)
            continue
        keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())
        if keys:
            yield keys, plain_words(action.text())


def plain_words(words: str) -> str:
    """Without the mark of its key in a menu."""
    return words.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")

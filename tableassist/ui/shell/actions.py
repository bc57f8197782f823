"""The window's actions: words, keys, what they call, and a list of them all for Help."""

from collections.abc import Callable
from functools import partial

from PyQt6.QtGui import QAction, QActionGroup, QKeySequence
from PyQt6.QtWidgets import QMenu, QWidget


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


def keys_and_words(window: QWidget) -> tuple[tuple[str, str], ...]:
    """Every action of a window that has a key, in the order of its menus."""
    rows: dict[tuple[str, str], None] = {}
    for action in window.findChildren(QAction):
        keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())
        words = action.text().replace("&", "").rstrip("…")
        if keys and words:
            rows[keys, words] = None
    return tuple(rows)

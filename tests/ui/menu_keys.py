"""The keys of a window's menus."""

import re

from PyQt6.QtWidgets import QMenu

KEY = re.compile(r"(?<!&)&([^&\s])")


def keys_twice(window):
    """Keys that stand twice in one menu."""
    menus = [window.menuBar(), *window.findChildren(QMenu)]
    keys = [[key.casefold() for each in menu.actions() for key in KEY.findall(each.text())] for menu in menus]
    return [found for found in keys if len(set(found)) < len(found)]

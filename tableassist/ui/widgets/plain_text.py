"""Words that strangers chose, where Qt would obey them: `<b>` in a tool tip, `&` on a button, `[*]` in a title."""

from html import escape

from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QListWidgetItem, QWidget


def tip_text(words: str) -> str:
    """For a tool tip, which has no text format of its own: Qt takes it for HTML when it looks like it."""
    looks_like_it = "<" in words or "&" in words
    return f'<p style="white-space: pre-wrap">{escape(words)}</p>' if looks_like_it else words


def set_tip(on: QWidget | QAction | QListWidgetItem, words: str) -> None:
    on.setToolTip(tip_text(words))


def without_keys(words: str) -> str:
    """For a button, a menu, a tab or the title of a dock, where a lone `&` marks the next letter as a key."""
    return words.replace("&", "&&")


def dock_title(words: str) -> str:
    return without_keys(title_text(words))


def title_text(words: str) -> str:
    """For the title of a window, where `[*]` stands for a star."""
    return words.replace("[*]", "[*][*]")

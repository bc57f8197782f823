"""A small button with a sign on it, which says in words what it does on hover."""

from collections.abc import Callable

from PyQt6.QtWidgets import QToolButton


def sign_button(sign: str, words: str, call: Callable[[], object]) -> QToolButton:
    button = QToolButton()
    button.setText(sign)
    button.setToolTip(words)
    button.setAccessibleName(words)
    button.clicked.connect(lambda _checked: call())
    return button

"""A small button with a sign on it, and the buttons at the foot of a dialog."""

from collections.abc import Callable

from PyQt6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QToolButton

from tableassist.ui.widgets.plain_text import set_tip


def sign_button(sign: str, words: str, call: Callable[[], object]) -> QToolButton:
    """Says in words what it does on hover."""
    button = QToolButton()
    button.setText(sign)
    set_tip(button, words)
    button.setAccessibleName(words)
    button.clicked.connect(lambda _checked: call())
    return button


def ok_and_cancel(dialog: QDialog, words: str = "", *, least_px: int = 0) -> tuple[QDialogButtonBox, QPushButton]:
    """All of them, and the one that accepts; `words`: what that one says instead of OK. `least_px`: how tall."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    buttons.rejected.connect(dialog.reject)
    ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert ok is not None
    if words:
        ok.setText(words)
    for button in buttons.buttons():
        button.setMinimumHeight(least_px)
    return buttons, ok

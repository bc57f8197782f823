"""The buttons at the foot of a dialog."""

from PyQt6.QtWidgets import QDialog, QDialogButtonBox, QPushButton


def ok_and_cancel(dialog: QDialog, words: str = "") -> tuple[QDialogButtonBox, QPushButton]:
    """All of them, and the one that accepts; `words`: what that one says instead of OK."""
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
    buttons.rejected.connect(dialog.reject)
    ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert ok is not None
    if words:
        ok.setText(words)
    return buttons, ok

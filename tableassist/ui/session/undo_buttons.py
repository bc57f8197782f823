"""Undo and redo within reach of the hand: two buttons that say what they would take back."""

from PyQt6.QtWidgets import QToolButton, QWidget

from tableassist.messages import tr
from tableassist.ui.session.undo_steps import UndoSteps
from tableassist.ui.widgets.buttons import sign_button
from tableassist.ui.widgets.layouts import row
from tableassist.ui.widgets.plain_text import set_tip


class UndoButtons(QWidget):
    def __init__(self, steps: UndoSteps, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.undo = sign_button("↶", tr("Undo"), steps.undo)
        self.redo = sign_button("↷", tr("Redo"), steps.redo)
        row(self.undo, self.redo, on=self, margins=0, spacing=2)
        steps.changed.connect(self._show)
        self._show(steps.undo_words, steps.redo_words)

    def _show(self, undo: str, redo: str) -> None:
        _say(self.undo, tr("Undo: {words} (Ctrl+Z)", words=undo) if undo else tr("Nothing to undo"))
        _say(self.redo, tr("Redo: {words} (Ctrl+Shift+Z)", words=redo) if redo else tr("Nothing to redo"))
        self.undo.setEnabled(bool(undo))
        self.redo.setEnabled(bool(redo))


def _say(button: QToolButton, words: str) -> None:
    set_tip(button, words)
    button.setAccessibleName(words)

"""Undo and redo within reach of the hand: two buttons that say what they would take back."""

from PyQt6.QtGui import QUndoStack
from PyQt6.QtWidgets import QToolButton, QWidget

from tableassist.messages import tr
from tableassist.ui.widgets.buttons import sign_button
from tableassist.ui.widgets.layouts import row
from tableassist.ui.widgets.plain_text import set_tip


class UndoButtons(QWidget):
    """Hears from the stack and never asks it: a stack still speaks when it is already going."""

    def __init__(self, stack: QUndoStack, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.undo = sign_button("↶", tr("Undo"), stack.undo)
        self.redo = sign_button("↷", tr("Redo"), stack.redo)
        row(self.undo, self.redo, on=self, margins=0, spacing=2)
        stack.undoTextChanged.connect(self._say_undo)
        stack.redoTextChanged.connect(self._say_redo)
        stack.canUndoChanged.connect(self.undo.setEnabled)
        stack.canRedoChanged.connect(self.redo.setEnabled)
        self._say_undo(stack.undoText())
        self._say_redo(stack.redoText())
        self.undo.setEnabled(stack.canUndo())
        self.redo.setEnabled(stack.canRedo())

    def _say_undo(self, words: str) -> None:
        _say(self.undo, tr("Undo: {words} (Ctrl+Z)", words=words) if words else tr("Nothing to undo"))

    def _say_redo(self, words: str) -> None:
        _say(self.redo, tr("Redo: {words} (Ctrl+Shift+Z)", words=words) if words else tr("Nothing to redo"))


def _say(button: QToolButton, words: str) -> None:
    set_tip(button, words)
    button.setAccessibleName(words)

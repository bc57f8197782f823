"""The table's undo stack for menus and buttons."""

from collections.abc import Callable

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QToolButton, QWidget

from tableassist.messages import tr
from tableassist.table import Table
from tableassist.table.commands import Redo, Undo
from tableassist.table.events import UndoChanged
from tableassist.ui.widgets.controls import row, sign_button
from tableassist.ui.widgets.plain import set_tip, without_keys


class UndoSteps(QObject):
    """What the person at this screen can undo and redo, in words; empty where there is nothing."""

    changed = pyqtSignal(str, str)
    """What would be undone, and what would be redone."""

    def __init__(self, table: Table, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table

    def take(self, event: UndoChanged) -> None:
        self.changed.emit(event.undo, event.redo)

    @property
    def undo_words(self) -> str:
        return self._table.undo.undo_words

    @property
    def redo_words(self) -> str:
        return self._table.undo.redo_words

    def undo(self) -> None:
        self._table.dispatch(Undo())

    def redo(self) -> None:
        self._table.dispatch(Redo())

    def make_actions(self, parent: QObject) -> tuple[QAction, QAction]:
        """Make the two menu entries; they name what they would do."""
        undo, redo = QAction(tr("&Undo"), parent), QAction(tr("&Redo"), parent)
        undo.triggered.connect(self.undo)
        redo.triggered.connect(self.redo)
        show = _shower(undo, redo)
        self.changed.connect(show)
        show(self.undo_words, self.redo_words)
        return undo, redo


def _shower(undo: QAction, redo: QAction) -> Callable[[str, str], None]:
    first = undo.text(), redo.text()

    def show(undo_words: str, redo_words: str) -> None:
        for action, name, words in ((undo, first[0], undo_words), (redo, first[1], redo_words)):
            action.setText(f"{name} {without_keys(words)}" if words else name)
            action.setEnabled(bool(words))

    return show


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

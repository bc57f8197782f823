"""What went wrong, in a box: one sentence, no traceback."""

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMessageBox, QWidget

from tableassist.errors import TableAssistError, one_line
from tableassist.messages import say, tr


def tell_problem(asker: QWidget, problem: TableAssistError) -> None:
    tell(asker, tr("That did not work"), one_line(say(problem.message)))


def tell(asker: QWidget, title: str, words: str) -> None:
    box = QMessageBox(QMessageBox.Icon.Warning, title, words, QMessageBox.StandardButton.Ok, asker)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setObjectName("told")
    box.setModal(True)
    # Not exec: the picture behind it goes on.
    box.open()

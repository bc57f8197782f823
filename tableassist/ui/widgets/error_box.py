"""What went wrong, in a box: one sentence, no traceback."""

from PyQt6.QtWidgets import QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import say, tr


def tell_problem(asker: QWidget, problem: TableAssistError) -> None:
    tell(asker, tr("That did not work"), say(str(problem)))


def tell(asker: QWidget, title: str, words: str) -> None:
    box = QMessageBox(QMessageBox.Icon.Warning, title, words, QMessageBox.StandardButton.Ok, asker)
    box.setObjectName("told")
    box.setModal(True)
    # Not exec: the picture behind it goes on.
    box.open()

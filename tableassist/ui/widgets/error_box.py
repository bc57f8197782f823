"""Boxes with words in them: a question, or what went wrong in one sentence without a traceback."""

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMessageBox, QWidget

from tableassist.errors import TableAssistError, one_line
from tableassist.messages import say, tr


def tell_problem(asker: QWidget, problem: TableAssistError) -> None:
    tell(asker, tr("That did not work"), one_line(say(problem.message)))


def plain_box(asker: QWidget, title: str, words: str, icon: QMessageBox.Icon) -> QMessageBox:
    """Shows the words to the letter: there may be a stranger's name among them."""
    box = QMessageBox(icon, title, words, parent=asker)
    box.setTextFormat(Qt.TextFormat.PlainText)
    return box


def rich_box(asker: QWidget, title: str, html: str) -> QMessageBox:
    """For HTML that we wrote ourselves."""
    box = QMessageBox(QMessageBox.Icon.NoIcon, title, html, parent=asker)
    box.setTextFormat(Qt.TextFormat.RichText)
    return box


def tell(asker: QWidget, title: str, words: str) -> None:
    box = plain_box(asker, title, words, QMessageBox.Icon.Warning)
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    box.setObjectName("told")
    box.setModal(True)
    # Not exec: the picture behind it goes on.
    box.open()

"""Boxes with words in them: a question, a page, or what went wrong in one sentence without a traceback."""

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QDialog, QMessageBox, QPushButton, QWidget

from tableassist.errors import TableAssistError, one_line
from tableassist.messages import say, tr
from tableassist.ui.widgets.layouts import column, row, scrolled
from tableassist.ui.widgets.plain_label import RichLabel


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


def scrolled_page(asker: QWidget, title: str, html: str) -> QDialog:
    """For HTML that we wrote ourselves and that may be longer than the screen is high."""
    dialog = QDialog(asker)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(title)
    words = RichLabel(html)
    words.setWordWrap(False)
    words.setAlignment(Qt.AlignmentFlag.AlignTop)
    words.setMargin(12)
    area = scrolled(words)
    close = QPushButton(tr("Close"))
    close.clicked.connect(dialog.accept)
    column((area, 1), row(1, close), on=dialog)
    wanted, most = words.sizeHint(), asker.size()
    dialog.resize(min(wanted.width() + 60, most.width() - 40), min(wanted.height() + 90, most.height() - 40))
    return dialog


def tell(asker: QWidget, title: str, words: str) -> None:
    box = plain_box(asker, title, words, QMessageBox.Icon.Warning)
    box.setStandardButtons(QMessageBox.StandardButton.Ok)
    box.setObjectName("told")
    box.setModal(True)
    # Not exec: the picture behind it goes on.
    box.open()

"""The kit for somebody who has no table file yet: that of the sample table, which can then be set up."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PyQt6.QtCore import QLocale, QUrl, pyqtSignal
from PyQt6.QtGui import QDesktopServices
from PyQt6.QtWidgets import QComboBox, QDialog, QFileDialog, QPushButton, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import say, tr, tr_plural
from tableassist.printing import Paper
from tableassist.setup.plan import own_sample_table, window_kit
from tableassist.store.files import write_bytes_safely
from tableassist.ui.setup_wizard.your_table.page import tables_folder
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.workers.worker import Worker

AskPath = Callable[[str], str]
"""Given a proposal, where to save; "" where nobody wants to."""
_NAME: Final = "tableassist-kit.pdf"


class KitDialog(QDialog):
    set_up_wanted = pyqtSignal(object)
    """The file of the sample table, one's own copy."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        ask_save: AskPath | None = None,
        open_file: Callable[[QUrl], object] = QDesktopServices.openUrl,
        tables: Callable[[], Path] = tables_folder,
    ) -> None:
        """`tables`: where tables are kept that are made in the window."""
        super().__init__(parent)
        self.setWindowTitle(tr("Print a kit"))
        self._ask_save, self._tables = ask_save or self._save_dialog, tables
        self._saved = ""
        self._printer = Worker("drawing the kit", self)
        self.paper = QComboBox()
        self.paper.setAccessibleName(tr("Paper"))
        for paper in Paper:
            self.paper.addItem(paper.label, paper)
        is_metric = QLocale.system().measurementSystem() is QLocale.MeasurementSystem.MetricSystem
        self.paper.setCurrentIndex(self.paper.findData(Paper.A4 if is_metric else Paper.LETTER))
        self.save_button = QPushButton(tr("Save the kit as a PDF…"))
        self.open_button = QPushButton(tr("Open it to print"))
        self.open_button.setEnabled(False)
        self.set_up_button = QPushButton(tr("Set up this table…"))
        self.close_button = QPushButton(tr("Close"))
        self.told = PlainLabel(wraps=True)
        self._lay_out()
        self.save_button.clicked.connect(lambda _checked: self._save())
        self.open_button.clicked.connect(lambda _checked: open_file(QUrl.fromLocalFile(self._saved)))
        self.set_up_button.clicked.connect(lambda _checked: self._set_up())
        self.close_button.clicked.connect(self.reject)

    def done(self, result: int) -> None:
        self._printer.close(wait=False)
        super().done(result)

    def _lay_out(self) -> None:
        what = PlainLabel(
            tr(
                "Everything on paper for the sample table: tags for a mat of 915 x 915 mm, plates for ten ships of one "
                "to five masts, six islands and some terrain to cut out, the fitting-out jig, the calibration board, "
                "rulers and the dice corner. Print it at 100 % (“actual size”, never “fit to page”), on one side of "
                "the paper."
            ),
            wraps=True,
        )
        then = PlainLabel(
            tr(
                "Then set up this table: your own copy of it is opened, and whatever is measured is written into it. "
                "For the ships that you have, make a table of your own instead (Set up a table)."
            ),
            look="caption",
            wraps=True,
        )
        choosing = row(PlainLabel(tr("Paper")), self.paper, self.save_button, self.open_button, 1)
        ending = row(self.set_up_button, 1, self.close_button)
        column(what, choosing, self.told, then, 1, ending, on=self, spacing=12)
        self.resize(560, 300)

    def _save(self) -> None:
        path = self._ask_save(str(Path.home() / _NAME))
        if not path or self._printer.is_busy:
            return
        paper: Paper = self.paper.currentData()

        def work() -> tuple[str, int]:
            printed = window_kit(None, paper)
            write_bytes_safely(Path(path), printed.pdf)
            return path, printed.pages

        self._printer.submit(work, self._printed, self._tell)
        self.told.setText(tr("Drawing the pages…"))

    def _printed(self, made: tuple[str, int]) -> None:
        self._saved, pages = made
        words = tr_plural("Saved: 1 page.\n{path}", "Saved: {count} pages.\n{path}", count=pages, path=self._saved)
        self.told.setText(words)
        self.open_button.setEnabled(True)

    def _set_up(self) -> None:
        try:
            table = own_sample_table(self._tables())
        except TableAssistError as problem:
            self._tell(problem)
            return
        self.accept()
        self.set_up_wanted.emit(table)

    def _tell(self, problem: TableAssistError) -> None:
        self.told.setText(say(problem.message))

    def _save_dialog(self, proposal: str) -> str:
        path, _ = QFileDialog.getSaveFileName(self, tr("Save the kit"), proposal, tr("PDF files (*.pdf)"))
        return path

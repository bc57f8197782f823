"""Choosing the camera, and printing the kit."""

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QDesktopServices
from PyQt6.QtWidgets import QComboBox, QFileDialog, QFormLayout, QPushButton

from tableassist.messages import say, tr, tr_plural
from tableassist.printing import Paper
from tableassist.setup.plan import window_kit
from tableassist.store.files import write_bytes_safely
from tableassist.store.first_run_file import WizardStep
from tableassist.ui.cameras.picker import CameraPicker
from tableassist.ui.setup_wizard.page import AskPath, StepPage, paragraph
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.controls import fill, row
from tableassist.ui.workers import Worker

_FIELD_PX = 160


class CameraPage(StepPage):
    def __init__(self, session: WizardSession, picker: CameraPicker) -> None:
        what = tr(
            "Pick the camera that will watch the table. Its picture appears on the right. You don't have to mount it "
            "yet: it will hang next to the mat, 30 degrees off the vertical, because from straight above a leaning "
            "ship looks upright."
        )
        super().__init__(session, WizardStep.CAMERA, tr("Choose the camera"), what)
        self.picker = picker
        self.body.addWidget(picker, 1)
        picker.changed.connect(self._picked)

    def enter(self) -> None:
        self.session.looker.look_through(None)
        self.picker.pause(False)
        self._picked(self.picker.source)

    def leave(self) -> None:
        self.picker.pause(True)

    def close_page(self) -> None:
        self.picker.close_camera(wait=False)

    def benefit(self) -> str:
        return tr("Without a camera only the demo can be played.")

    def _picked(self, source: str) -> None:
        if source:
            self.session.choose_source(source)
            self.mark_done()
        else:
            self.session.mark(self.step, None)


class PrintPage(StepPage):
    def __init__(
        self,
        session: WizardSession,
        *,
        ask_save: AskPath | None = None,
        open_file: Callable[[str], object] | None = None,
    ) -> None:
        super().__init__(session, WizardStep.PRINT)
        self._ask_save = ask_save or self._save_dialog
        self._open_file = open_file or (lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(path)))
        self.paper = QComboBox()
        for paper in Paper:
            self.paper.addItem(paper.label, paper)
        self.paper.setMaximumWidth(_FIELD_PX)
        self.save_button = QPushButton(tr("Save the kit as a PDF…"))
        self.open_button = QPushButton(tr("Open it to print"))
        self.open_button.setEnabled(False)
        self.told = paragraph()
        self._saved = ""
        self._printer = Worker("drawing the pages", self)
        self.save_button.clicked.connect(self._save)
        self.open_button.clicked.connect(lambda: self._open_file(self._saved))
        self._lay_out()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(tr("Paper"), self.paper)
        fill(self.body, form, row(self.save_button, self.open_button, 1), self.told, 1)

    def enter(self) -> None:
        has_table = self.session.table is not None
        self.save_button.setEnabled(has_table)
        if not has_table:
            self.told.setText(tr("No table file chosen. Go back to the second step, or skip this one."))
        elif not self._saved:
            self.told.setText("")

    def close_page(self) -> None:
        self._printer.close(wait=False)

    def _save(self) -> None:
        table = self.session.table
        if table is None:
            return
        path = self._ask_save(str(table.with_name(f"{table.stem}-kit.pdf")))
        if not path:
            return
        paper: Paper = self.paper.currentData()

        def work() -> tuple[str, int]:
            printed = window_kit(table, paper)
            write_bytes_safely(Path(path), printed.pdf)
            return path, printed.pages

        if not self._printer.is_busy:
            self._printer.submit(work, self._printed, lambda problem: self.told.setText(say(problem.message)))
            self.told.setText(tr("Drawing the pages…"))

    def _printed(self, made: tuple[str, int]) -> None:
        self._saved, pages = made
        words = tr_plural("Saved: 1 page.\n{path}", "Saved: {count} pages.\n{path}", count=pages, path=self._saved)
        self.told.setText(words)
        self.open_button.setEnabled(True)
        self.mark_done()

    def _save_dialog(self, proposal: str) -> str:
        path, _ = QFileDialog.getSaveFileName(self, tr("Save the kit"), proposal, tr("PDF files (*.pdf)"))
        return path

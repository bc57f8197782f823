"""The first pages: the camera, the table file, and printing the kit."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QDesktopServices
from PyQt6.QtWidgets import QComboBox, QFileDialog, QFormLayout, QGroupBox, QLineEdit, QPushButton

from tableassist.formats.first_run_file import WizardStep
from tableassist.formats.io.safe_write import write_bytes_safely
from tableassist.messages import say, tr, tr_plural
from tableassist.printing.paper import Paper
from tableassist.printing.sheet import Sheet
from tableassist.services.table.print_pages import printed_sheet
from tableassist.ui.cameras.picker import CameraPicker
from tableassist.ui.setup_wizard.page import StepPage, paragraph
from tableassist.ui.setup_wizard.scale_box import ScaleBox
from tableassist.ui.setup_wizard.session import WizardSession
from tableassist.ui.widgets.layouts import column, fill, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.workers.worker import Worker

AskPath = Callable[[str], str]
"""Asks for a path, beginning with a proposal; "" where the person thinks better of it."""
_FIELD_PX = 160


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A new table, in a player's words."""

    path: Path
    name: str
    mat: str
    """WIDTHxHEIGHT in mm."""
    fleets: tuple[tuple[str, tuple[str, ...]], ...]
    """Each player with the names of his ships."""


MakeTable = Callable[[TableRequest], None]
"""Writes the table file; TableAssistError where something in the request is wrong."""


def make_requested_table(request: TableRequest) -> None:
    """As `tableassist new` does with the same answers."""
    from tableassist.services.table.new_table import answers_of, make_table  # noqa: PLC0415  loaded where it is needed

    make_table(request.path, answers_of(request.name, request.mat, request.fleets))


class CameraPage(StepPage):
    def __init__(self, session: WizardSession, picker: CameraPicker) -> None:
        what = tr(
            "Pick the camera that will look at the table. Its picture should appear on the right. It need not hang in "
            "its place yet: best it will hang beside the mat, looking down at 30 degrees off the vertical, for from "
            "straight above a ship that leans does not show it."
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

    def cost(self) -> str:
        return tr("Without a camera only the demo can be played.")

    def _picked(self, source: str) -> None:
        if source:
            self.session.choose_source(source)
            self.mark_done()
        else:
            self.session.mark(self.step, None)


class TablePage(StepPage):
    def __init__(
        self,
        session: WizardSession,
        make_table: MakeTable | None,
        *,
        ask_open: AskPath | None = None,
        ask_save: AskPath | None = None,
    ) -> None:
        what = tr(
            "A table file says how large the mat is, which ships play, and which tag each of them carries. Open the "
            "one you have, or make a new one."
        )
        super().__init__(session, WizardStep.TABLE, tr("Your table"), what)
        self._make = make_table
        self._ask_open, self._ask_save = ask_open or self._open_dialog, ask_save or self._save_dialog
        self.told = paragraph()
        self.open_button = QPushButton(tr("Open a table file…"))
        self.open_button.clicked.connect(self._open)
        self.name = QLineEdit(tr("My table"))
        self.mat = QComboBox()
        self.mat.setEditable(True)
        self.mat.addItems(["915x915", "670x670"])
        self.players = (QLineEdit(tr("Player 1")), QLineEdit(tr("Player 2")))
        self.ships = (QLineEdit(), QLineEdit())
        self.make_button = QPushButton(tr("Make a new table file…"))
        self.make_button.clicked.connect(self._new)
        self._maker = Worker("making the table file", self)
        self._lay_out()

    def _lay_out(self) -> None:
        box = QGroupBox(tr("A new table"))
        form = QFormLayout()
        form.addRow(tr("Name"), self.name)
        form.addRow(tr("Mat, width x height in mm"), self.mat)
        for player, ships in zip(self.players, self.ships, strict=True):
            ships.setPlaceholderText(tr("Names of ships, with commas: HMS Titan, HMS Gallowglass"))
            whose = PlainLabel(_ships_of(player.text()))
            player.textChanged.connect(lambda name, whose=whose: whose.setText(_ships_of(name)))
            form.addRow(tr("Player"), player)
            form.addRow(whose, ships)
        column(form, row(self.make_button, 1), on=box)
        box.setVisible(self._make is not None)
        fill(self.body, row(self.open_button, 1), box, self.told, 1)

    def enter(self) -> None:
        self._tell()

    def close_page(self) -> None:
        self._maker.close(wait=False)

    def cost(self) -> str:
        return tr("Without a table file nothing can be printed or measured; only the demo can be played.")

    def _open(self) -> None:
        path = self._ask_open("")
        if path:
            self._use(Path(path))

    def _new(self) -> None:
        proposal = "-".join(self.name.text().lower().split()) or "table"
        path = self._ask_save(f"{proposal}.toml")
        if not path or self._make is None:
            return
        named = Path(path if path.endswith(".toml") else f"{path}.toml")
        fleets = tuple(
            (player.text().strip(), tuple(ship.strip() for ship in ships.text().split(",") if ship.strip()))
            for player, ships in zip(self.players, self.ships, strict=True)
        )
        make = self._make
        request = TableRequest(named, self.name.text().strip(), self.mat.currentText().strip(), fleets)

        def work() -> Path:
            make(request)
            return named

        if not self._maker.is_busy:
            self._maker.submit(work, self._use, lambda problem: self.told.setText(say(problem.message)))
            self.told.setText(tr("Looking up the ships…"))

    def _use(self, path: Path) -> None:
        problem = self.session.choose_table(path)
        if problem:
            self.told.setText(say(problem))
            return
        self.mark_done()
        self._tell()

    def _tell(self) -> None:
        settings, words = self.session.settings, ""
        if settings is not None:
            words = tr(
                "{name}. Mat: {width_mm:.0f} × {height_mm:.0f} mm, {tags} tags. Pieces: {pieces}.\n{path}",
                name=settings.name,
                width_mm=settings.mat.width_mm,
                height_mm=settings.mat.height_mm,
                tags=len(settings.mat.tags),
                pieces=len(settings.pieces),
                path=self.session.table,
            )
        self.told.setText(words)

    def _open_dialog(self, _proposal: str) -> str:
        path, _ = QFileDialog.getOpenFileName(self, tr("Open a table file"), "", tr("Table files (*.toml)"))
        return path

    def _save_dialog(self, proposal: str) -> str:
        path, _ = QFileDialog.getSaveFileName(self, tr("Where to keep the table"), proposal, tr("Table files (*.toml)"))
        return path


class PrintPage(StepPage):
    def __init__(
        self,
        session: WizardSession,
        *,
        ask_save: AskPath | None = None,
        open_file: Callable[[str], object] | None = None,
    ) -> None:
        what = tr(
            "The kit holds everything on paper: tags for the mat and the ships, the calibration board, the jig and a "
            "ruler. Print it at 100 % (“actual size”, never “fit to page”), on one side of the paper."
        )
        super().__init__(session, WizardStep.PRINT, tr("Print the kit"), what)
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
        self.scale = ScaleBox(session)
        self._saved = ""
        self._printer = Worker("drawing the pages", self)
        self.save_button.clicked.connect(self._save)
        self.open_button.clicked.connect(lambda: self._open_file(self._saved))
        self.scale.decided.connect(self._decided)
        self._lay_out()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(tr("Paper"), self.paper)
        fill(self.body, form, row(self.save_button, self.open_button, 1), self.told, self.scale, 1)

    def enter(self) -> None:
        has_table = self.session.table is not None
        self.save_button.setEnabled(has_table)
        if not has_table:
            self.told.setText(tr("No table file has been chosen. Go back to the second step, or skip this one."))
        elif not self._saved:
            self.told.setText("")
        self.scale.show_table()
        # Who has gone on without measuring has said so.
        self.scale.not_measured.setChecked(self.is_done and not self.scale.is_proven)

    def close_page(self) -> None:
        self._printer.close(wait=False)

    def cost(self) -> str:
        return tr("Nothing, if you have printed it before. Without tags neither the mat nor a ship can be found.")

    def _save(self) -> None:
        table = self.session.table
        if table is None:
            return
        path = self._ask_save(str(table.with_name(f"{table.stem}-kit.pdf")))
        if not path:
            return
        paper: Paper = self.paper.currentData()

        def work() -> tuple[str, int]:
            printed = printed_sheet(Sheet.KIT, table, paper)
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
        self._decided()

    def _decided(self) -> None:
        """Done when it is printed and somebody has said how large. What was measured has been printed before."""
        if self.scale.is_proven or (self.scale.is_decided and self._saved):
            self.mark_done()
        elif not self.scale.is_decided:
            self.session.mark(self.step, None)

    def _save_dialog(self, proposal: str) -> str:
        path, _ = QFileDialog.getSaveFileName(self, tr("Save the kit"), proposal, tr("PDF files (*.pdf)"))
        return path


def _ships_of(player: str) -> str:
    return tr("{player}' ships", player=player) if player.endswith("s") else tr("{player}'s ships", player=player)

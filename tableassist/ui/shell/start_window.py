"""The first window: play at a table, try the demo, open a match, print a kit."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PyQt6.QtCore import QLocale, QSize, QUrl, pyqtSignal
from PyQt6.QtGui import QDesktopServices
from PyQt6.QtWidgets import QComboBox, QDialog, QFileDialog, QListWidget, QPushButton, QWidget

from tableassist.capture import SourceKind
from tableassist.errors import TableAssistError
from tableassist.messages import say, tr, tr_plural
from tableassist.printing import Paper
from tableassist.setup.plan import own_sample_table
from tableassist.store.files import write_bytes_safely
from tableassist.store.kept import FoundGame
from tableassist.ui.look import SPACE_PX
from tableassist.ui.matches.recovery import game_words, when_words
from tableassist.ui.session.preferences import Recent
from tableassist.ui.setup_wizard.your_table import tables_folder
from tableassist.ui.shell.application import APPLICATION_NAME, application_icon
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.window_files import FileDrop, FileKind, Opener, kind_of
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.plain import KEPT, PictureLabel, PlainLabel, add_item, without_keys
from tableassist.ui.workers import Worker

Call = Callable[[], object]


class StartChoice(QWidget):
    def __init__(
        self, words: str, meaning: str, chosen: Call, *more: tuple[str, Call], parent: QWidget | None = None
    ) -> None:
        """`more`: the smaller buttons, each with what it calls."""
        super().__init__(parent)
        self.button = QPushButton()
        self.button.setStyleSheet("text-align: left; padding: 12px 16px; font-size: 15px;")
        self.button.clicked.connect(lambda _checked: chosen())
        self.say(words, meaning)
        self.more = tuple(_small_button(each, call) for each, call in more)
        parts = (self.button,) if not more else (self.button, row(*self.more, 1, margins=0, spacing=4))
        column(*parts, on=self, margins=(0, 0, 0, SPACE_PX), spacing=2)

    def say(self, words: str, meaning: str) -> None:
        self.button.setText(f"{words}\n{meaning}")
        self.button.setAccessibleName(words.replace("&", ""))
        self.button.setAccessibleDescription(meaning)


def _small_button(words: str, call: Call) -> QPushButton:
    button = QPushButton(words)
    button.setFlat(True)
    button.setStyleSheet("text-align: left; padding: 6px 10px;")
    button.clicked.connect(lambda _checked: call())
    return button


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
            from tableassist.setup.plan import window_kit  # noqa: PLC0415  loaded where it is needed

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


CARD_DEMO: Final = "cards"


class StartWindow(QWidget):
    def __init__(self, program: Host, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._program = program
        self._opener = Opener(program, self)
        self._drop = FileDrop(self, self._opener.open)
        self.setWindowTitle(APPLICATION_NAME)
        self._game: FoundGame | None = None
        self._table: Recent | None = None
        self._make_choices()
        self.recent = QListWidget()
        self.recent.setAccessibleName(tr("Recently opened"))
        self.recent.setIconSize(QSize(0, 0))
        self.recent.setAlternatingRowColors(True)
        self._recent_heading = PlainLabel(tr("Recently opened"), look="heading")
        self._lay_out()
        self.recent.itemActivated.connect(lambda item: self._open_again(item.data(KEPT)))
        self.resize(600, 720)

    def _make_choices(self) -> None:
        program = self._program
        resumed = StartChoice(tr("&Resume the last game"), tr("As it was left."), self._resume)
        playing = StartChoice(
            tr("&Play at my table"),
            _set_up_words(),
            self._play,
            (tr("&Set up a table…"), partial(program.set_up, self)),
            (tr("Print a &kit…"), self.show_kit),
            (tr("&Open a file…"), self._opener.ask),
        )
        trying = StartChoice(
            tr("&Try the demo"),
            tr("A simulated game; no camera needed."),
            partial(program.try_demo, self),
            (tr("The &card game's demo"), partial(program.try_demo, self, CARD_DEMO)),
        )
        replaying = StartChoice(
            tr("Open a &match"),
            tr("Recorded games: replay, share or delete them."),
            partial(program.show_library, self),
            (tr("The sample m&atch"), partial(program.try_sample_match, self)),
        )
        self._choices = (resumed, playing, trying, replaying)
        self._resumed, self._playing = resumed, playing
        self.resume, self.play, self.demo, self.matches = (each.button for each in self._choices)
        self.set_up, self.kit, self.open = playing.more
        (self.card_demo,), (self.sample,) = trying.more, replaying.more

    def show_recent(self, recent: tuple[Recent, ...]) -> None:
        self.recent.clear()
        for each in recent:
            add_item(self.recent, recent_words(each), each)
        for widget in (self.recent, self._recent_heading):
            widget.setVisible(bool(recent))
        self._table = next((each for each in recent if each.table is not None and Path(each.table).is_file()), None)
        self._playing.say(tr("&Play at my table"), _table_words(self._table))

    def show_game(self, found: FoundGame | None) -> None:
        """The one that was played last; None where there is none to resume."""
        self._game = found
        self._resumed.setVisible(found is not None)
        if found is not None:
            when, about = when_words(found.game), (found.game.table, game_words(found.game))
            words = tr("&Resume the game of {when}", when=when)
            self._resumed.say(words, without_keys("  ·  ".join(part for part in about if part)))

    def show_kit(self) -> None:
        dialog = KitDialog(self)
        dialog.set_up_wanted.connect(lambda table: self._program.set_up(self, table))
        dialog.open()

    def open_files(self, paths: tuple[Path, ...]) -> None:
        """As if they were dropped onto it."""
        self._opener.open(paths)

    def _resume(self) -> None:
        if self._game is not None:
            self._program.resume_game(self._game, self)

    def _open_again(self, recent: Recent) -> None:
        stage = _stage_of(recent)
        if stage is None:
            self._program.try_open(recent, self)
        else:
            self._program.try_demo(self, stage)

    def _play(self) -> None:
        """The table of the last time; the first time, it is set up."""
        if self._table is None:
            self._program.set_up(self)
        else:
            self._program.try_open(self._table, self)

    def _lay_out(self) -> None:
        picture, title = PictureLabel(), PlainLabel(APPLICATION_NAME)
        picture.setPixmap(application_icon().pixmap(72, 72))
        title.setStyleSheet("font-size: 26px; font-weight: 700;")
        told = tr("Measures a real game of ships with a camera and answers YES, NO or TOO CLOSE TO CALL.")
        words = column(title, PlainLabel(told, look="caption", wraps=True), margins=0, spacing=2)
        head = row(picture, (words, 1), margins=(0, 0, 0, SPACE_PX), spacing=2 * SPACE_PX)
        recent = (self._recent_heading, (self.recent, 1), 0)
        column(head, *self._choices, *recent, on=self, margins=(32, 24, 32, 24), spacing=SPACE_PX)


def _set_up_words() -> str:
    return tr("Camera, printing, calibration and ships, step by step.")


def _table_words(table: Recent | None) -> str:
    if table is None or table.table is None:
        return _set_up_words()
    return without_keys(f"{Path(table.table).name}  ·  {table.source}")


def recent_words(recent: Recent) -> str:
    """A short name, and below it where that is."""
    if recent.table is not None:
        return f"{Path(recent.table).name}  ·  {recent.source}\n{recent.table}"
    if kind_of(Path(recent.source)) is FileKind.MATCH:
        return f"{Path(recent.source).stem}\n{recent.source}"
    return recent.source if _stage_of(recent) is None else tr("The demo ({source})", source=recent.source)


def _stage_of(recent: Recent) -> str | None:
    """Of the demo; None where it is something else."""
    scheme, colon, stage = recent.source.partition(":")
    is_demo = recent.table is None and bool(colon) and scheme == SourceKind.STUDIO.value
    return stage if is_demo else None

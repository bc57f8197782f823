"""The first thing a newcomer sees: what there is to do."""

from functools import partial
from pathlib import Path
from typing import Final

from PyQt6.QtCore import QSize
from PyQt6.QtWidgets import QListWidget, QWidget

from tableassist.capture import SourceKind
from tableassist.messages import tr
from tableassist.store.kept import FoundGame
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.matches.kept_game_offer import game_words, when_words
from tableassist.ui.session.preferences import Recent
from tableassist.ui.shell.application import APPLICATION_NAME, application_icon
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.opening import FileKind, kind_of
from tableassist.ui.shell.start.choice import StartChoice
from tableassist.ui.shell.window_files import FileDrop, Opener
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.list_items import KEPT, add_item
from tableassist.ui.widgets.plain_label import PictureLabel, PlainLabel
from tableassist.ui.widgets.plain_text import without_keys

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
        from tableassist.ui.shell.start.kit_dialog import KitDialog  # noqa: PLC0415  loaded where it is needed

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

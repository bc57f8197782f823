"""The first thing a newcomer sees: what there is to do."""

from pathlib import Path

from PyQt6.QtCore import QSize
from PyQt6.QtWidgets import QListWidget, QPushButton, QWidget

from tableassist.formats.kept.game import FoundGame
from tableassist.messages import tr
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.matches.game_keeper import game_words, when_words
from tableassist.ui.session.preferences import Recent
from tableassist.ui.shell.application import APPLICATION_NAME, application_icon
from tableassist.ui.shell.host import Host
from tableassist.ui.shell.window_files import FileDrop, Opener
from tableassist.ui.widgets.layouts import column
from tableassist.ui.widgets.list_items import KEPT, add_item
from tableassist.ui.widgets.plain_label import PictureLabel, PlainLabel
from tableassist.ui.widgets.plain_text import without_keys


class StartWindow(QWidget):
    def __init__(self, program: Host, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._opener = Opener(program, self)
        self._drop = FileDrop(self, self._opener.open)
        self.setWindowTitle(APPLICATION_NAME)
        self.resume = self._button(tr("&Resume the last game"), tr("As it was left."))
        self._game: FoundGame | None = None
        self.demo = self._button(tr("&Watch the demo"), tr("A simulated game; no camera needed."))
        self.set_up = self._button(tr("&Set up my table"), tr("Camera, printing, calibration and ships, step by step."))
        self.open = self._button(tr("&Open…"), tr("A table file, a picture, a video or a recorded match."))
        self.matches = self._button(tr("&Matches"), tr("Recorded games: replay, share or delete them."))
        self.recent = QListWidget()
        self.recent.setAccessibleName(tr("Recently opened"))
        self.recent.setIconSize(QSize(0, 0))
        self._recent_heading = PlainLabel(tr("Recently opened"), look="heading")
        self._lay_out()
        self.resume.clicked.connect(lambda: self._resume(program))
        self.demo.clicked.connect(lambda: program.try_demo(self))
        self.set_up.clicked.connect(lambda: program.set_up(self))
        self.open.clicked.connect(self._opener.ask)
        self.matches.clicked.connect(lambda: program.show_library(self))
        self.recent.itemActivated.connect(lambda item: program.try_open(item.data(KEPT), self))
        self.resize(560, 600)

    def show_recent(self, recent: tuple[Recent, ...]) -> None:
        self.recent.clear()
        for each in recent:
            add_item(self.recent, each.source if each.table is None else f"{each.table}\n{each.source}", each)
        for widget in (self.recent, self._recent_heading):
            widget.setVisible(bool(recent))

    def show_game(self, found: FoundGame | None) -> None:
        """The one that was played last; None where there is none to resume."""
        self._game = found
        self.resume.setVisible(found is not None)
        if found is not None:
            when, about = when_words(found.game), (found.game.table, game_words(found.game))
            words = tr("&Resume the game of {when}", when=when)
            _say(self.resume, words, without_keys("  ·  ".join(part for part in about if part)))

    def open_files(self, paths: tuple[Path, ...]) -> None:
        """As if they were dropped onto it."""
        self._opener.open(paths)

    def _resume(self, program: Host) -> None:
        if self._game is not None:
            program.resume_game(self._game, self)

    def _lay_out(self) -> None:
        picture, title = PictureLabel(), PlainLabel(APPLICATION_NAME)
        picture.setPixmap(application_icon().pixmap(72, 72))
        title.setStyleSheet("font-size: 26px; font-weight: 700;")
        told = tr("Measures a real game of ships with a camera and answers YES, NO or TOO CLOSE TO CALL.")
        words = PlainLabel(told, look="caption", wraps=True)
        buttons = (self.resume, self.demo, self.set_up, self.open, self.matches)
        recent = (self._recent_heading, (self.recent, 1), 0)
        layout = column(picture, title, words, *buttons, *recent, on=self, margins=(32, 28, 32, 28), spacing=SPACE_PX)
        layout.insertSpacing(8, SPACE_PX)
        layout.insertSpacing(3, SPACE_PX)

    def _button(self, words: str, meaning: str) -> QPushButton:
        button = QPushButton()
        _say(button, words, meaning)
        button.setStyleSheet("text-align: left; padding: 10px 16px;")
        return button


def _say(button: QPushButton, words: str, meaning: str) -> None:
    button.setText(f"{words}\n{meaning}")
    button.setAccessibleName(words.replace("&", ""))
    button.setAccessibleDescription(meaning)

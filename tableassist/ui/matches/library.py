"""The library of matches: found by words, opened, taken in, handed on, and deleted with care."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PyQt6.QtCore import QFileSystemWatcher, QSize, pyqtSignal
from PyQt6.QtGui import QIcon, QPixmap
from PyQt6.QtWidgets import QDialog, QFileDialog, QLineEdit, QListWidget, QMessageBox, QPushButton, QWidget

from tableassist.matches.replay import Replay
from tableassist.messages import Message, say, tr
from tableassist.store.match_library import MatchCard, delete_match, export_match, found, import_match, matches_in
from tableassist.ui.look import SPACE_PX
from tableassist.ui.painting.projection import image_from_bgr
from tableassist.ui.session.words import clock
from tableassist.ui.widgets.controls import column, row
from tableassist.ui.widgets.notices import plain_box, tell_problem
from tableassist.ui.widgets.plain import KEPT, PlainLabel, add_item
from tableassist.ui.workers import Soon, Worker
from tableassist.vision.camera.frame import Image

PICTURE: Final = QSize(160, 90)
AGAIN_MS: Final = 300
"""A match comes with several files."""


class MatchLibrary(QDialog):
    chosen = pyqtSignal(object)
    """The folder of the match to open."""

    def __init__(self, root: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._root = root
        self._cards: tuple[MatchCard, ...] = ()
        self._worker = Worker("at work in the library", self)
        self._painter = Worker("looking for pictures of matches", self)
        self._soon = Soon(AGAIN_MS, self.read, self)
        self.setWindowTitle(tr("Matches"))
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("A player, a ship, a date such as 2026-11, or: disputes"))
        self.search.setAccessibleName(tr("Find matches"))
        self.list = QListWidget()
        self.list.setIconSize(PICTURE)
        self.list.setAccessibleName(tr("Matches"))
        self.nothing = PlainLabel(look="caption")
        self.open_button = QPushButton(tr("&Open"))
        self.import_button = QPushButton(tr("&Import…"))
        self.export_button = QPushButton(tr("&Export…"))
        self.delete_button = QPushButton(tr("&Delete…"))
        self._lay_out()
        self.search.textChanged.connect(lambda _: self._show())
        self.list.itemActivated.connect(lambda _: self._open())
        self.list.currentItemChanged.connect(lambda *_: self._refresh())
        self.open_button.clicked.connect(lambda _: self._open())
        self.import_button.clicked.connect(lambda _: self.ask_import())
        self.export_button.clicked.connect(lambda _: self.ask_export())
        self.delete_button.clicked.connect(lambda _: self.ask_delete())
        self.resize(820, 560)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._soon.ask)
        self.read()

    def read(self) -> None:
        """Looks at the folder beside the window: a library may be large, and lie on a slow disk. Again when something
        comes or goes there."""
        self.nothing.setText(tr("Loading…"))
        if self._root.is_dir() and not self._watcher.directories():
            self._watcher.addPath(str(self._root))
        self._beside(lambda: matches_in(self._root), self._came)

    def shown(self) -> tuple[MatchCard, ...]:
        typed = ("disputes" if word == tr("disputes") else word for word in self.search.text().split())
        return found(self._cards, tuple(typed))

    def current(self) -> MatchCard | None:
        item = self.list.currentItem()
        card = None if item is None else item.data(KEPT)
        return card if isinstance(card, MatchCard) else None

    def ask_import(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Import a match"), "", tr("Matches (*.zip)"))
        if path:
            self.take_in(Path(path))

    def take_in(self, path: Path) -> None:
        self._beside(lambda: import_match(path, self._root), lambda _: self.read())

    def ask_export(self) -> None:
        card = self.current()
        if card is None:
            return
        path, _ = QFileDialog.getSaveFileName(self, tr("Export a match"), f"{card.name}.zip", tr("Matches (*.zip)"))
        if path:
            self.hand_on(card, Path(path))

    def hand_on(self, card: MatchCard, path: Path) -> None:
        def written(_: object) -> None:
            self.nothing.setText(tr("Saved: {path}", path=path))
            self.nothing.show()

        self._beside(lambda: export_match(card.folder, path), written)

    def ask_delete(self) -> None:
        card = self.current()
        if card is None:
            return
        question = tr(
            "Delete the match {name} ({time})? This cannot be undone.", name=card.name, time=clock(card.seconds)
        )
        cancel = QMessageBox.StandardButton.Cancel
        box = plain_box(self, tr("Delete a match"), question, QMessageBox.Icon.Warning)
        box.setStandardButtons(cancel)
        yes = box.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(cancel)
        box.buttonClicked.connect(lambda button: self._delete(card) if button is yes else None)
        box.open()

    def _delete(self, card: MatchCard) -> None:
        self._beside(lambda: delete_match(card.folder), lambda _: self.read())

    def _open(self) -> None:
        card = self.current()
        if card is not None and not card.problem:
            self.chosen.emit(card.folder)
            self.accept()

    def _came(self, cards: tuple[MatchCard, ...]) -> None:
        self._cards = cards
        self._show()

    def _show(self) -> None:
        self._painter.forget()
        chosen = self.current()
        self.list.clear()
        for card in self.shown():
            item = add_item(self.list, card_words(card), card)
            if chosen is not None and card.folder == chosen.folder:
                self.list.setCurrentItem(item)
            if card.has_video and not card.problem:
                self._picture(card.folder)
        self.nothing.setVisible(self.list.count() == 0)
        self.nothing.setText(
            tr("No match found.") if self._cards else tr("No matches yet. Record one with Play > Record.")
        )
        if self.list.count() and self.list.currentRow() < 0:
            self.list.setCurrentRow(0)
        self._refresh()

    def _picture(self, folder: Path) -> None:
        # Without a picture the card still says what it is; the log has why.
        self._painter.submit(lambda: _small(folder), lambda image: self._show_picture(folder, image), lambda _: None)

    def _show_picture(self, folder: Path, image: Image | None) -> None:
        if image is None:
            return
        for at in range(self.list.count()):
            item = self.list.item(at)
            if item is not None and item.data(KEPT).folder == folder:
                item.setIcon(QIcon(QPixmap.fromImage(image_from_bgr(image).copy())))

    def _refresh(self) -> None:
        card = self.current()
        self.open_button.setEnabled(card is not None and not card.problem)
        self.export_button.setEnabled(card is not None and not card.problem)
        self.delete_button.setEnabled(card is not None)

    def _beside(self, call: Callable[[], object], then: Callable[..., object]) -> None:
        self._worker.submit(call, then, lambda problem: tell_problem(self, problem))

    def done(self, result: int) -> None:
        """What was begun, a copy for one, is finished beside the window."""
        self._painter.close(wait=False)
        super().done(result)

    def _lay_out(self) -> None:
        self.open_button.setDefault(True)
        buttons = row(self.import_button, self.export_button, self.delete_button, 1, self.open_button)
        column(self.search, (self.list, 1), self.nothing, buttons, on=self, spacing=SPACE_PX)


def card_words(card: MatchCard) -> str:
    if card.problem or card.facts is None or card.started is None:
        return f"{card.name}\n{say(card.problem)}"
    parts = [
        f"{card.started:%Y-%m-%d %H:%M}",
        clock(card.seconds),
        tr("{size:.0f} MB", size=card.bytes / 1e6),
        *((say(Message.plural("1 mark", "{count} marks", count=card.marks)),) if card.marks else ()),
        *((say(Message.plural("1 dispute", "{count} disputes", count=card.disputes)),) if card.disputes else ()),
        *(() if card.has_video else (tr("no video"),)),
        *(() if card.is_chained else (tr("unchained"),)),
        *((tr("added to after the end"),) if card.additions else ()),
    ]
    return f"{card.name}\n{' – '.join(card.facts.players)}   ·   {card.facts.table}\n{'  ·  '.join(parts)}"


def _small(folder: Path) -> Image | None:
    """Of the middle: at the beginning the mat is empty."""
    with Replay(folder) as replay:
        if not replay.frame_count:
            return None
        return replay.thumbnail((replay.first_ns + replay.last_ns) // 2, PICTURE.width())

"""Share a table's pages: addresses and codes for phones, spectators and the judge."""

from collections.abc import Callable

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtWidgets import QCheckBox, QDialog, QLineEdit, QListWidget, QPushButton, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import tr
from tableassist.table import JUDGE, SPECTATOR, STREAM, Role, Seat
from tableassist.ui.look import SPACE_PX
from tableassist.ui.widgets.controls import TOUCH_PX, column, row
from tableassist.ui.widgets.notices import tell_problem
from tableassist.ui.widgets.pictures import QrCode
from tableassist.ui.widgets.plain import PlainLabel, add_item
from tableassist.web import TablePages

CODE_PX = 300


class ShareDialog(QDialog):
    def _open_to_spectators(self, wanted: bool) -> None:
        self._pages.table.seats.open_to_spectators = wanted

    def __init__(self, pages: TablePages, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Share this table"))
        self._pages = pages
        self.on = QCheckBox(tr("&Pages in the browser"))
        self.network = QCheckBox(tr("&Let others on the local network open them"))
        self.anybody = QCheckBox(tr("&Spectators need no link"))
        self.told = PlainLabel(look="caption", wraps=True)
        self.seats = QListWidget()
        self.seats.setAccessibleName(tr("Who it is for"))
        self.code = QrCode()
        self.link = QLineEdit()
        self.link.setReadOnly(True)
        self.link.setAccessibleName(tr("Link"))
        self.copy = _button(tr("&Copy the link"), self._copy)
        self.renew = _button(tr("&New link (the old one stops working)"), self._renew)
        for player in pages.table.settings.state.players:
            self._add(tr("{player}'s phone", player=player), "play", Seat(Role.PLAYER, player))
        self._add(tr("Judge"), "judge", JUDGE)
        self._add(tr("Spectators"), "watch", SPECTATOR)
        self._add(tr("Stream (browser source of OBS)"), "stream", STREAM)
        self.seats.setCurrentRow(0)
        self._lay_out()
        self.on.setChecked(pages.is_on)
        self.network.setChecked(pages.to_network)
        self.anybody.setChecked(pages.table.seats.open_to_spectators)
        self.on.toggled.connect(self._switch)
        self.network.toggled.connect(self._switch)
        self.anybody.toggled.connect(self._open_to_spectators)
        self.seats.currentRowChanged.connect(lambda _row: self._refresh())
        self._refresh()

    def _add(self, words: str, page: str, seat: Seat) -> None:
        add_item(self.seats, words, (page, seat))

    def _lay_out(self) -> None:
        for box in (self.on, self.network, self.anybody):
            box.setMinimumHeight(TOUCH_PX)
        self.setMinimumSize(2 * CODE_PX + 120, CODE_PX + 260)
        shown = column(1, (self.code, Qt.AlignmentFlag.AlignCenter), 1, self.link, row(self.copy, self.renew))
        both = row((self.seats, 1), (shown, 1))
        column(self.on, self.network, self.anybody, self.told, both, on=self, spacing=SPACE_PX)

    def _switch(self) -> None:
        try:
            if self.on.isChecked():
                self._pages.start(to_network=self.network.isChecked())
                self._open_to_spectators(self.anybody.isChecked())
            else:
                self._pages.stop()
        except TableAssistError as problem:
            tell_problem(self, problem)
            self.on.setChecked(False)
        self._refresh()

    def _refresh(self) -> None:
        on = self._pages.is_on
        for widget in (self.network, self.anybody, self.seats, self.link, self.copy, self.renew):
            widget.setEnabled(on)
        link = self._link() if on else ""
        self.link.setText(link)
        self.code.show_text(link)
        if not on:
            self.told.setText(tr("Nothing can be reached from outside this window."))
        elif self._pages.to_network:
            words = tr("Anyone on the same network who has a link can open it. Give each player only their own.")
            self.told.setText(words)
        else:
            self.told.setText(tr("Only browsers on this computer can open the pages."))

    def _chosen(self) -> tuple[str, Seat]:
        item = self.seats.currentItem() or self.seats.item(0)
        assert item is not None
        page, seat = item.data(Qt.ItemDataRole.UserRole)
        return page, seat

    def _link(self) -> str:
        return self._pages.link(*self._chosen())

    def _copy(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if clipboard is not None:
            clipboard.setText(self.link.text())

    def _renew(self) -> None:
        self._pages.renew(self._chosen()[1])
        self._refresh()


def _button(words: str, call: Callable[[], None]) -> QPushButton:
    button = QPushButton(words)
    button.setMinimumHeight(TOUCH_PX)
    button.setAutoDefault(False)
    button.clicked.connect(lambda _checked: call())
    return button

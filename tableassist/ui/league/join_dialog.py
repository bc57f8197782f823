"""Join a league: the code that the hub shows, and which hub; or again as before."""

from collections.abc import Callable
from functools import partial

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QDialog, QFormLayout, QLineEdit, QListWidget, QPushButton, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import say, tr
from tableassist.store.league import LENGTH, JoinCode, Membership, read_join_code
from tableassist.table.commands import JoinLeague
from tableassist.table.hub_link import FoundHub, find_hubs, joined
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.list_items import add_item
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.touch import TOUCH_PX, button
from tableassist.ui.workers.worker import Worker

FindHubs = Callable[[], tuple[FoundHub, ...]]


class JoinDialog(QDialog):
    def __init__(self, league: WindowLeague, parent: QWidget | None = None, *, find: FindHubs = find_hubs) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Join a league"))
        self._league, self._find = league, find
        self._worker = Worker("joining a league", self)
        self.code = QLineEdit()
        self.code.setPlaceholderText(str(JoinCode("X" * LENGTH)))
        self.code.setAccessibleName(tr("Code"))
        self.hubs = QListWidget()
        self.hubs.setAccessibleName(tr("Hubs found"))
        self.hubs.setMaximumHeight(110)
        self.address = QLineEdit()
        self.address.setPlaceholderText("192.168.1.5:8750")
        self.address.setAccessibleName(tr("Address of the hub"))
        self.told = PlainLabel(look="caption", wraps=True)
        self.told.setMinimumHeight(TOUCH_PX)
        self.search = button(tr("Search again"))
        self.buttons, self.ok = ok_and_cancel(self, tr("Join"), least_px=TOUCH_PX)
        self.again = [self._again(each) for each in league.kept()]
        self._lay_out()
        self.code.textChanged.connect(lambda _text: self._refresh())
        self.address.textChanged.connect(lambda _text: self._refresh())
        self.hubs.currentRowChanged.connect(self._chosen)
        self.search.clicked.connect(lambda _checked: self.look())
        self.buttons.accepted.connect(self.ask)
        self._refresh()
        self.look()

    def look(self) -> None:
        """For hubs in the local network; takes two seconds."""
        self.told.setText(tr("Looking for hubs on the local network …"))
        self._worker.submit(self._find, self._found, self._failed, newest_of="search")

    def ask(self) -> None:
        try:
            code = read_join_code(self.code.text())
        except TableAssistError as problem:
            self._failed(problem)
            return
        self.ok.setEnabled(False)
        self.told.setText(tr("Asking the hub …"))
        self._worker.submit(partial(joined, self.address.text(), code), self._join, self._failed)

    def done(self, result: int) -> None:
        self._worker.close(wait=False)
        super().done(result)

    def _join(self, membership: Membership) -> None:
        result = self._league.table.dispatch(JoinLeague(membership))
        if result.ok:
            self.accept()
        else:
            self._failed(TableAssistError("{words}", words=result.refused))

    def _again(self, membership: Membership) -> QPushButton:
        league = membership.title or membership.league
        made = button(tr("Again: {league}, as {table}", league=league, table=membership.table))
        made.clicked.connect(lambda _checked: self._join(membership))
        return made

    def _found(self, hubs: tuple[FoundHub, ...]) -> None:
        self.hubs.clear()
        for hub in hubs:
            add_item(self.hubs, f"{hub.title}  ·  {hub.address}", hub)
        if hubs and not self.address.text():
            self.hubs.setCurrentRow(0)
        none = tr("No hub found: type the address shown by the hub.")
        self.told.setText("" if hubs else none)

    def _failed(self, problem: TableAssistError) -> None:
        self.told.setText(say(problem.message))
        self._refresh()

    def _chosen(self, at: int) -> None:
        item = self.hubs.item(at)
        if item is not None:
            self.address.setText(item.data(Qt.ItemDataRole.UserRole).address)

    def _refresh(self) -> None:
        self.ok.setEnabled(bool(self.code.text().strip()) and bool(self.address.text().strip()))

    def _lay_out(self) -> None:
        self.setMinimumWidth(520)
        for field in (self.code, self.address):
            field.setMinimumHeight(TOUCH_PX)
        form = QFormLayout()
        form.addRow(tr("Code"), self.code)
        form.addRow(tr("Found here"), self.hubs)
        form.addRow(tr("Address of the hub"), self.address)
        words = tr("The judge's desk shows a code for each table. Only this table can use it, and only once.")
        parts = (PlainLabel(words, wraps=True), form, row(self.search, 1), self.told, self.buttons)
        column(*self.again, *parts, on=self, spacing=SPACE_PX)
        self.code.setFocus()

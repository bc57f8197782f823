"""What a league asks of a table's window: joining, who plays what, a call of the judge."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit, QListWidget, QPushButton, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import Message, say, tr
from tableassist.store.league import LENGTH, JoinCode, Membership, read_join_code
from tableassist.store.league_records import ResultSaid
from tableassist.table.commands import ConfirmResult, JoinLeague
from tableassist.table.hub_link import FoundHub, find_hubs, joined
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.look import SPACE_PX
from tableassist.ui.widgets.controls import TOUCH_PX, button, column, ok_and_cancel, row, touchable
from tableassist.ui.widgets.plain import PlainLabel, add_item
from tableassist.ui.workers import Worker

MOST_LETTERS = 800


class CallDialog(QDialog):
    """Only asks."""

    def __init__(self, question: str, people: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Call the league's judge"))
        self.setMinimumWidth(480)
        self.question = touchable(QLineEdit(question))
        self.question.setMaxLength(MOST_LETTERS)
        self.question.setPlaceholderText(tr("What should the judge decide?"))
        self.question.setAccessibleName(tr("What the judge should decide"))
        self.by = touchable(QComboBox())
        self.by.setEditable(True)
        self.by.addItems(list(people))
        self.by.setAccessibleName(tr("Who calls"))
        self.buttons, self.ok = ok_and_cancel(self, tr("Call"), least_px=TOUCH_PX)
        form = QFormLayout()
        form.addRow(tr("Question"), self.question)
        form.addRow(tr("Who calls"), self.by)
        words = tr("The judge sees this exact moment: the picture, where every piece is, and the ruling. Play on.")
        column(form, PlainLabel(words, look="caption", wraps=True), self.buttons, on=self, spacing=SPACE_PX)
        self.question.textChanged.connect(lambda _text: self._refresh())
        self.buttons.accepted.connect(self.accept)
        self._refresh()

    def _refresh(self) -> None:
        self.ok.setEnabled(bool(self.question.text().strip()))


class SeatsDialog(QDialog):
    """Who plays on which seat of this table."""

    def __init__(
        self, seats: Sequence[str], players: Sequence[str], seated: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Who plays what?"))
        self.setMinimumWidth(420)
        self.choices: dict[str, QComboBox] = {}
        form = QFormLayout()
        for seat in seats:
            choice = touchable(QComboBox())
            choice.addItems([*players])
            choice.setCurrentText(seated.get(seat, ""))
            choice.setAccessibleName(seat)
            choice.currentIndexChanged.connect(lambda _at: self._refresh())
            self.choices[seat] = choice
            form.addRow(PlainLabel(seat), choice)
        self.buttons, self.ok = ok_and_cancel(self, least_px=TOUCH_PX)
        words = tr("The league uses player names; this table uses fleet names.")
        column(PlainLabel(words, look="caption", wraps=True), form, self.buttons, on=self, spacing=SPACE_PX)
        self.buttons.accepted.connect(self.accept)
        self._refresh()

    @property
    def seated(self) -> dict[str, str]:
        return {seat: choice.currentText() for seat, choice in self.choices.items()}

    def _refresh(self) -> None:
        chosen = list(self.seated.values())
        self.ok.setEnabled(len(set(chosen)) == len(chosen))


class ResultDialog(QDialog):
    """What the referee says of the game that is over; each player confirms it. Stops nobody from going on."""

    def __init__(self, league: WindowLeague, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Result"))
        self.setMinimumWidth(420)
        self._league = league
        self.words = PlainLabel(look="heading", wraps=True)
        self.why = PlainLabel(wraps=True)
        self.confirm: dict[str, QPushButton] = {}
        self._buttons = column(spacing=SPACE_PX)
        close = button(tr("Close"))
        close.clicked.connect(lambda _checked: self.close())
        column(self.words, self.why, self._buttons, row(1, close), on=self, spacing=SPACE_PX)
        league.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        result = self._league.result
        if result is None:
            self.close()
            return
        self.words.setText(result_words(result))
        self.why.setText(result.why)
        for player in result.points:
            if player not in self.confirm:
                self.confirm[player] = self._button(player)
            self._tell(player, is_confirmed=player in result.confirmed_by)

    def _button(self, player: str) -> QPushButton:
        made = button("")
        made.clicked.connect(lambda _checked: self._league.table.dispatch(ConfirmResult(player)))
        self._buttons.addWidget(made)
        return made

    def _tell(self, player: str, *, is_confirmed: bool) -> None:
        made = self.confirm[player]
        made.setEnabled(not is_confirmed)
        words = tr("{player} has confirmed", player=player) if is_confirmed else tr("{player} confirms", player=player)
        made.setText(words.replace("&", "&&"))


def result_words(result: ResultSaid) -> str:
    points = tuple(Message("{player} {gold}", player=name, gold=count) for name, count in result.points.items())
    score = say(Message("{score}", score=points))
    if result.winner:
        return tr("{winner} has won: {score}", winner=result.winner, score=score)
    return tr("No single winner: {score}", score=score)


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

"""The league in a table's window: its menu, its rows in the status strip, the judge's words in the banner."""

from collections.abc import Callable

from PyQt6.QtCore import QObject
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QDialog, QMenu, QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.messages import say, tr, tr_plural
from tableassist.rulebook import Ruling
from tableassist.store.league import Membership
from tableassist.table.commands import (
    AnyCommand,
    CallLeagueJudge,
    JoinLeague,
    LeaveLeague,
    SeatPlayers,
    WithdrawCalls,
)
from tableassist.table.hub_link import Connection
from tableassist.table.league import clock_words, short_clock_words
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.session.session import Session
from tableassist.ui.session.table_health import HealthRow, Level
from tableassist.ui.shell.actions import add_action
from tableassist.ui.shell.status_strip import StatusStrip
from tableassist.ui.widgets.notices import Banner, plain_box, tell_problem
from tableassist.ui.workers import Soon

TOLD_MS = 120_000
"""How long the judge's words stand in the banner."""
DONE_MS = 8000


class LeaguePart(QObject):
    """`chosen`: the ruling that is chosen in the list, if there is one."""

    def __init__(
        self,
        league: WindowLeague,
        session: Session,
        window: QWidget,
        status: StatusStrip,
        banner: Banner,
        *,
        chosen: Callable[[], Ruling | None] = lambda: None,
    ) -> None:
        super().__init__(window)
        self.league, self._session, self._window = league, session, window
        self._status, self._banner, self._chosen = status, banner, chosen
        self._actions: dict[str, QAction] = {}
        self._has_result = False
        self._seats: QDialog | None = None
        self._read = Soon(TOLD_MS, lambda: banner.set_told(None), self)
        league.changed.connect(self.refresh)
        league.told.connect(self._tell)
        league.done.connect(lambda words: status.showMessage(words, DONE_MS))
        league.assigned_anew.connect(self._ask_seats_if_unclear)

    def fill(self, menu: QMenu) -> None:
        self._actions = {
            "join": add_action(menu, tr("&Join a league…"), (), self.ask_join),
            "leave": add_action(menu, tr("&Leave the league…"), (), self.ask_leave),
        }
        menu.addSeparator()
        self._actions |= {
            "call": add_action(menu, tr("&Call the league's judge…"), ("Ctrl+J",), self.ask_judge),
            "withdraw": add_action(menu, tr("&Withdraw the call"), (), lambda: self._session.ask(WithdrawCalls())),
        }
        menu.addSeparator()
        self._actions |= {
            "seats": add_action(menu, tr("Who &plays what…"), (), self.ask_seats),
            "result": add_action(menu, tr("&Result…"), (), self.show_result),
            "read": add_action(menu, tr("&Hide the judge's words"), (), lambda: self._banner.set_told(None)),
        }
        self.refresh()

    def refresh(self) -> None:
        league = self.league
        on = league.is_on
        for name, is_enabled in (
            ("leave", on),
            ("call", on),
            ("withdraw", on and bool(league.calls.open)),
            ("seats", on and league.told_game.assigned is not None),
            ("result", on and league.result is not None),
        ):
            if name in self._actions:
                self._actions[name].setEnabled(is_enabled)
        if on:
            self._status.show_row(league_row(league))
        else:
            self._status.hide_row("league")
        if on and league.clock is not None:
            level = Level.WORSE if league.clock.left_s < 0 else Level.GOOD
            if not league.clock.running:
                level = Level.OFF
            self._status.show_row(HealthRow("clock", level, short_clock_words(league.clock), clock_words(league.clock)))
        else:
            self._status.hide_row("clock")
        if on and league.result is not None and not self._has_result:
            self.show_result()
        self._has_result = league.result is not None

    # What the menu asks for

    def ask_join(self) -> None:
        from tableassist.ui.league.dialogs import JoinDialog  # noqa: PLC0415  loaded where it is needed

        JoinDialog(self.league, self._window).show()

    def join(self, membership: Membership) -> None:
        self._ask_table(JoinLeague(membership))

    def ask_leave(self) -> None:
        """Does not make the window wait."""
        waiting = self.league.state.waiting
        words = tr("Leave the league? The table carries on by itself, but needs a new code to come back.")
        if waiting:
            words += "\n\n" + tr_plural(
                "1 record has not reached the hub yet.", "{count} records have not reached the hub yet.", count=waiting
            )
        box = plain_box(self._window, tr("Leave the league"), words, QMessageBox.Icon.Question)
        box.setObjectName("leave-league")
        leave = box.addButton(tr("&Leave"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.buttonClicked.connect(lambda pressed: self._leave() if pressed is leave else None)
        box.open()

    def ask_judge(self) -> None:
        """About the chosen ruling, in the moment that is shown."""
        from tableassist.ui.league.dialogs import CallDialog  # noqa: PLC0415  loaded where it is needed

        if not self.league.is_on:
            return
        ruling, moment = self._chosen(), self._session.moment
        question = "" if ruling is None else self.league.question(ruling)
        people = tuple(self.league.told_game.seated.values()) or self._session.settings.state.players
        dialog = CallDialog(question, people, self._window)
        with self._session.held_at(moment):
            called = dialog.exec() == QDialog.DialogCode.Accepted
            if called:
                question, by = dialog.question.text().strip(), dialog.by.currentText().strip()
                self._ask_table(CallLeagueJudge(question, by, "" if ruling is None else ruling.id))

    def ask_seats(self) -> None:
        from tableassist.ui.league.dialogs import SeatsDialog  # noqa: PLC0415  loaded where it is needed

        assigned = self.league.told_game.assigned
        if assigned is None:
            return
        if self._seats is not None:  # of the round before
            self._seats.reject()
        self._seats = dialog = SeatsDialog(
            self.league.told_game.seats, assigned.players, self.league.told_game.seated, self._window
        )
        dialog.finished.connect(lambda _result: setattr(self, "_seats", None))
        dialog.setObjectName("seats")
        dialog.accepted.connect(lambda: self._ask_table(SeatPlayers(dict(dialog.seated))))
        dialog.open()

    def show_result(self) -> None:
        from tableassist.ui.league.dialogs import ResultDialog  # noqa: PLC0415  loaded where it is needed

        if self.league.result is not None:
            ResultDialog(self.league, self._window).show()

    def _ask_seats_if_unclear(self) -> None:
        assigned = self.league.told_game.assigned
        if assigned is not None and assigned.players and set(assigned.players) != set(self.league.told_game.seats):
            self.ask_seats()

    def _leave(self) -> None:
        self._ask_table(LeaveLeague())

    def _ask_table(self, command: AnyCommand) -> None:
        """Ask something of the table; a refusal is told in a box."""
        result = self._session.dispatch(command)
        if not result.ok:
            tell_problem(self._window, TableAssistError("{words}", words=say(result.refused)))

    def _tell(self, words: str) -> None:
        self._banner.set_told(words)
        self._read.start()


def league_row(league: WindowLeague) -> HealthRow:
    membership, state = league.membership, league.state
    assert membership is not None
    title = membership.title or membership.league
    waiting = tr_plural("1 waiting", "{count} waiting", count=state.waiting) if state.waiting else ""
    facts = {"league": title, "table": membership.table}
    if state.refused:
        full = tr("The hub refuses this match's records; see the log for the reason. The game is kept here.")
        return HealthRow("league", Level.BAD, tr("League: match refused"), full)
    if state.connection is Connection.REFUSED:
        full = tr("{league} does not admit {table}: {problem}. The game is kept here.", problem=state.problem, **facts)
        return HealthRow("league", Level.BAD, _short(tr("League: not let in"), waiting), full)
    if state.connection is not Connection.CONNECTED:
        full = tr("No connection to {league}. Play on: records are kept and sent when it is back.", **facts)
        return HealthRow("league", Level.WORSE, _short(tr("League: offline"), waiting), full)
    if not state.hub_online:
        full = tr("{league}'s hub is not running. Play on: records are kept and sent when it is back.", **facts)
        return HealthRow("league", Level.WORSE, _short(tr("League: hub away"), waiting), full)
    if state.problem:
        full = tr("Records for {league} cannot be saved: {problem}. Play on.", problem=state.problem, **facts)
        return HealthRow("league", Level.BAD, tr("League: not reached"), full)
    called = league.calls.open
    short = tr("League: judge called") if called else tr("League: joined")
    return HealthRow("league", Level.GOOD, _short(short, waiting), tr("{table} in {league}.", **facts))


def _short(words: str, waiting: str) -> str:
    return f"{words}, {waiting}" if waiting else words


def offer_league(membership: Membership, part: LeaguePart, asker: QWidget) -> QMessageBox:
    """Does not make the window wait."""
    facts = {"league": membership.title or membership.league, "table": membership.table}
    words = tr("Take part in {league} again, as {table}?", **facts)
    box = plain_box(asker, tr("League"), words, QMessageBox.Icon.Question)
    box.setObjectName("kept-league")
    again = box.addButton(tr("&Take part"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(tr("&Not today"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(again)
    box.buttonClicked.connect(lambda pressed: part.join(membership) if pressed is again else None)
    box.open()
    return box

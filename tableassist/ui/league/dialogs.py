"""What people at the table of a league are asked: what the judge shall decide, who sits where, what the result is."""

from collections.abc import Mapping, Sequence

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QComboBox, QDialog, QFormLayout, QLineEdit, QPushButton, QWidget

from tableassist.messages import Message, say, tr
from tableassist.store.league_records import ResultSaid
from tableassist.table.commands import ConfirmResult
from tableassist.ui.league.window_league import WindowLeague
from tableassist.ui.look.theme import SPACE_PX
from tableassist.ui.widgets.buttons import ok_and_cancel
from tableassist.ui.widgets.layouts import column, row
from tableassist.ui.widgets.plain_label import PlainLabel
from tableassist.ui.widgets.touch import TOUCH_PX, button, touchable

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

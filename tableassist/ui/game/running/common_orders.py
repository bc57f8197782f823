"""What people ask of a game of either kind from its panel and the menu: open, save, give up, answer, change an act."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.matches.games import GameDocument, save_game
from tableassist.messages import say, tr
from tableassist.pipeline.game.policy import Policy
from tableassist.rulebook import act_text
from tableassist.rulebook.play import Offer
from tableassist.store.score import score_of_game
from tableassist.table import AnyGameSnapshot
from tableassist.table.commands import (
    AbandonGame,
    AmendAct,
    Answer,
    AnyCommand,
    OpenGame,
    SayAct,
    TakeOffer,
    UsePolicies,
)
from tableassist.ui.game.acting.act_dialog import ActDialog
from tableassist.ui.game.acts import ActList
from tableassist.ui.game.decisions import DecisionCards
from tableassist.ui.game.no_game import NoGame
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.error_box import plain_box, tell_problem

SCORE = ".pcn"


class CommonOrders(QObject):
    """Reads the table's snapshot and dispatches commands. A child of the window."""

    told = pyqtSignal(str)
    shown = pyqtSignal()
    """The panel has something that must be seen."""

    panel: QWidget
    die_owed = pyqtSignal(bool)
    """Whether the game waits for a die, so that a digit that is typed is one."""

    type_roll: Callable[[int], object] | None = None
    """Takes a die that somebody read, where a game has dice."""

    def __init__(self, session: Session, asker: QWidget) -> None:
        super().__init__(asker)
        self._session, self._asker = session, asker

    @property
    def played(self) -> Any:
        """The snapshot of the game that is played, of the kind that the panel shows; None: none is played."""
        return self._session.played

    @property
    def shown_game(self) -> Any:
        """The snapshot of the game at the moment that is shown."""
        return self._session.shown_game

    # What each game knows of itself

    def ask_new(self) -> None:
        raise NotImplementedError

    def ask_policies(self) -> None:
        """Ask what is done with what the camera proposes."""
        raise NotImplementedError

    def _dialog(self, game: Any, act: Any, title: str, card: str = "") -> ActDialog:
        raise NotImplementedError

    # The menu

    def ask_open(self) -> None:
        kinds = tr("Games (*.jsonl *.pcn);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self._asker, tr("Open a game"), "", kinds)
        if path:
            self.open(Path(path))

    def open(self, path: Path) -> None:
        self.dispatch(OpenGame(str(path)))

    def ask_save(self) -> None:
        if self.played is None:
            return
        kinds = tr("Game (*.jsonl);;Score (*.pcn)")
        path, kind = QFileDialog.getSaveFileName(self._asker, tr("Save the game"), "game.jsonl", kinds)
        if path:
            as_score = SCORE in kind and not Path(path).suffix
            self.save(Path(path).with_suffix(SCORE) if as_score else Path(path))

    def save(self, path: Path) -> None:
        game = None if self.played is None else self.played.file
        if game is None:
            return
        score = score_of_game(game) if path.suffix.lower() == SCORE else None
        try:
            save_game(GameDocument(game, score), path)
        except TableAssistError as problem:
            tell_problem(self._asker, problem)
            return
        self.told.emit(tr("Saved: {path}", path=path))

    def ask_abandon(self) -> None:
        words = tr("Stop this game? It stays in the list of past games, but you won't be asked to resume it.")
        box = plain_box(self._asker, tr("Abandon the game"), words, QMessageBox.Icon.Question)
        yes = box.addButton(tr("&Abandon it"), QMessageBox.ButtonRole.DestructiveRole)
        box.setEscapeButton(box.addButton(tr("&Play on"), QMessageBox.ButtonRole.RejectRole))
        box.buttonClicked.connect(lambda button: self._abandon() if button is yes else None)
        box.open()

    def _abandon(self) -> None:
        self.dispatch(AbandonGame())

    def _use_policies(self, policies: Mapping[Any, Policy]) -> None:
        self.dispatch(UsePolicies({kind.value: policy for kind, policy in policies.items()}))

    def dispatch(self, command: AnyCommand) -> bool:
        """Ask something of the table; a refusal is told in a box."""
        result = self._session.dispatch(command)
        if not result.ok:
            tell_problem(self._asker, TableAssistError("{words}", words=say(result.refused)))
        return result.ok

    # The panel

    def _connect_parts(self, *, acts: ActList, proposals: DecisionCards, fouls: DecisionCards, no_game: NoGame) -> None:
        self._session.told.connect(self.told)
        self._session.game_failed.connect(self._tell_problem)
        proposals.accepted.connect(lambda number, way: self.dispatch(Answer(number, way)))
        proposals.refused.connect(lambda number, _follows: self.dispatch(Answer(number, accept=False)))
        fouls.accepted.connect(self._answer_foul)
        fouls.refused.connect(self._strike)
        acts.strike_asked.connect(self._strike)
        acts.restore_asked.connect(lambda number: self.dispatch(AmendAct(number, "restore")))
        acts.change_asked.connect(self.ask_change)
        acts.insert_asked.connect(self.ask_insert)
        no_game.new_asked.connect(self.ask_new)
        no_game.open_asked.connect(self.ask_open)

    def _tell_problem(self, problem: TableAssistError) -> None:
        tell_problem(self._asker, problem)

    def _choose(self, offer: Offer[Any], values: Mapping[str, Any]) -> None:
        picked = {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
            if value is not None
        }
        self.dispatch(TakeOffer(act_text(offer.act), picked))

    def _strike(self, number: int, follows: Sequence[int] = ()) -> None:
        self.dispatch(AmendAct(number, "strike", list(follows)))

    def _answer_foul(self, number: int, way: int) -> None:
        """It stands; or a card allows it."""
        if way == 0:
            self.dispatch(AmendAct(number, "let-stand"))
        else:
            self.ask_change(number, by_card=True)

    def ask_change(self, number: int, *, by_card: bool = False) -> None:
        entry = None if self.played is None else self.played.file.log.entry(number)
        if entry is None:
            return
        dialog = self._dialog(self._before(number), entry.act, tr("Change act {number}", number=number), entry.card)
        if by_card:
            dialog.card.setFocus()
        self._say_asked(dialog, instead=number)

    def ask_insert(self, number: int) -> None:
        """Behind this act; 0: before all others."""
        if self.played is not None:
            title = tr("Add an act after act {number}", number=number)
            self._say_asked(self._dialog(self._before(number, after=True), None, title), after=number)

    def ask_other(self) -> None:
        if self.played is not None:
            self._say_asked(self._dialog(self.played.game, None, tr("Say what was done")))

    def _say_asked(self, dialog: ActDialog, *, after: int | None = None, instead: int | None = None) -> None:
        if dialog.exec() == QDialog.DialogCode.Accepted:
            text = act_text(dialog.act)
            self.dispatch(SayAct(text, dialog.by_card, after=after, instead=instead, by=dialog.person))

    def _before(self, number: int, *, after: bool = False) -> Any:
        """The game as it was when that act was done, or after it."""
        shown: AnyGameSnapshot = self.played
        game: Any = shown.refereed.start
        for each in shown.refereed.acts:
            if each.number == number:
                return each.game if after else game
            game = each.game
        return game

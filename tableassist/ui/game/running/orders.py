"""What people ask of the game from the panel and the menu: begin, open, save, give up, answer, change an act."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.formats.game.game_file import GameFile
from tableassist.formats.score.game_score import score_of_game
from tableassist.messages import tr
from tableassist.pipeline.game.set_up_guide import dealt_acts, guide, in_turn
from tableassist.referee.acts.all import AnyAct
from tableassist.referee.offering.offer import Offer
from tableassist.referee.state.game import Game, Phase
from tableassist.rules.ruling.ruling import Ruling
from tableassist.runtime.game.desk import GameDesk
from tableassist.services.referee.document import GameDocument, read_game, save_game
from tableassist.services.referee.table_game import NewGame, start_at_table, wild_islands
from tableassist.ui.game.acting.act_dialog import ActDialog
from tableassist.ui.game.panel import NOW, GamePanel
from tableassist.ui.game.running.new_game import NewGameDialog
from tableassist.ui.game.running.policies import PolicyDialog, save_policies, saved_policies
from tableassist.ui.game.running.window_game import WindowGame
from tableassist.ui.session.preferences import Preferences
from tableassist.ui.widgets.error_box import plain_box, tell_problem
from tableassist.ui.workers.timers import Soon

UPDATE_EVERY_MS = 200
"""What may be done changes with what is measured; nobody presses a button that comes and goes."""
SCORE = ".pcn"


class GameOrders(QObject):
    told = pyqtSignal(str)
    shown = pyqtSignal()
    """The panel has something that must be seen."""

    def __init__(
        self,
        game: WindowGame,
        preferences: Preferences,
        table: Callable[[], Path | None],
        rulings: Callable[[], tuple[Ruling, ...]],
        asker: QWidget,
    ) -> None:
        """`table`: the file of the table that is open, if it has one. `rulings`: of now, as far as players may see."""
        super().__init__(asker)
        self._game = game
        self._session = game.session
        self._preferences = preferences
        self._table = table
        self._rulings = rulings
        self._asker = asker
        self.panel = GamePanel()
        self._soon = Soon(UPDATE_EVERY_MS, self.refresh, self)
        self._was_over = False
        game.use_policies(saved_policies(preferences))
        game.listen()
        self._connect()
        self.refresh()

    @property
    def desk(self) -> GameDesk | None:
        return self._game.desk

    def refresh(self) -> None:
        desk = self.desk
        self.panel.show_desk(desk, self._rulings(), self._session.selection.piece)
        if desk is not None and desk.game.phase is Phase.SETTING_UP:
            self._show_steps(desk.game)
        over = desk is not None and desk.game.phase is Phase.OVER
        if over and not self._was_over:
            self.shown.emit()
        self._was_over = over

    # The menu

    def ask_new(self) -> None:
        settings = self._session.settings
        dialog = NewGameDialog(settings.ledger.players, wild_islands(settings), self._asker)
        if dialog.exec():
            self.begin(dialog.new)

    def begin(self, new: NewGame) -> None:
        newest = self._session.newest
        try:
            state = None if newest is None else newest.state
            self._game.begin(start_at_table(self._session.settings, new, state, table=self._table()))
        except TableAssistError as problem:
            tell_problem(self._asker, problem)

    def ask_open(self) -> None:
        kinds = tr("Games (*.jsonl *.pcn);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self._asker, tr("Open a game"), "", kinds)
        if path:
            self.open(Path(path))

    def open(self, path: Path) -> None:
        try:
            game = read_game(str(path)).constructible
        except TableAssistError as problem:
            tell_problem(self._asker, problem)
            return
        missing = {each.id for each in game.start.ships} - {each.id for each in self._session.settings.pieces}
        if missing:
            names = ", ".join(sorted(missing))
            self.told.emit(tr("These ships of the game are not on this table: {names}", names=names))
        try:
            self._game.go_on(game)
        except TableAssistError as problem:
            tell_problem(self._asker, problem)

    def ask_save(self) -> None:
        if self.desk is None:
            return
        kinds = tr("Game (*.jsonl);;Score (*.pcn)")
        path, kind = QFileDialog.getSaveFileName(self._asker, tr("Save the game"), "game.jsonl", kinds)
        if path:
            as_score = SCORE in kind and not Path(path).suffix
            self.save(Path(path).with_suffix(SCORE) if as_score else Path(path))

    def save(self, path: Path) -> None:
        desk = self.desk
        if desk is None:
            return
        game = GameFile(desk.start, desk.log)
        score = score_of_game(game) if path.suffix.lower() == SCORE else None
        try:
            save_game(GameDocument(game, score), path)
        except TableAssistError as problem:
            tell_problem(self._asker, problem)
            return
        self.told.emit(tr("Saved: {path}", path=path))

    def ask_abandon(self) -> None:
        words = tr("Stop this game? It is kept among the games that were played, but it is not offered again.")
        box = plain_box(self._asker, tr("Abandon the game"), words, QMessageBox.Icon.Question)
        yes = box.addButton(tr("&Abandon it"), QMessageBox.ButtonRole.DestructiveRole)
        box.setEscapeButton(box.addButton(tr("&Play on"), QMessageBox.ButtonRole.RejectRole))
        box.buttonClicked.connect(lambda button: self._abandon() if button is yes else None)
        box.open()

    def _abandon(self) -> None:
        try:
            self._game.abandon()
        except TableAssistError as problem:
            tell_problem(self._asker, problem)

    def ask_policies(self) -> None:
        dialog = PolicyDialog(self._game.policies, self._asker)
        if dialog.exec():
            save_policies(self._preferences, dialog.policies)
            self._game.use_policies(dialog.policies)

    def type_roll(self, value: int) -> None:
        if self.desk is not None:
            self.desk.type_roll(value, t_ns=self._game.now_ns)

    # The panel

    def _connect(self) -> None:
        panel, game = self.panel, self._game
        game.changed.connect(self.refresh)
        game.began_or_ended.connect(self._began_or_ended)
        game.told.connect(self.told)
        game.failed.connect(self._tell_problem)
        self._session.arrived.connect(lambda _moment: self._soon.ask() if self.desk is not None else None)
        self._session.selection.changed.connect(lambda _piece: self.refresh())
        panel.chosen.connect(self._choose)
        panel.rolled.connect(self.type_roll)
        panel.question.disarmed.connect(lambda: self._do(lambda desk: desk.disarm()))
        panel.proposals.accepted.connect(lambda number, way: self._do(lambda desk: desk.accept(number, way)))
        panel.proposals.refused.connect(lambda number: self._do(lambda desk: desk.dismiss(number)))
        panel.fouls.accepted.connect(self._answer_foul)
        panel.fouls.refused.connect(self._strike)
        panel.acts.strike_asked.connect(self._strike)
        panel.acts.restore_asked.connect(
            lambda number: self._do(lambda desk: desk.restore(number, t_ns=self._game.now_ns))
        )
        panel.acts.change_asked.connect(self.ask_change)
        panel.acts.insert_asked.connect(self.ask_insert)
        panel.other_act_asked.connect(self.ask_other)
        panel.ship_chosen.connect(self._session.selection.choose)
        panel.steps.said.connect(self._say_seen)
        panel.steps.deal_asked.connect(self._deal)
        panel.no_game.new_asked.connect(self.ask_new)
        panel.no_game.open_asked.connect(self.ask_open)

    def _tell_problem(self, problem: TableAssistError) -> None:
        tell_problem(self._asker, problem)

    def _do(self, step: Callable[[GameDesk], object]) -> None:
        if self.desk is not None:
            step(self.desk)

    def _choose(self, offer: Offer, values: Mapping[str, Any]) -> None:
        self._do(lambda desk: desk.choose(offer, values, t_ns=self._game.now_ns))

    def _strike(self, number: int) -> None:
        self._do(lambda desk: desk.strike(number, t_ns=self._game.now_ns))

    def _answer_foul(self, number: int, way: int) -> None:
        """It stands; or a card allows it."""
        if way == 0:
            self._do(lambda desk: desk.let_stand(number, t_ns=self._game.now_ns))
        else:
            self.ask_change(number, by_card=True)

    def ask_change(self, number: int, *, by_card: bool = False) -> None:
        entry = None if self.desk is None else self.desk.log.entry(number)
        if entry is None:
            return
        dialog = self._dialog(self._before(number), entry.act, tr("Change act {number}", number=number), entry.card)
        if by_card:
            dialog.card.setFocus()
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._game.say(dialog.act, by=dialog.person, card=dialog.by_card, instead=number)

    def ask_insert(self, number: int) -> None:
        """Behind this act; 0: before all others."""
        if self.desk is None:
            return
        title = tr("Add an act after act {number}", number=number)
        dialog = self._dialog(self._before(number, after=True), None, title)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self._game.say(dialog.act, by=dialog.person, card=dialog.by_card, after=number)

    def ask_other(self) -> None:
        if self.desk is not None:
            dialog = self._dialog(self.desk.game, None, tr("Say what was done"))
            if dialog.exec() == QDialog.DialogCode.Accepted:
                self._game.say(dialog.act, by=dialog.person, card=dialog.by_card)

    def _dialog(self, game: Game, act: AnyAct | None, title: str, card: str = "") -> ActDialog:
        return ActDialog(game, act, title=title, people=game.order, card=card, parent=self._asker)

    def _before(self, number: int, *, after: bool = False) -> Game:
        """The game as it was when that act was done, or after it."""
        assert self.desk is not None
        game = self.desk.refereed.start
        for each in self.desk.refereed.acts:
            if each.number == number:
                return each.game if after else game
            game = each.game
        return game

    # The set-up

    def _show_steps(self, game: Game) -> None:
        newest = self._session.newest
        state = None if newest is None or newest.state.registration is None else newest.state
        moving = frozenset() if state is None else frozenset(
            piece for piece, track in state.tracks.tracks.items() if track.moving
        )  # fmt: skip
        scene = None if state is None else replace(state.scene, ledger=self._session.settings.ledger)
        self.panel.steps.show_steps(game, guide(game, scene, self._session.settings.rules, moving))

    def _say_seen(self, acts: tuple[AnyAct, ...]) -> None:
        if self.desk is not None:
            self._game.say_all(in_turn(self.desk.game, acts))

    def _deal(self) -> None:
        if self.desk is not None:
            self._game.say_all(dealt_acts(self.desk.game))

    def _began_or_ended(self) -> None:
        self.panel.tabs.setCurrentIndex(NOW)
        self.shown.emit()

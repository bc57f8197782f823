"""What people ask of the game from the panel and the menu: begin, open, save, give up, answer, change an act."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from tableassist.errors import TableAssistError
from tableassist.matches.games import GameDocument, save_game
from tableassist.messages import say, tr
from tableassist.pipeline.game.policy import DEFAULT_POLICIES, Policy
from tableassist.pipeline.game.set_up_guide import dealt_acts, guide, in_turn
from tableassist.rulebook import PIRATES, AnyAct, GameState, Phase, Ruling, act_text
from tableassist.rulebook.play import Offer
from tableassist.store.score import score_of_game
from tableassist.table import AnyGameSnapshot, GameSnapshot
from tableassist.table.commands import (
    AbandonGame,
    AmendAct,
    Answer,
    AnyCommand,
    BeginGame,
    Disarm,
    OpenGame,
    Roll,
    SayAct,
    SayActs,
    TakeOffer,
    UsePolicies,
)
from tableassist.table.game import NewGame, TableGame, wild_islands
from tableassist.ui.game.act_fields import all_fields
from tableassist.ui.game.acts import ActDialog, ActList
from tableassist.ui.game.common_panel import NOW, NoGame
from tableassist.ui.game.new_game import KINDS, NewGameDialog, PolicyDialog, save_policies, saved_policies
from tableassist.ui.game.panel import GamePanel
from tableassist.ui.game.pending import DecisionCards
from tableassist.ui.session.preferences import Preferences
from tableassist.ui.session.session import Session
from tableassist.ui.widgets.notices import plain_box, tell_problem
from tableassist.ui.workers import Soon

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


UPDATE_EVERY_MS = 200
"""What may be done changes with what is measured; nobody presses a button that comes and goes."""
GROUP = "game"
"""Of the preferences."""


class GameOrders(CommonOrders):
    panel: GamePanel

    def __init__(
        self,
        session: Session,
        game: TableGame,
        preferences: Preferences,
        rulings: Callable[[], tuple[Ruling, ...]],
        asker: QWidget,
    ) -> None:
        """`rulings`: of now, as far as players may see."""
        super().__init__(session, asker)
        self._game, self._preferences, self._rulings = game, preferences, rulings
        self.panel = GamePanel()
        self._soon = Soon(UPDATE_EVERY_MS, self.refresh, self)
        self._was_over = False
        self._use_policies(saved_policies(preferences, GROUP, DEFAULT_POLICIES))
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        shown: GameSnapshot | None = self.shown_game
        newest = self._session.moment if self._session.is_held else self._session.newest
        t_ns = None if newest is None else newest.state.t_ns
        self.panel.show_snapshot(shown, self._rulings(), self._session.selection.piece, t_ns)
        self.die_owed.emit(shown is not None and self.panel.waits_for_die and not self._session.is_held)
        self.panel.let_act(not self._session.is_held)
        if shown is not None and shown.game.phase is Phase.SETTING_UP:
            self._show_steps(shown.game)
        over = shown is not None and shown.game.phase is Phase.OVER
        if over and not self._was_over:
            self.shown.emit()
        self._was_over = over

    # The menu

    def ask_new(self) -> None:
        settings = self._session.settings
        dialog = NewGameDialog(settings.state.players, wild_islands(settings), self._asker)
        if dialog.exec():
            self.begin(dialog.new)

    def begin(self, new: NewGame) -> None:
        self.dispatch(BeginGame(new.first, new.setting_up, new.coins_an_island, list(new.values)))

    def _dialog(self, game: GameState, act: AnyAct | None, title: str, card: str = "") -> ActDialog:
        fields = partial(all_fields, game)
        return ActDialog(
            fields, act, kinds=PIRATES.acts.values(), title=title, people=game.order, card=card, parent=self._asker
        )

    def ask_policies(self) -> None:
        dialog = PolicyDialog(self._game.policies, KINDS, self._asker)
        if dialog.exec():
            save_policies(self._preferences, dialog.policies, GROUP, DEFAULT_POLICIES)
            self._use_policies(dialog.policies)

    def type_roll(self, value: int) -> None:
        self.dispatch(Roll(value))

    # The panel

    def _connect(self) -> None:
        panel, session = self.panel, self._session
        session.game_changed.connect(self.refresh)
        session.game_began_or_ended.connect(self._began_or_ended)
        session.arrived.connect(lambda _moment: self._soon.ask() if self.played is not None else None)
        session.held.connect(lambda _held: self.refresh())
        session.shown.connect(lambda _moment: self._soon.ask() if session.is_held else None)
        self._session.selection.changed.connect(lambda _piece: self.refresh())
        panel.chosen.connect(self._choose)
        panel.rolled.connect(self.type_roll)
        panel.question.disarmed.connect(lambda: self.dispatch(Disarm()))
        self._connect_parts(acts=panel.acts, proposals=panel.proposals, fouls=panel.fouls, no_game=panel.no_game)
        panel.other_act_asked.connect(self.ask_other)
        panel.ship_chosen.connect(self._session.selection.choose)
        panel.steps.said.connect(self._say_seen)
        panel.steps.deal_asked.connect(self._deal)

    # The set-up

    def _show_steps(self, game: GameState) -> None:
        moment = self._session.moment if self._session.is_held else self._session.newest
        state = None if moment is None or moment.state.registration is None else moment.state
        moving = frozenset() if state is None else frozenset(
            piece for piece, track in state.tracks.tracks.items() if track.moving
        )  # fmt: skip
        settings = self._session.shown_settings
        scene = None if state is None else replace(state.scene, state=settings.state)
        self.panel.steps.show_steps(game, guide(game, scene, settings.rules, moving))

    def _say_seen(self, acts: tuple[AnyAct, ...]) -> None:
        if self.played is not None:
            self._say_all(in_turn(self.played.game, acts))

    def _deal(self) -> None:
        if self.played is not None:
            self._say_all(dealt_acts(self.played.game))

    def _say_all(self, acts: Iterable[AnyAct]) -> None:
        self.dispatch(SayActs([act_text(act) for act in acts]))

    def _began_or_ended(self) -> None:
        self.panel.tabs.setCurrentIndex(NOW)
        self.shown.emit()

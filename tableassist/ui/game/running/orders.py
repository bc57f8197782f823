"""What people ask of the game from the panel and the menu: begin, open, save, give up, answer, change an act."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from PyQt6.QtWidgets import QWidget

from tableassist.pipeline.game.policy import DEFAULT_POLICIES
from tableassist.pipeline.game.set_up_guide import dealt_acts, guide, in_turn
from tableassist.rulebook import PIRATES, AnyAct, GameState, Phase, Ruling, act_text
from tableassist.table import GameSnapshot
from tableassist.table.commands import BeginGame, Disarm, Roll, SayActs
from tableassist.table.game import NewGame, TableGame, wild_islands
from tableassist.ui.game.acting.act_dialog import ActDialog
from tableassist.ui.game.acting.act_fields import all_fields
from tableassist.ui.game.common_panel import NOW
from tableassist.ui.game.panel import GamePanel
from tableassist.ui.game.running.common_orders import CommonOrders
from tableassist.ui.game.running.new_game import NewGameDialog
from tableassist.ui.game.running.policies import KINDS, PolicyDialog, save_policies, saved_policies
from tableassist.ui.session.preferences import Preferences
from tableassist.ui.session.session import Session
from tableassist.ui.workers.timers import Soon

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

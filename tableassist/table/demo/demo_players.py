"""The players of the demo: each time its game begins again they say what no camera sees."""

from collections.abc import Callable
from contextlib import suppress

from tableassist.errors import TableAssistError
from tableassist.messages import sentence
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import AnyAct
from tableassist.table.demo.demo_game import demo_choices, demo_start
from tableassist.table.events import Problem
from tableassist.table.game.desk import GameDesk
from tableassist.table.game.table_game import TableGame
from tableassist.table.game.told import tell

LAID_OUT_S, BEGINS_S = 1.5, 3.0
"""From the first on all pieces lie where the game begins; until the second nothing has happened yet."""


class DemoPlayers:
    """Give up for good once a person begins or opens another game."""

    def __init__(
        self,
        game: TableGame,
        *,
        frames_per_s: float,
        duration_s: float,
        on_begin: Callable[[], object] = lambda: None,
    ) -> None:
        self._game = game
        self._frames_per_s, self._duration_s = frames_per_s, duration_s
        self.on_begin = on_begin
        self._desk: GameDesk | None = None
        self._lap = -1
        self._waiting: list[tuple[float, AnyAct]] = []

    def close(self) -> None:
        """Abandon their own game; it is not resumed."""
        if self._game.desk is self._desk:
            self._give_up()

    def see(self, state: TableState) -> None:
        """Look at every measured state, after the game has seen it."""
        if self._game.desk is not self._desk:
            return
        laps, at_s = divmod(state.frame_number / self._frames_per_s, self._duration_s)
        if int(laps) != self._lap and at_s < BEGINS_S and state.registration is not None:
            self._give_up()
            if at_s >= LAID_OUT_S:
                self._begin(int(laps))
        desk = self._desk
        while desk is not None and self._waiting and self._waiting[0][0] <= at_s:
            _, act = self._waiting.pop(0)
            tell(desk, act, state.rulings, t_ns=self._game.now_ns)

    def _give_up(self) -> None:
        """Before the pieces are laid out again: that is nobody's move."""
        if self._desk is not None:
            with suppress(TableAssistError):
                self._game.abandon()
        self._desk = self._game.desk

    def _begin(self, lap: int) -> None:
        self._lap = lap
        try:
            self._game.begin(demo_start())
        except TableAssistError as problem:  # a full disk: the demo goes on without its game
            self._game.session.publish(Problem(sentence(problem.message)))
            self._desk = self._game.desk
            return
        self._desk, self._waiting = self._game.desk, list(demo_choices())
        self.on_begin()

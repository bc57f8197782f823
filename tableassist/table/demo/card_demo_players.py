"""The players of the card demo: each time its game begins again they say what no camera sees."""

from collections.abc import Callable
from contextlib import suppress

from tableassist.errors import TableAssistError
from tableassist.messages import sentence
from tableassist.pipeline.card_game.settings import CardTableSettings
from tableassist.sources import FRAMES_PER_S, card_demo_truth, staged_card_game
from tableassist.table.demo.card_players import CardPlayers
from tableassist.table.events import Problem
from tableassist.table.game.card_desk import CardDesk
from tableassist.table.game.card_game import TableCardGame


class CardDemoPlayers:
    """Give up for good once a person begins or opens another game."""

    def __init__(
        self, game: TableCardGame, settings: CardTableSettings, on_begin: Callable[[], object] = lambda: None
    ) -> None:
        self._game, self._settings = game, settings
        self.on_begin = on_begin
        self._staged = staged_card_game(card_demo_truth())
        self._players = CardPlayers(self._staged)
        self._desk: CardDesk | None = None
        self._lap = -1

    def see(self, frame_number: int) -> None:
        """Look at each picture, after the game has seen its cards."""
        if self._game.desk is not self._desk:
            return
        laps, at_s = divmod(frame_number / FRAMES_PER_S, self._staged.film.duration_s)
        if int(laps) != self._lap and self._is_laid_out(at_s):
            self._begin(int(laps))
        if self._desk is not None:
            self._players.speak(self._desk, at_s, t_ns=self._game.now_ns)

    def close(self) -> None:
        """Abandon their own game; it is not resumed."""
        if self._desk is not None and self._game.desk is self._desk:
            with suppress(TableAssistError):
                self._game.abandon()

    def _is_laid_out(self, at_s: float) -> bool:
        """Before anything has happened, and once the camera has seen it so."""
        followed = self._game.followed
        if followed is None or followed.settled is None or followed.is_waiting:
            return False
        as_laid = followed.settled.row == self._staged.truth.start.row
        return as_laid and at_s < self._staged.due_s[1] and self._settings.not_ready(followed.settled) is None

    def _begin(self, lap: int) -> None:
        self._lap = lap
        seen = self._game.seen
        assert seen is not None
        try:
            if self._desk is not None:
                self._game.abandon()
            self._game.begin(self._settings.start(seen))
        except TableAssistError as problem:  # a full disk: the demo goes on without its game
            self._game.session.publish(Problem(sentence(problem.message)))
            self._desk = self._game.desk
            return
        self._players = CardPlayers(self._staged)
        self._desk = self._game.desk
        self.on_begin()

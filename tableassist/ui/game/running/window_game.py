"""The game of a table with a mat: what the camera finds goes to the desk, what the desk knows goes to the session."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QObject

from tableassist.formats.game.game_file import GameFile
from tableassist.formats.score.act_words import act_words
from tableassist.messages import Message, Text, sentence, tr
from tableassist.pipeline.dice.rolls import DiceRoll
from tableassist.pipeline.game.policy import DEFAULT_POLICIES, Policy
from tableassist.pipeline.game.proposal import ProposalKind
from tableassist.pipeline.game.watching import TableWatch, watch_table
from tableassist.pipeline.hull_looks import mast_contradictions
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook.play.log import Log, Source
from tableassist.rulebook.referee.acts.table import Correct
from tableassist.rulebook.ruling.overruling import Overruling
from tableassist.rulebook.state.game import Phase, with_seats
from tableassist.rulebook.state.start import GameStart
from tableassist.runtime.game.desk import GameDesk
from tableassist.runtime.game.journal import kept_acts
from tableassist.services.referee.table_game import touching_now
from tableassist.ui.game.running.correction_acts import act_of_correction
from tableassist.ui.game.running.overruling_acts import acts_of_overrulings
from tableassist.ui.game.running.running_game import RunningGame
from tableassist.ui.game.words import named
from tableassist.ui.matches.game_keeper import GameKeeper
from tableassist.ui.matches.recording import Recording
from tableassist.ui.moves.window_moves import WindowMoves
from tableassist.ui.session.session import Session


class WindowGame(RunningGame[GameDesk]):
    """Call `listen` for each window."""

    def __init__(
        self,
        session: Session,
        keeper: GameKeeper,
        *,
        moves: WindowMoves | None = None,
        recording: Recording | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(session, keeper, recording=recording, parent=parent)
        self.policies: Mapping[ProposalKind, Policy] = DEFAULT_POLICIES
        self._decisions: tuple[Overruling, ...] = ()
        self._watch = TableWatch()
        self._waiting_rolls: list[DiceRoll] = []
        if moves is not None:
            moves.found.connect(self._take_moves)

    def listen(self) -> None:
        """To the session, whose listeners go with each window."""
        self.session.stepped.connect(self._take_state)
        self.session.arrived.connect(self._take_moment)
        self.session.settings_changed.connect(lambda _settings: self._lead())
        self._decisions = self.session.overrulings
        self.session.overruled.connect(self._take_overrulings)

    def begin(self, start: GameStart) -> None:
        """BadFileError where it cannot be kept; then none begins."""
        desk = self._desk_of(GameFile(start, Log()))
        self._begin(desk)
        newest = self.session.newest
        if newest is not None and not start.setting_up:
            with self._apart():
                for fact in touching_now(desk.game, newest.state, self.session.settings):
                    desk.say(fact, t_ns=self.now_ns, source=Source.CAMERA)

    def go_on(self, game: GameFile) -> None:
        """With one from a file. BadFileError where it cannot be kept."""
        self._begin(self._desk_of(game))

    def use_policies(self, policies: Mapping[ProposalKind, Policy]) -> None:
        self.policies = dict(policies)
        if self.desk is not None:
            self.desk.policies = dict(policies)

    # What the table sees

    def _take_state(self, state: TableState, _settings: TableSettings) -> None:
        """Every picture: how well the table is watched, and dice that have come to rest."""
        self._watch = watch_table(self._watch, state)
        if state.dice.roll is not None:
            self._waiting_rolls.append(state.dice.roll)
        if self.desk is None:
            self._waiting_rolls.clear()
            return
        self.desk.take_watch(self._watch)
        while self._waiting_rolls and self._watch.should_take(self._waiting_rolls[0], state.t_ns):
            self._take_dice(self._waiting_rolls.pop(0))

    def _take_dice(self, roll: DiceRoll) -> None:
        """All that came to rest at once; where one of them cannot be read, somebody has to tap it."""
        if self.desk is None or not self._clock.runs:
            return
        values = tuple(each.value for each in roll.dice if each.value is not None)
        if len(values) == len(roll.dice):
            certainty = min(each.certainty for each in roll.dice)
            self.desk.take_rolls(values, certainty, self._clock.at(self._in_match(roll.t_ns)))
        else:
            self.told.emit(tr("A die cannot be read: tap what it shows."))

    def _take_moment(self, moment: Moment) -> None:
        if self.desk is None:
            return
        if not self._clock.runs:
            self._start_clock()
        seen = mast_contradictions(moment.state.fits, self.session.settings.state)
        self.desk.take_masts(seen, self.now_ns)

    def _take_moves(self, moves: Sequence[FoundMove]) -> None:
        if self.desk is not None and self._clock.runs:
            at = self._clock.at
            new = [each for each in moves if each.settled_ns > self._clock.began_ns]
            self.desk.take_moves([replace(each, moved_ns=at(each.moved_ns), settled_ns=at(each.settled_ns))
                                  for each in new])  # fmt: skip

    def _take_overrulings(self, overrulings: tuple[Overruling, ...], _moment: Moment | None) -> None:
        """What a judge decides in this window, on a page or at a league's desk binds the game."""
        before, self._decisions = self._decisions, overrulings
        if self.desk is not None:
            for act, by in acts_of_overrulings(self.desk.game, before, overrulings):
                self.desk.say(act, by=by, t_ns=self.now_ns)

    # What follows

    def _desk_of(self, game: GameFile) -> GameDesk:
        return GameDesk(game.start, game.log, policies=self.policies, keep=self._keep)

    def _kept_desk(self, folder: Path) -> GameDesk | None:
        game = kept_acts(folder)
        return None if game is None else self._desk_of(game)

    def _is_over(self, desk: GameDesk) -> bool:
        return desk.game.phase is Phase.OVER

    def _act_words(self, desk: GameDesk, act: Any) -> Text:
        return act_words(act, named(desk.game))

    def _run(self, desk: GameDesk) -> None:
        self.session.game_takes = self._takes
        super()._run(desk)

    def _drop(self) -> None:
        self.session.game_takes = None
        super()._drop()

    def _lead(self) -> None:
        """The geometry rules follow the game."""
        if self.desk is not None:
            self.session.follow(with_seats(self.desk.game, self.session.settings.state.players))

    def _takes(self, correction: Correct) -> bool:
        desk = self.desk
        if desk is None:
            return False
        act = act_of_correction(desk.game, correction)
        if isinstance(act, Message):
            self.told.emit(sentence(act))
        else:
            desk.say(act, t_ns=self.now_ns)
        return True

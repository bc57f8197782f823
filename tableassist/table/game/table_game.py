"""The game of a table with a mat: what the camera finds becomes acts, and the rulings follow the game."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tableassist.matches.games import GameDocument
from tableassist.messages import Message, Text, sentence, tr
from tableassist.pipeline.dice.rolls import DiceRoll
from tableassist.pipeline.game.policy import DEFAULT_POLICIES
from tableassist.pipeline.game.watching import TableWatch, watch_table
from tableassist.pipeline.hull_looks import mast_contradictions
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_state import TableState
from tableassist.rulebook import GameStart, Log, Overruling, Phase, Source
from tableassist.rulebook.acts import Correct
from tableassist.store.game import GameFile
from tableassist.store.game_words import act_words
from tableassist.table.commands import BeginGame
from tableassist.table.events import AnyEvent, Notice, OverrulingsChanged, SettingsChanged
from tableassist.table.game.desk import GameDesk
from tableassist.table.game.journal import kept_acts
from tableassist.table.game.new_game import NewGame, start_at_table, touching_now
from tableassist.table.game.running_game import ActRecord, RunningGame
from tableassist.table.game.views import names_of_things
from tableassist.table.keeper import GameKeeper
from tableassist.table.notes import act_of_correction, acts_of_overrulings
from tableassist.table.owner import in_owner_thread
from tableassist.table.session import TableSession
from tableassist.table.snapshot import GameSnapshot, UndoRequest


class TableGame(RunningGame[GameDesk]):
    default_policies = DEFAULT_POLICIES

    def __init__(self, session: TableSession, keeper: GameKeeper, *, recording: ActRecord | None = None) -> None:
        super().__init__(session, keeper, recording=recording)
        self._decisions: tuple[Overruling, ...] = session.overrulings
        self._watch = TableWatch()
        self._waiting_rolls: list[DiceRoll] = []
        session.subscribe(self._take_event)

    @in_owner_thread
    def begin(self, start: GameStart) -> None:
        """BadFileError if it cannot be saved; then none begins."""
        desk = self._desk_of(GameFile(start, Log()))
        self._begin(desk)
        newest = self.session.newest
        if newest is not None and not start.setting_up:
            for fact in touching_now(desk.game, newest.state, self.session.settings):
                desk.say(fact, t_ns=self.now_ns, source=Source.CAMERA)

    def begin_as_asked(self, command: BeginGame, table_file: Path | None) -> None:
        new = NewGame(
            command.first,
            setting_up=command.setting_up,
            coins_an_island=command.coins_an_island,
            values=tuple(command.values),
        )
        newest = self.session.newest
        state = None if newest is None else newest.state
        self.begin(start_at_table(self.session.settings, new, state, table=table_file))

    def make_snapshot(self, undo_request: UndoRequest | None) -> GameSnapshot | None:
        desk = self.desk
        if desk is None:
            return None
        file = GameFile(desk.start, desk.log)
        return GameSnapshot(
            desk.refereed,
            desk.proposals,
            desk.armed,
            desk.free_roll,
            desk.free_until_ns,
            undo_request,
            notes=desk.notes,
            file=file,
        )

    @in_owner_thread
    def go_on(self, game: GameFile) -> None:
        missing = {ship.id for ship in game.start.ships} - {piece.id for piece in self.session.settings.pieces}
        if missing:
            names = ", ".join(sorted(missing))
            self._publish(Notice(tr("These ships of the game are not on this table: {names}", names=names)))
        self._begin(self._desk_of(game))

    def _own_game(self, document: GameDocument) -> GameFile:
        return document.constructible

    # What the table sees

    def take_state(self, state: TableState) -> None:
        """Look at every picture: how well the table is watched, and dice that have come to rest."""
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
        """Take all dice that came to rest at once; if one of them cannot be read, somebody has to tap it."""
        if self.desk is None or not self._clock.runs:
            return
        values = tuple(die.value for die in roll.dice if die.value is not None)
        if len(values) == len(roll.dice):
            certainty = min(die.certainty for die in roll.dice)
            self.desk.take_rolls(values, certainty, self._clock.at(self._in_match(roll.t_ns)))
        else:
            self._publish(Notice(tr("Can't read a die: tap the number it shows.")))

    def take_moment(self, moment: Moment) -> None:
        if self.desk is None:
            return
        if not self._clock.runs:
            self._start_clock()
        contradictions = mast_contradictions(moment.state.fits, self.session.settings.state)
        self.desk.take_masts(contradictions, self.now_ns)

    def take_moves(self, moves: Sequence[FoundMove]) -> None:
        """Take moves that have settled. Times are the match's."""
        if self.desk is not None and self._clock.runs:
            at = self._clock.at
            new = [move for move in moves if move.settled_ns > self._clock.began_ns]
            self.desk.take_moves([replace(move, moved_ns=at(move.moved_ns), settled_ns=at(move.settled_ns))
                                  for move in new])  # fmt: skip

    # What people decide

    def _take_event(self, event: AnyEvent) -> None:
        if isinstance(event, SettingsChanged):
            self._apply()
        elif isinstance(event, OverrulingsChanged):
            self._take_overrulings(self.session.overrulings)

    def _take_overrulings(self, overrulings: tuple[Overruling, ...]) -> None:
        """What a judge decides at the screen, on a page or at a league's desk binds the game."""
        before, self._decisions = self._decisions, overrulings
        if self.desk is not None:
            for act, by in acts_of_overrulings(self.desk.game, before, overrulings):
                self.desk.say(act, by=by, t_ns=self.now_ns)

    def _take_correction(self, correction: Correct) -> bool:
        desk = self.desk
        if desk is None:
            return False
        act = act_of_correction(desk.game, correction)
        if isinstance(act, Message):
            self._publish(Notice(sentence(act)))
        else:
            with self.undoable():
                desk.say(act, t_ns=self.now_ns)
        return True

    # What follows

    def _desk_of(self, game: GameFile) -> GameDesk:
        return GameDesk(game.start, game.log, policies=self.policies, keep=self._keep)

    def _kept_desk(self, folder: Path) -> GameDesk | None:
        game = kept_acts(folder)
        return None if game is None else self._desk_of(game)

    def _is_over(self, desk: GameDesk) -> bool:
        return desk.game.phase is Phase.OVER

    def _act_words(self, desk: GameDesk, act: Any) -> Text:
        return act_words(act, names_of_things(desk.game))

    def _run(self, desk: GameDesk) -> None:
        self.session.game_takes = self._take_correction
        super()._run(desk)

    def _drop(self) -> None:
        self.session.game_takes = None
        super()._drop()

    def _apply(self) -> None:
        """The geometry rules follow the game."""
        if self.desk is not None:
            self.session.follow(self.desk.game.with_seats(self.session.settings.state.players))

"""The game of a table: what the camera finds goes to the desk, what the desk knows goes to the session, the journal
and the recording; every act can be undone with everything else."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.errors import TableAssistError
from tableassist.formats.game.game_file import GameFile
from tableassist.formats.score.act_words import act_words, amendment_words
from tableassist.ledger.ledger import LedgerEvent
from tableassist.messages import Message, sentence, tr
from tableassist.pipeline.game.policy import DEFAULT_POLICIES, Policy
from tableassist.pipeline.game.proposal import ProposalKind
from tableassist.pipeline.hull_looks import mast_contradictions
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.moves.found_move import FoundMove
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.play.log import Amendment, AmendmentKind, Entry, Source, struck
from tableassist.referee.acts.all import AnyAct
from tableassist.referee.state.game import Phase
from tableassist.referee.state.start import GameStart
from tableassist.runtime.game.desk import GameDesk
from tableassist.runtime.game.journal import GameJournal, kept_acts
from tableassist.services.referee.table_game import touching_now
from tableassist.ui.game.running.clock import GameClock
from tableassist.ui.game.running.ledger_acts import act_of_edit
from tableassist.ui.game.words import named
from tableassist.ui.matches.game_keeper import GameKeeper
from tableassist.ui.matches.recording import Recording
from tableassist.ui.moves.window_moves import WindowMoves
from tableassist.ui.session.session import Session
from tableassist.ui.workers.timers import Soon

Record = Entry[AnyAct] | Amendment
OPPOSITES = {
    AmendmentKind.STRIKE: AmendmentKind.RESTORE,
    AmendmentKind.RESTORE: AmendmentKind.STRIKE,
    AmendmentKind.STANDS: AmendmentKind.FALLS,
    AmendmentKind.FALLS: AmendmentKind.STANDS,
}


class WindowGame(QObject):
    """Outlives the window that shows it. Call `listen` for each window."""

    changed = pyqtSignal()
    """The game, or that there is none."""
    began_or_ended = pyqtSignal()
    """A game runs that did not, or none runs any more."""
    told = pyqtSignal(str)
    failed = pyqtSignal(object)
    """A TableAssistError: the game goes on, but is not kept."""

    def __init__(
        self,
        session: Session,
        keeper: GameKeeper,
        *,
        moves: WindowMoves | None = None,
        recording: Recording | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.desk: GameDesk | None = None
        self.policies: Mapping[ProposalKind, Policy] = DEFAULT_POLICIES
        self._keeper = keeper
        self._journal = GameJournal(keeper.folder)
        self._later = Soon(0, self._follow_keeper, self)
        self._recording = recording
        self._clock = GameClock()
        self._noted = 0
        """Records of the log that are on the undo stack, or need not be."""
        self._is_undoing = False
        self._held_back = 0
        self._is_recorded = False
        """Whether the match that is recorded keeps this game."""
        if moves is not None:
            moves.found.connect(self._take_moves)
        if recording is not None:
            recording.started.connect(self._recording_started)
        keeper.moved.connect(self._leave)

    def listen(self) -> None:
        """To the session, whose listeners go with each window."""
        self.session.stepped.connect(self._take_dice)
        self.session.arrived.connect(self._take_moment)
        self.session.settings_changed.connect(lambda _settings: self._lead())

    # How a game begins and ends

    def begin(self, start: GameStart) -> None:
        """BadFileError where it cannot be kept; then none begins."""
        desk = GameDesk(start, policies=self.policies, keep=self._keep)
        self._journal.begin(desk.lines())
        self.session.undo.clear()
        self._run(desk)
        newest = self.session.newest
        if newest is not None and not start.setting_up:
            with self._apart():
                for fact in touching_now(desk.game, newest.state, self.session.settings):
                    desk.say(fact, t_ns=self.now_ns, source=Source.CAMERA)

    def go_on(self, game: GameFile) -> None:
        """With one from a file. BadFileError where it cannot be kept."""
        desk = GameDesk(game.start, game.log, policies=self.policies, keep=self._keep)
        self._journal.begin(desk.lines())
        self.session.undo.clear()
        self._run(desk)

    def abandon(self) -> None:
        """It stays among what is kept, and is not gone on with. BadFileError where the disk does not take that."""
        self._journal.set_aside()
        self._drop()
        self.session.undo.clear()

    def close(self) -> None:
        self._journal.close()

    def _leave(self) -> None:
        """Another kept game is played from now on. What has to be done goes on first: it is a step of undo."""
        self._journal.close()
        if self.desk is not None:
            self._drop()
        self._later.ask()

    def _follow_keeper(self) -> None:
        """With the acts of the game that is played now, if it has any."""
        folder = self._keeper.kept_in
        game = None if folder is None else kept_acts(folder)
        if game is None:
            return
        desk = GameDesk(game.start, game.log, policies=self.policies, keep=self._keep)
        try:
            self._journal.go_on(desk.lines())
        except TableAssistError as problem:
            self.failed.emit(problem)
        self._run(desk)

    def _drop(self) -> None:
        self.desk = None
        self.session.game_takes = None
        self._is_recorded = False
        self.began_or_ended.emit()
        self.changed.emit()

    def use_policies(self, policies: Mapping[ProposalKind, Policy]) -> None:
        self.policies = dict(policies)
        if self.desk is not None:
            self.desk.policies = dict(policies)

    @property
    def now_ns(self) -> int:
        newest = self.session.newest
        return self._clock.at(0 if newest is None else self._in_match(newest.state.t_ns))

    # What people do

    def say_all(self, acts: Sequence[AnyAct]) -> None:
        """One step to undo."""
        if self.desk is not None:
            with self._together():
                for act in acts:
                    self.desk.say(act, t_ns=self.now_ns)

    def say(self, act: AnyAct, *, by: str, card: str, after: int | None = None, instead: int | None = None) -> None:
        """`instead`: the number of the act in whose place it comes."""
        if self.desk is not None:
            with self._together():
                if instead is not None:
                    self.desk.strike(instead, by=by, t_ns=self.now_ns)
                self.desk.say(act, by=by, card=card, t_ns=self.now_ns, after=after if instead is None else instead)

    # What the table sees

    def _take_dice(self, state: TableState, _settings: TableSettings) -> None:
        """All that came to rest at once; where one of them cannot be read, somebody has to tap it."""
        roll = state.dice.roll
        if self.desk is None or roll is None or not self._clock.runs:
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
        seen = mast_contradictions(moment.state.fits, self.session.settings.ledger)
        self.desk.take_masts(seen, self.now_ns)

    def _take_moves(self, moves: Sequence[FoundMove]) -> None:
        if self.desk is not None and self._clock.runs:
            at = self._clock.at
            new = [each for each in moves if each.settled_ns > self._clock.began_ns]
            self.desk.take_moves([replace(each, moved_ns=at(each.moved_ns), settled_ns=at(each.settled_ns))
                                  for each in new])  # fmt: skip

    # What follows

    def _run(self, desk: GameDesk) -> None:
        self.desk = desk
        self._noted = len(desk.log.records)
        self._clock = GameClock(max((each.t_ns or 0 for each in desk.log.records), default=0))
        self._start_clock()
        self.session.game_takes = self._takes
        self._is_recorded = False
        if self._recording is not None and self._recording.is_recording:
            self._record(self._recording.acts)
        desk.listen(partial(self._heard, desk))
        self.began_or_ended.emit()
        self._heard(desk)

    def _start_clock(self) -> None:
        newest = self.session.newest
        if newest is not None:
            began = None if self._recording is None else self._recording.began_ns
            self._clock.begin(self._in_match(newest.state.t_ns), began)

    def _in_match(self, t_ns: int) -> int:
        return t_ns if self._recording is None else self._recording.in_match(t_ns)

    def _heard(self, desk: GameDesk) -> None:
        if desk is not self.desk:
            return
        if self._journal.problem is not None:
            problem, self._journal.problem = self._journal.problem, None
            self.failed.emit(problem)
        if not self._held_back:
            self._note_new()
        self._lead()
        self._keeper.tell_over(desk.game.phase is Phase.OVER)
        self.changed.emit()

    def _lead(self) -> None:
        """The geometry rules follow the game."""
        if self.desk is not None:
            ledger = self.desk.ledger()
            self.session.follow(replace(ledger, players=seated(ledger.players, self.session.settings.ledger.players)))

    def _takes(self, event: LedgerEvent) -> bool:
        desk = self.desk
        if desk is None:
            return False
        act = act_of_edit(desk.game, event)
        if isinstance(act, Message):
            self.told.emit(sentence(act))
        else:
            desk.say(act, t_ns=self.now_ns)
        return True

    def _keep(self, line: str) -> None:
        self._journal.add(line)
        if self._is_recorded and self._recording is not None:
            self._recording.note_act(line)

    def _recording_started(self) -> None:
        self._is_recorded = False
        if self.desk is not None and self._recording is not None:
            self._record(self._recording.acts)

    def _record(self, kept: tuple[str, ...]) -> None:
        """All lines so far, but for those that the match has; a match keeps one game."""
        assert self.desk is not None
        assert self._recording is not None
        lines = self.desk.lines()
        if lines[: len(kept)] != kept:
            self.told.emit(tr("The match that is being recorded keeps another game. Record anew to keep this one."))
            return
        self._is_recorded = True
        for line in lines[len(kept) :]:
            self._recording.note_act(line)

    # Undo

    @contextmanager
    def _together(self) -> Iterator[None]:
        """One step to undo, however many records it makes."""
        self._held_back += 1
        try:
            yield
        finally:
            self._held_back -= 1
            if not self._held_back and self.desk is not None:
                self._note_new()

    @contextmanager
    def _apart(self) -> Iterator[None]:
        """Nothing to undo."""
        self._held_back += 1
        try:
            yield
        finally:
            self._held_back -= 1
            self._noted = 0 if self.desk is None else len(self.desk.log.records)

    def _note_new(self) -> None:
        assert self.desk is not None
        records = self.desk.log.records
        new, self._noted = records[self._noted :], len(records)
        if new and not self._is_undoing:
            desk = self.desk
            undo, redo = partial(self._amend, desk, new, back=True), partial(self._amend, desk, new, back=False)
            self.session.note_done(self._words(new), undo, redo)

    def _words(self, records: Sequence[Record]) -> str:
        assert self.desk is not None
        said = [each for each in records if isinstance(each, Entry)]
        first = said[0] if said else records[0]
        if isinstance(first, Amendment):
            return sentence(amendment_words(first))
        words = sentence(act_words(first.act, named(self.desk.game)))
        return tr("{words} and more", words=words) if len(said) > 1 else words

    def _amend(self, desk: GameDesk, records: Sequence[Record], *, back: bool) -> None:
        if desk is not self.desk:
            return
        self._is_undoing = True
        try:
            for record in reversed(records) if back else records:
                self._amend_one(desk, record, back=back)
        finally:
            self._is_undoing = False

    def _amend_one(self, desk: GameDesk, record: Record, *, back: bool) -> None:
        if isinstance(record, Entry):
            change, number = AmendmentKind.STRIKE if back else AmendmentKind.RESTORE, record.number
        else:
            change, number = OPPOSITES[record.change] if back else record.change, record.entry
        out = number in struck(desk.log)
        t_ns = self.now_ns
        match change:
            case AmendmentKind.STRIKE if not out:
                desk.strike(number, t_ns=t_ns)
            case AmendmentKind.RESTORE if out:
                desk.restore(number, t_ns=t_ns)
            case AmendmentKind.STANDS:
                desk.let_stand(number, t_ns=t_ns)
            case AmendmentKind.FALLS:
                desk.let_fall(number, t_ns=t_ns)


def seated(order: tuple[str, ...], before: tuple[str, ...]) -> tuple[str, ...]:
    """Players in the order of play, beginning with whom the table begins with: fleets keep their colours."""
    at = order.index(before[0]) if before and before[0] in order else 0
    return order[at:] + order[:at]

"""A game that runs in a window, of either kind: its desk, journal and recording, and undo with everything else."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from PyQt6.QtCore import QObject, pyqtSignal

from tableassist.errors import TableAssistError
from tableassist.formats.score.act_words import amendment_words
from tableassist.messages import Text, sentence, tr
from tableassist.rulebook.play.log import Amendment, AmendmentKind, Entry, struck
from tableassist.runtime.game.journal import GameJournal
from tableassist.runtime.game.said_desk import SaidDesk
from tableassist.ui.game.running.clock import GameClock
from tableassist.ui.matches.game_keeper import GameKeeper
from tableassist.ui.matches.recording import Recording
from tableassist.ui.session.session import Session
from tableassist.ui.workers.timers import Soon

Record = Entry[Any] | Amendment
OPPOSITES = {
    AmendmentKind.STRIKE: AmendmentKind.RESTORE,
    AmendmentKind.RESTORE: AmendmentKind.STRIKE,
    AmendmentKind.STANDS: AmendmentKind.FALLS,
    AmendmentKind.FALLS: AmendmentKind.STANDS,
}


D = TypeVar("D", bound=SaidDesk[Any, Any, Any, Any, Any])


class RunningGame(QObject, Generic[D]):
    """Outlives the window that shows it."""

    changed = pyqtSignal()
    """The game, or that there is none."""
    began_or_ended = pyqtSignal()
    """A game runs that did not, or none runs any more."""
    said = pyqtSignal(str)
    """Each new line of the game's file, when it is kept."""
    told = pyqtSignal(str)
    failed = pyqtSignal(object)
    """A TableAssistError: the game goes on, but is not kept."""

    def __init__(
        self,
        session: Session,
        keeper: GameKeeper,
        *,
        recording: Recording | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.desk: D | None = None
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
        if recording is not None:
            recording.started.connect(self._recording_started)
        keeper.moved.connect(self._leave)

    # What each game knows of itself

    def _kept_desk(self, folder: Path) -> D | None:
        """The desk of the game that was kept there, if there is one."""
        raise NotImplementedError

    def _is_over(self, desk: D) -> bool:
        raise NotImplementedError

    def _act_words(self, desk: D, act: Any) -> Text:
        raise NotImplementedError

    def _lead(self) -> None:
        """What follows the game."""

    # How a game begins and ends

    def _begin(self, desk: D) -> None:
        """BadFileError where it cannot be kept; then none begins."""
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
        desk = None if folder is None else self._kept_desk(folder)
        if desk is None:
            return
        try:
            self._journal.go_on(desk.lines())
        except TableAssistError as problem:
            self.failed.emit(problem)
        self._run(desk)

    def _drop(self) -> None:
        self.desk = None
        self._is_recorded = False
        self.began_or_ended.emit()
        self.changed.emit()

    @property
    def now_ns(self) -> int:
        newest = self.session.newest
        return self._clock.at(0 if newest is None else self._in_match(newest.state.t_ns))

    # What people do

    def say_all(self, acts: Sequence[Any]) -> None:
        """One step to undo."""
        if self.desk is not None:
            with self._together():
                for act in acts:
                    self.desk.say(act, t_ns=self.now_ns)

    def say(self, act: Any, *, by: str, card: str, after: int | None = None, instead: int | None = None) -> None:
        """`instead`: the number of the act in whose place it comes."""
        if self.desk is not None:
            with self._together():
                if instead is not None:
                    self.desk.strike(instead, by=by, t_ns=self.now_ns)
                self.desk.say(act, by=by, card=card, t_ns=self.now_ns, after=after if instead is None else instead)

    # What follows

    def _run(self, desk: D) -> None:
        self.desk = desk
        self._noted = len(desk.log.records)
        self._clock = GameClock(max((each.t_ns or 0 for each in desk.log.records), default=0))
        self._start_clock()
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

    def _heard(self, desk: D) -> None:
        if desk is not self.desk:
            return
        if self._journal.problem is not None:
            problem, self._journal.problem = self._journal.problem, None
            self.failed.emit(problem)
        if not self._held_back:
            self._note_new()
        self._lead()
        self._keeper.tell_over(self._is_over(desk))
        self.changed.emit()

    def _keep(self, line: str) -> None:
        self._journal.add(line)
        if self._is_recorded and self._recording is not None:
            self._recording.note_act(line)
        self.said.emit(line)

    def record_words(self, record: Record) -> Text:
        """What was done, or amended."""
        assert self.desk is not None
        return amendment_words(record) if isinstance(record, Amendment) else self._act_words(self.desk, record.act)

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
        words = sentence(self._act_words(self.desk, first.act))
        return tr("{words} and more", words=words) if len(said) > 1 else words

    def _amend(self, desk: D, records: Sequence[Record], *, back: bool) -> None:
        if desk is not self.desk:
            return
        self._is_undoing = True
        try:
            for record in reversed(records) if back else records:
                self._amend_one(desk, record, back=back)
        finally:
            self._is_undoing = False

    def _amend_one(self, desk: D, record: Record, *, back: bool) -> None:
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

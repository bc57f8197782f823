"""The record of a running table: a buffer of the last minutes that is always on, and the match it becomes."""

from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from tableassist.errors import TableAssistError
from tableassist.matches.recording import Recorder, RecorderStatus, RecordingStatus, account_name
from tableassist.messages import say, tr
from tableassist.pipeline.moment import Moment
from tableassist.rulebook import Overruling
from tableassist.store.match import TAKEN_BACK, MatchReader
from tableassist.table.events import AnyEvent, Edited, MarkRemoved, MarkSet, OverrulingsChanged, PhotoTaken
from tableassist.table.held_photos import TakenPhoto
from tableassist.table.owner import CallerOwner, Owner, in_owner_thread
from tableassist.table.table import Table

StartRecorder = Callable[[], Recorder]


class TableRecord:
    """Belongs to the owner of the table that it follows, which also does what other threads call. `take` is called from
    the measuring loop's thread."""

    def __init__(self, start: StartRecorder, *, is_match: bool = False) -> None:
        """`start`: starts the buffer of the last minutes; `is_match`: it starts a match that stays."""
        self.owner: Owner = CallerOwner()
        self.table: Table | None = None
        """The one that is recorded."""
        self._start, self._is_match = start, is_match
        self._recorder: Recorder | None = None
        self.is_recording = False
        """A match that stays, not only the last minutes."""
        self.acts: tuple[str, ...] = ()
        """The lines of a game that the match which is recorded keeps."""

    @property
    def can_stop(self) -> bool:
        """Whether the table goes on when the match ends."""
        return not self._is_match

    # What a subclass hears. In the owner's thread.

    def _report_status(self, status: RecorderStatus) -> None:
        """After every order."""

    def _report_failure(self, words: str) -> None:
        """The record could not be started."""

    def _report_start(self) -> None:
        """A match is being recorded from now on."""

    def _report_end(self, words: str) -> None:
        """What was to be a match is none, or none any more, and why."""

    def follow(self, table: Table) -> None:
        """Note what people say at the table, and the game that is played there."""
        self.table, self.owner = table, table.owner
        table.recording = self
        table.subscribe(partial(self._take_event, table))

    def _take_event(self, table: Table, event: AnyEvent) -> None:
        match event:
            case OverrulingsChanged():
                self.note_overrulings(table.overrulings, table.event_moment)
            case MarkSet():
                self.mark(event.words, table.event_moment)
            case MarkRemoved() if table.event_moment is not None:
                self.take_back_mark(event.words, table.event_moment)
            case Edited():
                self.note_edit(event.words)
            case PhotoTaken():
                self.keep_photo(table.newest_photo, event.by)

    def _start_match(self) -> None:
        if self.table is not None and self.table.game is not None:
            self.table.game.recording_started()
        self._report_start()

    @property
    def folder(self) -> Path | None:
        return None if self._recorder is None else self._recorder.folder

    def begin(self) -> None:
        """Start to record; where that fails, the table works all the same."""
        self._begin(self._start)
        if self._is_match and self._recorder is not None:
            self.is_recording, self.acts = True, _read_kept_acts(self._recorder.folder)
            self._start_match()

    def take(self, moment: Moment) -> None:
        recorder = self._recorder
        if recorder is not None:
            recorder.take(moment)

    @in_owner_thread
    def record(self, path: Path) -> Path | None:
        """Make a match of that name of the last minutes and all that follows. Its folder; None if it failed."""
        if self._recorder is None or self.is_recording:
            return None
        if self._recorder.status.recording is RecordingStatus.STOPPED:
            self._restart()
        try:
            self._recorder.keep(path)
        except TableAssistError as problem:
            self._report_failure(say(problem.message))
            return None
        self.is_recording, self.acts = True, ()
        self._start_match()
        self.tell()
        return path

    @in_owner_thread
    def go_on(self, folder: Path) -> Path | None:
        """Go on with an interrupted match. Its folder; None if it failed."""
        before, kept = self._recorder, _read_kept_acts(folder)
        self._begin(lambda: Recorder(folder, None, go_on=True))
        if self._recorder is not before:
            self.is_recording, self.acts = True, kept
            if before is not None:
                before.close(2.0)
            self._start_match()
        self.tell()
        return self.folder if self.is_recording else None

    @in_owner_thread
    def stop(self) -> Path | None:
        """The match is closed, and the memory begins anew. Where the match lies."""
        recorder = self._recorder
        if recorder is None or not self.is_recording:
            return None
        self.is_recording = False
        self._recorder = None
        recorder.close(5.0)
        self._begin(self._start)
        self.tell()
        return recorder.folder

    def mark(self, words: str, moment: Moment | None = None) -> None:
        """At that moment, of which the camera's own picture is kept; else at the newest."""
        if self._recorder is not None:
            self.keep_picture(moment)
            self._recorder.mark(words, None if moment is None else self.time_of(moment), by=account_name())

    def take_back_mark(self, words: str, moment: Moment) -> None:
        if self._recorder is not None:
            self._recorder.mark(f"{TAKEN_BACK}{words}", self.time_of(moment), by=account_name())

    def keep_picture(self, moment: Moment | None) -> None:
        """As the camera gave it: for what may be argued about."""
        if self._recorder is not None and moment is not None:
            self._recorder.keep_picture(moment)
            self._recorder.keep_views(moment)

    def keep_photo(self, taken: TakenPhoto | None, by: str) -> None:
        """By which the table is judged, too; and the picture of the moment that was judged with it first."""
        if self._recorder is not None and taken is not None:
            self.keep_picture(taken.moment)
            self._recorder.keep_photo(taken.name, taken.content, taken.film_mm, taken.moment.state.t_ns, by=by)

    def time_of(self, moment: Moment) -> int:
        """The match's; a match that was gone on with does not count as its camera does."""
        return moment.state.t_ns if moment.is_recorded else self.in_match(moment.state.t_ns)

    def in_match(self, t_ns: int) -> int:
        """The match's time of a moment that the source has just given."""
        recorder = self._recorder
        return t_ns if recorder is None else recorder.in_match(t_ns)

    def note_edit(self, words: str) -> None:
        if self._recorder is not None:
            self._recorder.note_edit(words, by=account_name())

    def note_act(self, line: str) -> None:
        """A line of the game that is played. The memory of the last minutes keeps none: it forgets how it began."""
        if self._recorder is not None and self.is_recording:
            self.acts = (*self.acts, line)
            self._recorder.note_act(line, by=account_name())

    @property
    def began_ns(self) -> int | None:
        """The time of the first moment in the record; None where there is none."""
        return None if self._recorder is None else self._recorder.began_ns

    def note_overrulings(self, overrulings: tuple[Overruling, ...], moment: Moment | None) -> None:
        """All that stand from now on; `moment` is the one that was judged."""
        if self._recorder is not None:
            self.keep_picture(moment)
            self._recorder.note_overrulings(overrulings, by=account_name())

    def flush(self) -> None:
        """From any thread: what was seen up to now can be looked at."""
        recorder = self._recorder
        if recorder is not None:
            recorder.flush()

    def tell(self) -> None:
        recorder = self._recorder
        if recorder is None:
            return
        status = recorder.status
        is_stopped = status.recording is RecordingStatus.STOPPED
        if self.is_recording and not self._is_match and (is_stopped or status.keep_problem):
            self.is_recording = False
            self._report_end(say(status.words if is_stopped else status.keep_problem))
        self._report_status(status)

    @property
    def is_on_disk(self) -> bool:
        """Whether frames reach the match that was named: a red light may be on only then."""
        recorder = self._recorder
        if recorder is None or not self.is_recording:
            return False
        status = recorder.status
        return status.recording is not RecordingStatus.STOPPED and not status.is_replay_buffer

    def close(self) -> None:
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.close(5.0)

    def _restart(self) -> None:
        """After the disk was full, say: the last minutes are kept anew, if it takes them."""
        before = self._recorder
        self._begin(self._start)
        if before is not None and self._recorder is not before:
            before.close(5.0)

    def _begin(self, start: Callable[[], Recorder]) -> None:
        try:
            self._recorder = start()
        except TableAssistError as problem:
            self._report_failure(tr("Not recording: {problem}", problem=problem.message))


def _read_kept_acts(folder: Path) -> tuple[str, ...]:
    try:
        with closing(MatchReader(folder)) as reader:
            return tuple(act.words for act in reader.notes.acts())
    except TableAssistError:
        return ()  # opening it to record on tells what is wrong

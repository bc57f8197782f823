"""Recording from the window: a memory of the last minutes that is always on, and the match it becomes when asked."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from tableassist.errors import TableAssistError
from tableassist.formats.match.notes import TAKEN_BACK
from tableassist.formats.match.reader import MatchReader
from tableassist.messages import say, sentence, tr
from tableassist.pipeline.moment import Moment
from tableassist.rulebook.ruling.overruling import Overruling
from tableassist.runtime.recorder.author import account_name
from tableassist.runtime.recorder.recorder import Recorder
from tableassist.runtime.recorder.status import RecorderStatus, RecordingStatus
from tableassist.ui.session.table_health import HealthRow, Level
from tableassist.ui.session.words import clock

POLL_MS: Final = 1000
GB: Final = 1e9
StartReplayBuffer = Callable[[], Recorder]


class Recording(QObject):
    """`take` is called from the chain's thread, everything else from the window's."""

    changed = pyqtSignal(object)
    """RecorderStatus, once a second and at once after an order."""
    failed = pyqtSignal(str)
    started = pyqtSignal()
    """A match is being recorded from now on."""

    def __init__(self, start_replay_buffer: StartReplayBuffer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._start_replay_buffer = start_replay_buffer
        self._recorder: Recorder | None = None
        self.is_recording = False
        """A match that stays, not only the memory."""
        self.acts: tuple[str, ...] = ()
        """The lines of a game that the match which is recorded keeps."""
        self._poll = QTimer(self)
        self._poll.setInterval(POLL_MS)
        self._poll.timeout.connect(self.tell)

    @property
    def folder(self) -> Path | None:
        return None if self._recorder is None else self._recorder.folder

    def begin(self) -> None:
        """The memory; without it the window works all the same."""
        self._begin(self._start_replay_buffer)
        self._poll.start()

    def take(self, moment: Moment) -> None:
        recorder = self._recorder
        if recorder is not None:
            recorder.take(moment)

    def record(self, path: Path) -> None:
        """The last minutes and all that follows become a match of that name."""
        if self._recorder is None or self.is_recording:
            return
        try:
            self._recorder.keep(path)
        except TableAssistError as problem:
            self.failed.emit(say(problem.message))
            return
        self.is_recording, self.acts = True, ()
        self.started.emit()
        self.tell()

    def go_on(self, folder: Path) -> None:
        """With a match that was cut off."""
        before, kept = self._recorder, _kept_acts(folder)
        self._begin(lambda: Recorder(folder, None, go_on=True))
        if self._recorder is not before:
            self.is_recording, self.acts = True, kept
            if before is not None:
                before.close(2.0)
            self.started.emit()
        self.tell()

    def stop(self) -> Path | None:
        """The match is closed, and the memory begins anew. Where the match lies."""
        recorder = self._recorder
        if recorder is None or not self.is_recording:
            return None
        self.is_recording = False
        self._recorder = None
        recorder.close(5.0)
        self._begin(self._start_replay_buffer)
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
        if self._recorder is not None:
            self.changed.emit(self._recorder.status)

    def close(self) -> None:
        self._poll.stop()
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.close(5.0)

    def _begin(self, start: Callable[[], Recorder]) -> None:
        try:
            self._recorder = start()
        except TableAssistError as problem:
            self.failed.emit(tr("Not recording: {problem}", problem=problem.message))


def _kept_acts(folder: Path) -> tuple[str, ...]:
    try:
        with closing(MatchReader(folder)) as reader:
            return tuple(each.words for each in reader.notes.acts())
    except TableAssistError:
        return ()  # opening it to record on tells what is wrong


def recording_row(status: RecorderStatus) -> HealthRow:
    """For the status strip. What is wrong is said in the recorder's own words."""
    free = "" if status.free_bytes is None else tr("{free:.1f} GB free", free=status.free_bytes / GB)
    if status.recording is RecordingStatus.STOPPED:
        return HealthRow("record", Level.BAD, tr("Not recording"), sentence(status.words))
    time = clock(status.seconds)
    if status.is_replay_buffer:
        short = tr("Last {time} in memory", time=time)
        full = tr("Only the last ten minutes are kept, and they are discarded unless you record (Ctrl+R).")
    else:
        short = tr("Recording {time}", time=time)
        full = tr("Recording to {folder}.", folder=status.folder)
    if status.recording is RecordingStatus.POSES:
        short += " · " + tr("no video")
    level = Level.WORSE if status.words else Level.GOOD
    return HealthRow(
        "record", level, " · ".join(part for part in (short, free) if part), sentence(status.words) or full
    )

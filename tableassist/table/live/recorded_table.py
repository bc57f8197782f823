"""A live table that is only recorded: from now until it is enough, the source has ended, or somebody ends it."""

import logging
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from tableassist.errors import BadFileError
from tableassist.matches.recording import Recorder, RecorderStatus, RecordingStatus
from tableassist.messages import Text
from tableassist.sources.supervised import CaptureHealth, CaptureState
from tableassist.store.match import MatchReader, remove_match
from tableassist.table.live.host import LiveHost, LiveListeners, LiveRecord
from tableassist.table.recording import TableRecord

log = logging.getLogger(__name__)
POLL_INTERVAL_S = 0.2
PROGRESS_S = 10.0
SILENT_S = 20.0
"""Without a picture for so long, the time that goes by counts as if it was recorded: a camera that has gone may not
come back."""
FIRST_S = 60.0
"""The same before the first picture: a busy computer takes its time to start a camera."""
MakeHost = Callable[[TableRecord, LiveListeners], LiveHost]


@dataclass(frozen=True, slots=True)
class RecordingEnd:
    status: RecorderStatus
    """When all was written."""
    words: Text
    """Why the source has ended; empty where it was not the source."""
    is_complete: bool
    """Whether the recorder went on until it was told to stop, and has something to show for it."""


class RecordedTable:
    """`host` is the whole table; the recorder is all that this adds to it."""

    def __init__(
        self,
        recorder: Recorder,
        make_host: MakeHost,
        over: Event,
        *,
        on_trouble: Callable[[Text], object],
        on_progress: Callable[[RecorderStatus], object],
    ) -> None:
        """`over` ends it. `on_trouble` hears what goes wrong as soon as it does, from any thread."""
        self._recorder, self._over = recorder, over
        self._on_trouble, self._on_progress = on_trouble, on_progress
        self._is_resumed = recorder.status.seconds > 0.0
        self._ending: Text = ""
        listeners = LiveListeners(on_end=self._end, on_health=self._report_health)
        self.host = make_host(LiveRecord(lambda: recorder, is_match=True), listeners)
        self.host.keeper.offers = False

    @property
    def folder(self) -> Path:
        return self._recorder.folder

    def start(self) -> None:
        self.host.start()

    def run(self, seconds: float | None, on_look: Callable[[], object] = lambda: None) -> RecordingEnd:
        """Record for so many seconds; None: until the end; then close the table. `on_look` is called a few times a
        second."""
        try:
            status = self._wait(seconds, on_look)
        finally:
            self.host.close()
            self._recorder.close()  # however long the disk takes
        after = self._recorder.status
        if after.words and after.words != status.words:
            self._on_trouble(after.words)
        stopped = status.recording is RecordingStatus.STOPPED or after.words not in ("", status.words)
        is_empty = not self._is_resumed and _remove_if_empty(self._recorder.folder)
        return RecordingEnd(after, self._ending, is_complete=not stopped and not is_empty)

    def _end(self, words: Text) -> None:
        self._ending = words
        self._over.set()

    def _report_health(self, now: CaptureHealth) -> None:
        if now.words and now.state is not CaptureState.ENDED:
            self._on_trouble(now.words)

    def _wait(self, seconds: float | None, on_look: Callable[[], object]) -> RecorderStatus:
        told_at = time.monotonic()
        words: Text = ""
        length = _Length(began_s=None if self._is_resumed else 0.0)
        while not self._over.wait(POLL_INTERVAL_S):
            status, now = self._recorder.status, time.monotonic()
            if status.words and status.words != words:
                self._on_trouble(status.words)
            words = status.words
            on_look()
            length.look(status, now)
            is_enough = seconds is not None and length.seconds(status, now) >= seconds
            if status.recording is RecordingStatus.STOPPED or is_enough:
                break
            if now - told_at >= PROGRESS_S:
                told_at = now
                self._on_progress(status)
        return self._recorder.status


def _remove_if_empty(folder: Path) -> bool:
    """What a full disk has let through may be nothing at all, and a camera may give no picture."""
    try:
        with closing(MatchReader(folder)) as reader:
            is_empty = reader.is_empty
    except BadFileError:
        log.warning("%s cannot be read", folder, exc_info=True)
        return False  # something is there, and a person may still mend it
    if is_empty:
        remove_match(folder)
    return is_empty


class _Length:
    """How long it has been recorded since it began, or was waited for pictures in vain."""

    def __init__(self, began_s: float | None) -> None:
        self._began_s = began_s
        """What a match had before; None: not known before its first new moment, for the pause was not recorded."""
        self._frames = 0
        self._last = time.monotonic()
        """When the last picture came."""

    def look(self, status: RecorderStatus, now: float) -> None:
        if status.frames != self._frames:
            self._frames, self._last = status.frames, now
            if self._began_s is None:
                self._began_s = status.seconds

    def seconds(self, status: RecorderStatus, now: float) -> float:
        recorded = 0.0 if self._began_s is None else status.seconds - self._began_s
        silent = now - self._last
        return recorded + (silent if silent >= (SILENT_S if self._frames else FIRST_S) else 0.0)

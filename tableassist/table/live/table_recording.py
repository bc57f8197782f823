"""A live table recorded from now until it is enough, the source has ended, or somebody ends it. No window."""

import logging
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from tableassist.errors import BadFileError
from tableassist.formats.io.closing import closed_if_it_fails
from tableassist.formats.match.folder import remove_match
from tableassist.formats.match.reader import MatchReader
from tableassist.formats.table.bundle import TableBundle
from tableassist.messages import Text
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.table_settings import TableSettings
from tableassist.runtime.capture_process.supervised_source import open_tag_source
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState, TagSource
from tableassist.runtime.recorder.recorder import Recorder
from tableassist.runtime.recorder.status import RecorderStatus, RecordingStatus
from tableassist.table.live.live_table import LiveTable

log = logging.getLogger(__name__)
LOOK_S = 0.2
PROGRESS_S = 10.0
SILENT_S = 20.0
"""Without a picture for so long, the time that goes by counts as if it was recorded: a camera that has gone may not
come back."""
FIRST_S = 60.0
"""The same before the first picture: a busy computer takes its time to start a camera."""
OpenTagSource = Callable[[str, tuple[str, ...]], TagSource]
OnTrouble = Callable[[Text], None]
OnMoment = Callable[[Moment], None]
OnProgress = Callable[[RecorderStatus], None]


@dataclass(frozen=True, slots=True)
class RecordingEnd:
    status: RecorderStatus
    """When all was written."""
    words: Text
    """Why the source has ended; empty where it was not the source."""
    is_complete: bool
    """Whether the recorder went on until it was told to stop, and has something to show for it."""


class TableRecording:
    """Opens the source in its capture process, and the match; SourceError or BadFileError where that cannot be done."""

    def __init__(
        self,
        source: str,
        settings: TableSettings,
        bundle: TableBundle,
        path: Path,
        *,
        video: bool,
        go_on: bool,
        open_tag_source: OpenTagSource = open_tag_source,
    ) -> None:
        self._settings = settings
        self._tag_source = open_tag_source(source, settings.tag_families)
        with closed_if_it_fails(self._tag_source):
            self._recorder = Recorder(path, bundle, video=video, go_on=go_on)
        self.folder = self._recorder.folder
        self._is_resumed = self._recorder.status.seconds > 0.0
        self._ending: Text = ""

    def run(
        self,
        over: Event,
        *,
        seconds: float | None,
        on_trouble: OnTrouble,
        on_progress: OnProgress,
        on_moment: OnMoment = lambda _moment: None,
    ) -> RecordingEnd:
        """Until `over` is set. `on_trouble` hears what goes wrong as soon as it does, from either thread; `on_moment`
        gets every moment, in the table's thread."""

        def take(moment: Moment) -> None:
            self._recorder.take(moment)
            on_moment(moment)

        def ended(words: Text) -> None:
            self._ending = words
            over.set()

        def health(now: CaptureHealth) -> None:
            if now.words and now.state is not CaptureState.ENDED:
                on_trouble(now.words)

        live = LiveTable(self._tag_source, self._settings, on_moment=take, on_end=ended, on_health=health)
        live.start()
        try:
            status = self._wait(over, seconds, on_trouble, on_progress)
        finally:
            live.close()
            self._recorder.close()
        after = self._recorder.status
        if after.words and after.words != status.words:
            on_trouble(after.words)
        stopped = status.recording is RecordingStatus.STOPPED or after.words not in ("", status.words)
        nothing = not self._is_resumed and self._removed_if_empty()
        return RecordingEnd(after, self._ending, is_complete=not stopped and not nothing)

    def _removed_if_empty(self) -> bool:
        """What a full disk has let through may be nothing at all, and a camera may give no picture."""
        try:
            with closing(MatchReader(self.folder)) as reader:
                is_empty = reader.is_empty
        except BadFileError:
            log.warning("%s cannot be read", self.folder, exc_info=True)
            return False  # something is there, and a person may still mend it
        if is_empty:
            remove_match(self.folder)
        return is_empty

    def _wait(
        self, over: Event, seconds: float | None, on_trouble: OnTrouble, on_progress: OnProgress
    ) -> RecorderStatus:
        told_at = time.monotonic()
        words: Text = ""
        length = _Length(began_s=None if self._is_resumed else 0.0)
        while not over.wait(LOOK_S):
            status, now = self._recorder.status, time.monotonic()
            if status.words and status.words != words:
                on_trouble(status.words)
            words = status.words
            length.look(status, now)
            is_enough = seconds is not None and length.seconds(status, now) >= seconds
            if status.recording is RecordingStatus.STOPPED or is_enough:
                break
            if now - told_at >= PROGRESS_S:
                told_at = now
                on_progress(status)
        return self._recorder.status


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

"""A source of tags in this process: what the capture process runs, and tests."""

import logging
import time
from threading import Event

from tableassist.capture import FrameSource, NewestFrame
from tableassist.errors import TableAssistError
from tableassist.messages import Message
from tableassist.sources.supervised.health_messages import THE_END
from tableassist.sources.supervised.tag_source import CaptureHealth, CaptureState, Sight
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.reader import TagReader

log = logging.getLogger(__name__)
LATE_S = 0.5
"""A file that is read slower than it was filmed starts its clock again after this, and does not race to catch up."""


class LocalTagSource:
    """Owns the source. Its reader belongs to the thread that takes."""

    def __init__(self, source: FrameSource, families: tuple[str, ...]) -> None:
        self.name = source.name
        self._source = source
        self._families = families
        self._reader: TagReader | None = None
        self._newest = NewestFrame(source) if source.live else None
        self._ahead_ns: int | None = None
        self._stop = Event()
        self.health = CaptureHealth(CaptureState.STARTING)

    def look_for(self, families: tuple[str, ...]) -> None:
        if families != self._families:
            self._families, self._reader = families, None

    def take(self, timeout_s: float) -> Sight | None:
        if self.health.state is CaptureState.ENDED:
            self._stop.wait(timeout_s)
            return None
        try:
            frame = self._in_turn() if self._newest is None else self._newest.take(timeout_s)
        except TableAssistError as problem:
            log.debug("%s", self.name, exc_info=True)
            self.health = CaptureHealth(CaptureState.ENDED, problem.message)
            return None
        if frame is None:
            if self._newest is None or self._newest.ended:
                self.health = CaptureHealth(CaptureState.ENDED, Message(THE_END, source=self.name))
            return None
        if self._reader is None:
            self._reader = TagReader(self._families)
        self.health = CaptureHealth(CaptureState.SEEING)
        return Sight(frame, self._reader.read(frame.image, frame.t_ns))

    def close(self) -> None:
        self._stop.set()
        if self._newest is None:
            self._source.close()
        else:
            self._newest.close()

    def _in_turn(self) -> Frame | None:
        """The next frame of a file, at the pace at which it was filmed."""
        frame = None if self._stop.is_set() else self._source.read()
        if frame is None:
            return None
        now = time.monotonic_ns()
        if self._ahead_ns is None or now - frame.t_ns - self._ahead_ns > LATE_S * 1e9:
            self._ahead_ns = now - frame.t_ns
        self._stop.wait(max(0.0, (frame.t_ns + self._ahead_ns - now) / 1e9))
        return frame

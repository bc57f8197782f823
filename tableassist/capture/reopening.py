"""A live source that is opened again whenever it fails: a cable that is pulled, a stream that breaks off."""

import logging
from collections.abc import Callable
from threading import Event, Lock

from tableassist.capture.frame_source import FrameSource
from tableassist.errors import TableAssistError
from tableassist.messages import Message, Text
from tableassist.vision.camera.frame import Frame

WAITS_S = (0.2, 0.5, 1.0, 2.0)
"""Before each try; the last one is repeated."""


log = logging.getLogger(__name__)


class ReopeningSource:
    """read() waits until the source is back. Frame numbers begin again with each opening."""

    live = True

    def __init__(
        self, first: FrameSource, again: Callable[[], FrameSource], *, waits_s: tuple[float, ...] = WAITS_S
    ) -> None:
        self.name = first.name
        self.trouble: Text = ""
        """Why there are no pictures; empty while there are."""
        self.tries = 0
        """How often it was tried to open it since the last picture."""
        self._source: FrameSource | None = first
        self._again = again
        self._waits_s = waits_s
        self._closed = Event()
        self._changing = Lock()

    def read(self) -> Frame | None:
        while not self._closed.is_set():
            try:
                frame = self._read_or_reopen()
            except TableAssistError as problem:
                log.debug("%s", problem, exc_info=True)
                self._failed(problem.message)
                continue
            if frame is not None:
                self.trouble, self.tries = "", 0
                return frame
            self._failed(Message("{name}: the stream ended", name=self.name))
        return None

    def close(self) -> None:
        self._closed.set()
        with self._changing:
            source, self._source = self._source, None
        if source is not None:
            source.close()

    def _read_or_reopen(self) -> Frame | None:
        source = self._source
        if source is None:
            wait_s = self._waits_s[min(self.tries, len(self._waits_s) - 1)]
            self.tries += 1
            if self._closed.wait(wait_s):
                return None
            source = self._again()
            with self._changing:
                if self._closed.is_set():
                    source.close()
                    return None
                self._source = source
        return source.read()

    def _failed(self, words: Text) -> None:
        with self._changing:
            source, self._source = self._source, None
        if self._closed.is_set():
            return
        self.trouble = words
        if source is not None:
            source.close()

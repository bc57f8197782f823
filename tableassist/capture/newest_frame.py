"""The newest frame of a live source, for a taker that is slower than the source."""

import time
from threading import Condition, Thread
from typing import Self

from tableassist.capture.frame_source import FrameSource
from tableassist.vision.camera.frame import Frame


class NewestFrame:
    """Reads a source in a thread of its own into one slot, where a newer frame takes the place of an older.

    Owns the source: close() closes it.
    """

    def __init__(self, source: FrameSource) -> None:
        self._source = source
        self._changed = Condition()
        self._slot: Frame | None = None
        self._error: Exception | None = None
        self._finished = False
        self._closing = False
        self._dropped = 0
        # A daemon: a driver that hangs must not keep the program from ending.
        self._thread = Thread(target=self._run, name=f"frames of {source.name}", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        return self._source.name

    @property
    def dropped(self) -> int:
        """How many frames were replaced before anyone took them."""
        with self._changed:
            return self._dropped

    @property
    def ended(self) -> bool:
        """No frame and no error will come any more. This tells the end apart when take() gives None."""
        with self._changed:
            return self._finished and self._slot is None and self._error is None

    def take(self, timeout_s: float) -> Frame | None:
        """The newest frame not yet taken, waiting for one; None at the time-out, and at once at the end.

        What made the source fail is raised here, once, after its last frame was taken.
        """
        deadline = time.monotonic() + timeout_s
        with self._changed:
            while self._slot is None and not self._finished:
                left_s = deadline - time.monotonic()
                if left_s <= 0 or not self._changed.wait(left_s):
                    break
            frame, self._slot = self._slot, None
            if frame is None and self._error is not None:
                error, self._error = self._error, None
                raise error
            return frame

    def close(self) -> None:
        """Ends the thread and closes the source; a taker that waits gets None."""
        with self._changed:
            self._closing = True
        try:
            self._source.close()  # wakes a read that waits
        finally:
            self._thread.join()
            with self._changed:
                self._slot = None
                self._error = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def _run(self) -> None:
        error: Exception | None = None
        try:
            while (frame := self._source.read()) is not None and self._put(frame):
                pass
        except Exception as caught:
            error = caught  # whatever it is, it belongs to the taker; a thread would only print it
        with self._changed:
            self._error = error
            self._finished = True
            self._changed.notify_all()

    def _put(self, frame: Frame) -> bool:
        with self._changed:
            if self._closing:
                return False
            if self._slot is not None:
                self._dropped += 1
            self._slot = frame
            self._changed.notify_all()
            return True

"""The pictures of a recording: a thread of its own takes them from a short queue and encodes them."""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread

from tableassist.errors import TableAssistError, fault_words
from tableassist.messages import Message, Text
from tableassist.store.match import VideoSegment, segment_name
from tableassist.store.match.film import Filmed, SegmentWriter
from tableassist.vision.camera.frame import Image

MOST_WAITING = 8
"""Pictures: 50 MB at 1080p."""
MOST_LATE_S = 0.3
"""Older ones are left out: the file must not fall behind the table, or a kill would cost more than a second."""
NICER = 3
"""The encoder gives way to the chain, where the system lets a thread do that."""
log = logging.getLogger(__name__)


class Film:
    """`on_segment` is called from the thread when a file begins, `on_filmed` when more of one is safe on the disk,
    `on_failure` once when no more can be written."""

    def __init__(
        self,
        folder: Path,
        *,
        segment_ns: int,
        next_number: Callable[[], int],
        on_segment: Callable[[VideoSegment], None],
        on_filmed: Callable[[Filmed], None],
        on_failure: Callable[[Text], None],
    ) -> None:
        self._folder = folder
        self._segment_ns = segment_ns
        self._next_number = next_number
        self._on_segment = on_segment
        self._on_filmed = on_filmed
        self._on_failure = on_failure
        self._changed = Condition()
        self._waiting: deque[tuple[Image, int, float]] = deque()
        self._dropped = 0
        self._busy = False
        self._ends = False
        self._paused = False
        self._whole_wanted = False
        self._writer: SegmentWriter | None = None
        self._number = 0
        self._first_ns = 0
        self._thread = Thread(target=self._run, name=f"video of {folder.name}", daemon=True)
        self._thread.start()

    @property
    def dropped(self) -> int:
        with self._changed:
            return self._dropped

    @property
    def is_idle(self) -> bool:
        with self._changed:
            return not self._waiting and not self._busy

    def take(self, image: Image, t_ns: int) -> None:
        """Never waits: where the queue is full, the oldest picture is left out."""
        now = time.monotonic()
        with self._changed:
            if self._ends:
                return
            while self._waiting and (len(self._waiting) >= MOST_WAITING or now - self._waiting[0][2] > MOST_LATE_S):
                self._waiting.popleft()
                self._dropped += 1
            self._waiting.append((image, t_ns, now))
            self._changed.notify_all()

    def flush(self, timeout_s: float) -> None:
        """What was taken so far is in the file when the next picture has come, or the time is over."""
        with self._changed:
            self._whole_wanted = True
            self._changed.wait_for(lambda: not self._whole_wanted or not self._thread.is_alive(), timeout_s)

    def pause(self, timeout_s: float) -> None:
        """Ends the file; from `resume` on there is another, maybe elsewhere."""
        with self._changed:
            self._paused = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._busy and self._writer is None, timeout_s)

    def resume(self, folder: Path, segment_ns: int) -> None:
        with self._changed:
            self._folder, self._segment_ns, self._paused = folder, segment_ns, False
            self._changed.notify_all()

    def close(self, timeout_s: float | None = None) -> None:
        """What waits is written first."""
        with self._changed:
            self._ends = True
            self._paused = False
            self._changed.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout_s)

    def _run(self) -> None:
        with suppress(OSError, AttributeError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICER)
        try:
            self._film_all()
        except TableAssistError as problem:
            log.warning("the video of %s", self._folder, exc_info=True)
            self._fail(problem.message)
        except Exception as problem:  # whatever an encoder throws, the chain goes on
            log.exception("the video of %s", self._folder)
            self._fail(Message("{path}: video: {problem}", path=self._folder, problem=fault_words(problem)))

    def _film_all(self) -> None:
        while (taken := self._next()) is not None:
            image, t_ns, whole = taken
            self._put(image, t_ns, whole=whole)
        self._end_file()

    def _next(self) -> tuple[Image, int, bool] | None:
        with self._changed:
            while True:
                self._busy = False
                if self._paused and self._writer is not None:
                    self._end_file()
                self._changed.notify_all()
                if self._waiting and not self._paused:
                    self._busy = True
                    whole, self._whole_wanted = self._whole_wanted, False
                    image, t_ns, _ = self._waiting.popleft()
                    return image, t_ns, whole
                if self._ends:
                    return None
                self._changed.wait()

    def _put(self, image: Image, t_ns: int, *, whole: bool) -> None:
        size = (int(image.shape[1]), int(image.shape[0]))
        if self._writer is not None and (
            self._writer.size_px != size or not 0 <= t_ns - self._first_ns < self._segment_ns
        ):
            self._end_file()
        if self._writer is None:
            number = self._number = self._next_number()
            path = self._folder / segment_name(number)
            self._first_ns = t_ns
            self._writer = SegmentWriter(path, first_ns=t_ns, width_px=size[0], height_px=size[1])
            self._on_segment(VideoSegment(number, path.name, t_ns, *size))
        before = self._writer.filmed(self._number)
        self._writer.add(image, t_ns, whole=whole)
        if (now := self._writer.filmed(self._number)) != before:
            self._on_filmed(now)

    def _end_file(self) -> None:
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.close()
            self._on_filmed(writer.filmed(self._number))

    def _fail(self, words: Text) -> None:
        with self._changed:
            self._ends = True
            self._busy = False
            self._waiting.clear()
            self._whole_wanted = False
        try:
            self._end_file()
        except Exception:  # of a file that could not be written
            log.warning("ending the video of %s", self._folder, exc_info=True)
        with self._changed:
            self._writer = None
            self._changed.notify_all()
        self._on_failure(words)

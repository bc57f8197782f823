"""The running table: one thread takes frames, steps the state and hands it on."""

import time
from collections.abc import Callable, Iterator
from threading import Event, Thread

from tableassist.capture.frame_source import FrameSource
from tableassist.capture.newest_frame import NewestFrame
from tableassist.errors import TableAssistError
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.vision.frame import Frame
from tableassist.vision.tag_reader import TagReader

WAIT_S = 0.2
LATE_S = 0.5
"""A file that is read slower than it was filmed starts its clock again after this, and does not race to catch up."""


class LiveTable:
    """Owns the source, the detector and the state. `on_state` and `on_end` are called from its thread."""

    def __init__(
        self,
        source: FrameSource,
        settings: TableSettings,
        *,
        on_state: Callable[[Frame, TableState], None],
        on_end: Callable[[str], None],
    ) -> None:
        self._source = source
        self._settings = settings
        self._on_state = on_state
        self._on_end = on_end
        self._selected: str | None = None
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"table of {source.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def select(self, piece_id: str | None) -> None:
        """From the next frame on, the drawing shows this piece's shots. A single reference: safe from any thread."""
        self._selected = piece_id

    def close(self) -> None:
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            self._step_all()
        except TableAssistError as problem:
            self._on_end(str(problem))

    def _step_all(self) -> None:
        reader = TagReader(self._settings.tag_families)  # made here: it belongs to this thread
        state = first_state(self._settings)
        frames = self._newest() if self._source.live else self._in_turn()
        for frame in frames:
            state = step(state, frame, self._settings, reader.read, self._selected)
            self._on_state(frame, state)
        if not self._stop.is_set():
            self._on_end(f"{self._source.name}: the end")

    def _newest(self) -> Iterator[Frame]:
        with NewestFrame(self._source) as newest:
            while not self._stop.is_set() and not newest.ended:
                frame = newest.take(WAIT_S)
                if frame is not None:
                    yield frame

    def _in_turn(self) -> Iterator[Frame]:
        """Every frame of a file, at the pace at which it was filmed."""
        try:
            ahead_ns: int | None = None
            while not self._stop.is_set() and (frame := self._source.read()) is not None:
                now = time.monotonic_ns()
                if ahead_ns is None or now - frame.t_ns - ahead_ns > LATE_S * 1e9:
                    ahead_ns = now - frame.t_ns
                self._stop.wait(max(0.0, (frame.t_ns + ahead_ns - now) / 1e9))
                yield frame
        finally:
            self._source.close()

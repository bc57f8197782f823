"""The running table: one thread takes what the eye sees, steps the state and hands each moment on."""

import logging
import time
from collections.abc import Callable
from threading import Event, Thread

from tableassist.errors import TableAssistError, one_line
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.rejudge import rejudged_state
from tableassist.pipeline.step import blind, first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState, Sight, TagSource

WAIT_S = 0.2
log = logging.getLogger("tableassist")


class LiveTable:
    """Owns the eye and the state. `on_moment`, `on_health` and `on_end` are called from its thread."""

    def __init__(
        self,
        tag_source: TagSource,
        settings: TableSettings,
        *,
        on_moment: Callable[[Moment], None],
        on_end: Callable[[str], None],
        on_health: Callable[[CaptureHealth], None] = lambda _: None,
    ) -> None:
        self._tag_source = tag_source
        self._settings = settings
        self._on_moment = on_moment
        self._on_end = on_end
        self._on_health = on_health
        self._selected: str | None = None
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"table of {tag_source.name}", daemon=True)

    @property
    def name(self) -> str:
        return self._tag_source.name

    def start(self) -> None:
        self._thread.start()

    def select(self, piece_id: str | None) -> None:
        """From the next frame on, the drawing shows this piece's shots. A single reference: safe from any thread."""
        self._selected = piece_id

    def use(self, settings: TableSettings) -> None:
        """From the next frame on; safe from any thread."""
        self._settings = settings

    def close(self) -> None:
        self._stop.set()
        self._tag_source.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            self._step_all()
        except TableAssistError as problem:
            self._on_end(str(problem))

    def _step_all(self) -> None:
        settings = self._settings
        state, last, told, wall_ms = first_state(settings), None, None, 0
        while not self._stop.is_set():
            sight = self._tag_source.take(WAIT_S)
            health = self._tag_source.health
            if health != told:
                told = health
                self._on_health(health)
            if settings is not self._settings:
                settings = self._settings
                self._tag_source.look_for(settings.tag_families)
                state = rejudged_state(state, settings, self._selected)
            if sight is not None:
                last, wall_ms = sight, time.time_ns() // 1_000_000
                state = self._stepped(state, sight, settings, health)
                self._on_moment(Moment(sight.frame, state, settings, wall_ms))
            elif health.state is CaptureState.ENDED:
                if not self._stop.is_set():
                    self._on_end(health.words)
                return
            elif last is not None and not health.can_judge:
                # Nothing new is seen: what was ruled on the last picture no longer holds.
                state = blind(state, last.frame, settings, self._selected, health.words)
                self._on_moment(Moment(last.frame, state, settings, wall_ms))
                last = None

    def _stepped(self, state: TableState, sight: Sight, settings: TableSettings, health: CaptureHealth) -> TableState:
        if not health.can_judge:
            return blind(state, sight.frame, settings, self._selected, health.words)
        try:
            return step(state, sight.frame, settings, lambda _image: sight.sightings, self._selected)
        except TableAssistError:
            raise
        except Exception as problem:  # a fault of ours in one picture must not end the evening
            log.debug("in the chain", exc_info=True)
            words = f"this picture could not be judged: {problem or type(problem).__name__}"
            return blind(state, sight.frame, settings, self._selected, one_line(words))

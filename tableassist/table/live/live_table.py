"""The running table: one thread takes what the tag source sees, steps the state and hands each moment on."""

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from threading import Event, Thread

from tableassist.errors import TableAssistError, fault_words
from tableassist.messages import Message, Text
from tableassist.pipeline.judge import judged, rejudged_state
from tableassist.pipeline.measure import not_measured
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight, TagSource
from tableassist.store.camera import unknown_camera
from tableassist.table.held_photos import HeldPhotos, PhotoOutcome
from tableassist.table.live.other_cameras import OtherCameras

WAIT_S = 0.2
MAX_LATE_MS = 2_000
"""A picture that arrives later than this counts by a mapping of its own; a busy computer is late by far less."""
NO_PICTURE_NOW = Message("the camera gives no picture now: take the photo again when it does")
CLOSED = Message("the table is closed")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class _NewPhoto:
    """A photo that waits to be judged."""

    photo: OtherPicture
    age_ns: int
    outcome: "Future[PhotoOutcome]"


class FrameClock:
    """The one mapping from frame time to the time of day: window, match, acts and evidence take it from each moment.

    A picture arrives later than it was taken, never earlier, so the smallest difference that was seen between arrival
    and frame time is nearest to the truth. A difference that is far off means that frame time began anew (a camera that
    was opened again, a video from its beginning) or that the computer slept: then the mapping begins anew too."""

    def __init__(self, now_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000) -> None:
        self._now_ms = now_ms
        self._offset_ms: int | None = None

    def wall_ms(self, t_ns: int) -> int:
        """Tell the time of day of a frame that has just arrived, in milliseconds since 1970."""
        offset_ms = self._now_ms() - t_ns // 1_000_000
        if self._offset_ms is None or abs(offset_ms - self._offset_ms) > MAX_LATE_MS:
            self._offset_ms = offset_ms
        self._offset_ms = min(self._offset_ms, offset_ms)
        return self._offset_ms + t_ns // 1_000_000


class LiveTable:
    """Owns the tag source and the state. `on_moment`, `on_health` and `on_end` are called from its thread."""

    def __init__(
        self,
        tag_source: TagSource,
        settings: TableSettings,
        *,
        on_moment: Callable[[Moment], None],
        on_end: Callable[[Text], object],
        on_health: Callable[[CaptureHealth], object] = lambda _: None,
    ) -> None:
        self._tag_source = tag_source
        self._settings = settings
        self._on_moment = on_moment
        self._on_end = on_end
        self._on_health = on_health
        self._fault: Message | None = None
        """Of ours, in the last picture that could not be judged."""
        self._cameras, self._unknown_camera = OtherCameras(), unknown_camera()
        self._led: tuple[TableSettings, int, TableSettings] | None = None
        self._photos = HeldPhotos()
        self._new_photos: deque[_NewPhoto] = deque()
        self.is_stepping = False
        """Whether a picture is measured right now; read from other threads."""
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"table of {tag_source.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def use(self, settings: TableSettings) -> None:
        """From the next frame on; safe from any thread."""
        self._settings = settings

    def add_photo(self, photo: OtherPicture, *, age_s: float = 0.0) -> "Future[PhotoOutcome]":
        """Judge the table with a photo that was taken `age_s` ago, from the next frame on; safe from any thread."""
        new = _NewPhoto(photo, round(age_s * 1e9), Future())
        if self._stop.is_set():
            new.outcome.set_result(PhotoOutcome(CLOSED))
        else:
            self._new_photos.append(new)
        return new.outcome

    def close(self) -> None:
        self._stop.set()
        self._tag_source.close()
        if self._thread.is_alive():
            self._thread.join()
        self._refuse_photos(CLOSED)

    def _run(self) -> None:
        try:
            self._step_all()
        except TableAssistError as problem:
            self._on_end(problem.message)
        except Exception as problem:  # whoever listens would wait for ever
            log.exception("the running table has stopped")
            self._on_end(fault_words(problem))
        finally:
            self._stop.set()
            self._refuse_photos(CLOSED)

    def _step_all(self) -> None:
        settings = self._settings
        state, last, told, wall_ms = first_state(settings), None, None, 0
        clock = FrameClock()
        while not self._stop.is_set():
            sight = self._tag_source.take(WAIT_S)
            health = self._tag_source.health
            if health != told:
                told = health
                self._on_health(health)
            if settings is not self._settings:
                settings = self._settings
                self._tag_source.look_for(settings.tag_families)
                state = rejudged_state(state, settings)
            if sight is not None:
                last, wall_ms = sight, clock.wall_ms(sight.frame.t_ns)
                state = self._step_once(state, sight, settings, health)
                self._on_moment(Moment(sight.frame, state, self._through(settings, sight), wall_ms))
            elif health.state is CaptureState.ENDED:
                if not self._stop.is_set():
                    self._on_end(health.words)
                return
            elif last is not None and not health.can_judge:
                # Nothing new is seen: what was ruled on the last picture no longer holds.
                state = judged(not_measured(last.frame, settings, state, health.words), settings)
                self._on_moment(Moment(last.frame, state, settings, wall_ms))
                last = None
            if sight is None and self._new_photos and not health.can_judge:
                self._refuse_photos(NO_PICTURE_NOW)

    def _step_once(self, state: TableState, sight: Sight, settings: TableSettings, health: CaptureHealth) -> TableState:
        if not health.can_judge:
            return judged(not_measured(sight.frame, settings, state, health.words), settings)
        self.is_stepping = True
        try:
            return self._judge_photos(state, sight, settings)
        except TableAssistError:
            raise
        except Exception as problem:  # a fault of ours in one picture must not end the evening
            words = Message("this picture could not be judged: {problem}", problem=fault_words(problem))
            if words != self._fault:  # once, not thirty times a second
                log.exception("frame %d of %s", sight.frame.number, self._tag_source.name)
            self._fault = words
            self._refuse_photos(words)
            return judged(not_measured(sight.frame, settings, state, words), settings)
        finally:
            self.is_stepping = False

    def _judge_photos(self, state: TableState, sight: Sight, settings: TableSettings) -> TableState:
        """The state after this frame, by the photos that are held and by the first of those that wait."""

        cameras = self._cameras.pictures(sight, state, settings)
        through = self._through(settings, sight)

        def step_with(photos: Sequence[OtherPicture]) -> TableState:
            return step(state, sight.frame, through, lambda _image: sight.sightings, (*cameras, *photos))

        new = self._new_photos[0] if self._new_photos else None
        if new is None:
            after = step_with(self._photos.photos)
        else:
            outcome = self._photos.weigh(new.photo, step_with, settings, age_ns=new.age_ns)
            assert outcome.state is not None
            after = outcome.state
            self._new_photos.popleft()
            moment = Moment(sight.frame, after, self._through(settings, sight), time.time_ns() // 1_000_000)
            new.outcome.set_result(replace(outcome, moment=moment))
        apart = () if after.shots is None else tuple(after.shots.apart)
        self._photos.follow(after)
        if apart:
            # Nudged since, by less than counts as a move: the photos no longer speak of her, and the camera does.
            self._photos.forget(apart)
            after = step_with(self._photos.photos)
        return after

    def _through(self, settings: TableSettings, sight: Sight) -> TableSettings:
        """The settings as seen through the camera that gives the picture; the same value while neither changes."""
        if sight.camera == 0:
            return settings
        if self._led is None or self._led[0] is not settings or self._led[1] != sight.camera:
            self._led = settings, sight.camera, settings.led_by(sight.camera, self._unknown_camera)
        return self._led[2]

    def _refuse_photos(self, words: Text) -> None:
        while self._new_photos:
            self._new_photos.popleft().outcome.set_result(PhotoOutcome(words))

"""A table that no camera looks at: it is judged by the photos that people take of it, one after another.

Photos that show the same moment are judged together; one that shows another moment begins anew.
"""

import logging
import queue
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from threading import Event, Thread

from tableassist.errors import TableAssistError, fault_words
from tableassist.messages import Message, Text, template
from tableassist.pipeline.judge import rejudged_state
from tableassist.pipeline.moment import Moment
from tableassist.pipeline.pictures import OtherPicture
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.pipeline.table_state import TableState
from tableassist.sources.supervised import CaptureHealth, CaptureState, NoCamera
from tableassist.table.held_photos import MAX_HELD, PhotoOutcome, find_contradiction
from tableassist.vision.camera.frame import Frame

WAIT_S = 0.2
WAITING = Message("No camera looks at this table: take a photo of the whole mat with a phone.")
CLOSED = Message("the table is closed")
_NEW_MOMENT = template("{why}. The table has changed since, so this photo is judged alone")
log = logging.getLogger(__name__)


class PhotoTable:
    """In the place of `LiveTable`. `on_moment` and `on_health` are called from its thread."""

    def __init__(
        self,
        no_camera: NoCamera,
        settings: TableSettings,
        *,
        on_moment: Callable[[Moment], None],
        on_health: Callable[[CaptureHealth], object] = lambda _: None,
    ) -> None:
        self._no_camera = no_camera
        self._settings = settings
        self._on_moment, self._on_health = on_moment, on_health
        self.is_stepping = False
        """Whether a photo is measured right now; read from other threads."""
        self._held: tuple[OtherPicture, ...] = ()
        """Those of the present moment; the first is the picture that is judged."""
        self._moment: Moment | None = None
        self._number = 0
        self._new: queue.Queue[tuple[OtherPicture, Future[PhotoOutcome]]] = queue.Queue()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="table of photos", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def use(self, settings: TableSettings) -> None:
        """The present moment is judged again by them; safe from any thread."""
        self._settings = settings

    def add_photo(self, photo: OtherPicture, *, age_s: float = 0.0) -> "Future[PhotoOutcome]":  # noqa: ARG002
        """Judge the table by this photo, together with earlier ones of the same moment; safe from any thread. How old
        it is does not matter: no camera has seen what was moved since."""
        outcome: Future[PhotoOutcome] = Future()
        if self._stop.is_set():
            outcome.set_result(PhotoOutcome(CLOSED))
        else:
            self._new.put((photo, outcome))
        return outcome

    def close(self) -> None:
        self._stop.set()
        self._no_camera.close()
        if self._thread.is_alive():
            self._thread.join()
        self._refuse_all(CLOSED)

    def _run(self) -> None:
        self._on_health(CaptureHealth(CaptureState.STARTING, WAITING))
        settings = self._settings
        while not self._stop.is_set():
            try:
                photo, outcome = self._new.get(timeout=WAIT_S)
            except queue.Empty:
                if settings is not self._settings and self._moment is not None:
                    settings = self._settings
                    self._show(self._moment.frame, rejudged_state(self._moment.state, settings), settings)
                continue
            settings = self._settings
            self.is_stepping = True
            try:
                outcome.set_result(self._judge(photo, settings))
            except TableAssistError as problem:
                outcome.set_result(PhotoOutcome(problem.message))
            except Exception as problem:  # a fault of ours in one photo must not end the evening
                log.exception("%s", photo.frame.camera)
                what = template("this picture could not be judged: {problem}")
                outcome.set_result(PhotoOutcome(Message(what, problem=fault_words(problem))))
            finally:
                self.is_stepping = False

    def _judge(self, photo: OtherPicture, settings: TableSettings) -> PhotoOutcome:
        before = self._moment
        held: tuple[OtherPicture, ...] = (*self._held[: MAX_HELD - 1], photo)
        note: Text = ""
        state = self._step(held, settings)
        if self._held:
            names = {piece.id: piece.name for piece in settings.pieces}
            why = find_contradiction(state, photo, names)
            if why:
                held, note = (photo,), Message(_NEW_MOMENT, why=why)
                state = self._step(held, settings)
        if state.registration is None:
            return PhotoOutcome(Message("{photo}: {why}", photo=photo.frame.camera, why=state.warnings[0]))
        is_first = self._moment is None
        self._held, self._number = held, self._number + 1
        frame = replace(held[0].frame, t_ns=state.t_ns, number=state.frame_number)
        moment = self._show(frame, state, settings)
        if is_first:
            self._on_health(CaptureHealth(CaptureState.SEEING))
        alone = None if before is None or len(held) == 1 else before.state
        return PhotoOutcome("", state, alone, moment, note)

    def _step(self, photos: Sequence[OtherPicture], settings: TableSettings) -> TableState:
        """As on the first picture of a game: nothing is remembered but the photos themselves."""
        main, *others = photos
        frame = replace(main.frame, t_ns=time.monotonic_ns(), number=self._number)
        through = self._through(settings, main)
        return step(first_state(through), frame, through, lambda _image: main.sightings, others)

    def _through(self, settings: TableSettings, photo: OtherPicture) -> TableSettings:
        """A table file may name a webcam; a photo is of another camera."""
        return settings if settings.camera.lens is None else settings.seen_through(photo.camera)

    def _show(self, frame: Frame, state: TableState, settings: TableSettings) -> Moment:
        through = self._through(settings, self._held[0])
        self._moment = Moment(frame, state, through, time.time_ns() // 1_000_000)
        self._on_moment(self._moment)
        return self._moment

    def _refuse_all(self, words: Text) -> None:
        while not self._new.empty():
            self._new.get()[1].set_result(PhotoOutcome(words))

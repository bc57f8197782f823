"""The running card table: one thread takes what the tag source sees, follows the cards and hands each moment on."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread

from tableassist.errors import TableAssistError, fault_words
from tableassist.messages import Text
from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.settling import NOTHING_FOLLOWED, CardsFollowed, follow_cards
from tableassist.runtime.capture_process.tag_source import CaptureHealth, CaptureState, TagSource
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile

WAIT_S = 0.2
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class CardsMoment:
    frame: Frame
    followed: CardsFollowed
    warning: Text
    """What keeps the table from being read; empty: nothing does."""
    wall_ms: int


class LiveCards:
    """Owns the tag source. `on_moment`, `on_health` and `on_end` are called from its thread."""

    def __init__(
        self,
        tag_source: TagSource,
        camera: CameraProfile,
        *,
        on_moment: Callable[[CardsMoment], None],
        on_end: Callable[[Text], None],
        on_health: Callable[[CaptureHealth], None] = lambda _: None,
    ) -> None:
        self._tag_source, self._camera = tag_source, camera
        self._on_moment, self._on_end, self._on_health = on_moment, on_end, on_health
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"cards of {tag_source.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._tag_source.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            self._follow_all()
        except TableAssistError as problem:
            self._on_end(problem.message)
        except Exception as problem:  # whoever listens would wait for ever
            log.exception("the running card table has stopped")
            self._on_end(fault_words(problem))

    def _follow_all(self) -> None:
        followed, told = NOTHING_FOLLOWED, None
        while not self._stop.is_set():
            sight = self._tag_source.take(WAIT_S)
            health = self._tag_source.health
            if health != told:
                told = health
                self._on_health(health)
            if sight is not None:
                frame = sight.frame
                lens = self._camera.lens_for(frame.width_px, frame.height_px, frame.film_mm)
                seen = read_cards(sight.sightings, lens)
                followed = follow_cards(followed, seen, frame.t_ns)
                self._on_moment(CardsMoment(frame, followed, seen.reason or "", time.time_ns() // 1_000_000))
            elif health.state is CaptureState.ENDED:
                if not self._stop.is_set():
                    self._on_end(health.words)
                return

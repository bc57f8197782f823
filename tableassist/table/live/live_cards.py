"""A running card table: one thread takes what the tag source sees, reads the cards and hands each moment on."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread

from tableassist.errors import TableAssistError, fault_words
from tableassist.messages import Text
from tableassist.pipeline.cards.read import read_cards
from tableassist.pipeline.cards.settling import NOTHING_FOLLOWED, CardsFollowed, follow_cards
from tableassist.pipeline.cards.strip import FAMILY
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight, TagSource
from tableassist.table.live.live_table import FrameClock
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile

WAIT_S = 0.2
CARD_FAMILIES = (FAMILY,)
"""Of tags to look for."""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class CardsMoment:
    frame: Frame
    followed: CardsFollowed
    """What is read in the picture, and the table as it last lay at rest."""
    wall_ms: int


class LiveCards:
    """Owns the tag source. `on_moment`, `on_health` and `on_end` are called from its thread. A reader that is late
    may leave moments out: each says how the table lies, not what has changed."""

    def __init__(
        self,
        tag_source: TagSource,
        camera: CameraProfile,
        *,
        on_moment: Callable[[CardsMoment], None],
        on_end: Callable[[Text], object],
        on_health: Callable[[CaptureHealth], object] = lambda _: None,
    ) -> None:
        self._tag_source, self._camera = tag_source, camera
        self._on_moment, self._on_end, self._on_health = on_moment, on_end, on_health
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"card table of {tag_source.name}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._tag_source.close()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            self._step_all()
        except TableAssistError as problem:
            self._on_end(problem.message)
        except Exception as problem:  # whoever listens would wait for ever
            log.exception("the running card table has stopped")
            self._on_end(fault_words(problem))

    def _step_all(self) -> None:
        self._tag_source.look_for(CARD_FAMILIES)
        followed, told, clock = NOTHING_FOLLOWED, None, FrameClock()
        while not self._stop.is_set():
            sight = self._tag_source.take(WAIT_S)
            health = self._tag_source.health
            if health != told:
                told = health
                self._on_health(health)
            if sight is not None and health.can_judge:
                followed = follow_sight(followed, sight, self._camera)
                self._on_moment(CardsMoment(sight.frame, followed, clock.wall_ms(sight.frame.t_ns)))
            elif sight is None and health.state is CaptureState.ENDED:
                if not self._stop.is_set():
                    self._on_end(health.words)
                return


def follow_sight(before: CardsFollowed, sight: Sight, camera: CameraProfile) -> CardsFollowed:
    """After one more picture."""
    height, width = sight.frame.image.shape[:2]
    seen = read_cards(sight.sightings, camera.lens_for(width, height))
    return follow_cards(before, seen, sight.frame.t_ns)

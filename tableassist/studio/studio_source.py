"""The synthetic camera as a source of frames."""

import math
import time

import numpy as np

from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_game import StagedGame
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.camera.frame import Frame

_NS = 1_000_000_000


class StudioSource:
    """Live, it keeps the pace of the clock, leaves out frames when it is slow, and plays the game again and
    again. Otherwise it gives every frame of the game once, with times that follow from the frame's number."""

    def __init__(
        self,
        game: StagedGame,
        camera: StudioCamera,
        look: Look | None = None,
        *,
        frames_per_s: float = 15.0,
        seed: int = 0,
        live: bool = False,
        name: str = "studio",
        started_ns: int | None = None,
        late_s: float = 0.0,
    ) -> None:
        """`started_ns`: when the game began by the monotonic clock, where several cameras look at the same game.
        `late_s`: by how much the shutter is open later than the frame's time says."""
        self.name = name
        self.live = live
        self._game = game
        self._studio = Studio(camera, look)
        self._frames_per_s, self._seed = frames_per_s, seed
        self._number = 0
        self._started_ns, self._late_s = started_ns, late_s
        self._closed = False

    def read(self) -> Frame | None:
        """The next frame; None when the game is over or the source is closed."""
        if self._closed:
            return None
        if self.live:
            self._wait_for_next()
        elif self._number >= math.floor(self._game.duration_s * self._frames_per_s):
            return None
        number = self._number
        self._number += 1
        t_ns = round(number * _NS / self._frames_per_s)
        image = self._studio.picture(self.table_at(number), np.random.default_rng((self._seed, number)))
        image.setflags(write=False)
        return Frame(image, (self._started_ns or 0) + t_ns, number, "studio")

    def _wait_for_next(self) -> None:
        """Until the next frame is due; a frame that is already late by more than one is left out."""
        now = time.monotonic_ns()
        if self._started_ns is None:
            self._started_ns = now
        due = (now - self._started_ns) * self._frames_per_s / _NS
        if due > self._number + 1:
            self._number = math.floor(due)
        else:
            time.sleep(max(0.0, (self._number - due) / self._frames_per_s))

    def table_at(self, number: int) -> StagedTable:
        """What stands on the table in a frame."""
        return self._game.table_at(math.fmod(number / self._frames_per_s + self._late_s, self._game.duration_s))

    def close(self) -> None:
        self._closed = True

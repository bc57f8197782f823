"""An eye that shows the same few pictures of the demo again and again: quick, and honest for the window."""

import time

import numpy as np

from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector
from tests.shared_results import shared_between_processes

TIMES = (8.0, 8.4, 8.8)
"""Of the demo's game: a ship moves a little."""


@shared_between_processes
def sights():
    stage = find_stage("demo")
    settings, studio = demo_settings(stage), Studio(stage.camera)
    game, detector = stage_game(settings), TagDetector(settings.tag_families)
    images = [studio.picture(game.table_at(t_s), np.random.default_rng(n)) for n, t_s in enumerate(TIMES)]
    return tuple((image, detector.detect(image)) for image in images)


class LoopEye:
    name = "studio"

    def __init__(self, frames_per_s=10.0, *, still=False):
        """`still`: nobody moves anything."""
        self._shown = 1 if still else len(TIMES)
        self.health = CaptureHealth(CaptureState.STARTING)
        self._every_s = 1.0 / frames_per_s
        self._number = 0
        self._closed = False

    def take(self, timeout_s):
        time.sleep(min(self._every_s, timeout_s))
        if self._closed:
            return None
        image, sightings = sights()[self._number // 3 % self._shown]
        self.health = CaptureHealth(CaptureState.SEEING)
        self._number += 1
        return Sight(Frame(image, time.monotonic_ns(), self._number, "studio"), sightings)

    def look_for(self, families):
        pass

    def close(self):
        self._closed = True

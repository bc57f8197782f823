"""One picture of the demo, read once: spoiled tables are judged by it, and short matches recorded of it."""

from functools import cache

import numpy as np

from tableassist.pipeline.moment import Moment
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

AT_S = 13.0
MOMENTS = 3


@cache
def demo_sightings():
    stage = find_stage("demo")
    game = stage_game(demo_settings(stage))
    image = Studio(stage.camera).picture(game.table_at(AT_S), np.random.default_rng(0))
    return Frame(image, 0, 0, "fuzz"), TagDetector(("36h11",)).detect(image)


@cache
def demo_moments():
    settings = demo_settings(find_stage("demo"))
    frame, sightings = demo_sightings()
    state, moments = first_state(settings), []
    for number in range(MOMENTS):
        shown = Frame(frame.image, number * 100_000_000, number, frame.camera)
        state = step(state, shown, settings, lambda _: sightings)
        moments.append(Moment(shown, state, settings))
    return tuple(moments)

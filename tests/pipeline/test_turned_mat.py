"""A mat whose tags were all glued on another way round is named, and nothing is judged on it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.studio.rendering.render import Studio
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

STAGE = find_stage("demo")
SETTINGS = demo_settings(STAGE)


@pytest.fixture(scope="module")
def seen():
    image = Studio(STAGE.camera).picture(stage_game(SETTINGS).table_at(0.0), np.random.default_rng(1))
    return image, TagDetector(SETTINGS.tag_families).detect(image)


def judged(seen, degrees, count):
    """As if the table file had so many of the tags turned the other way."""
    tags = SETTINGS.mat.tags
    off = [replace(tag, yaw_rad=math.remainder(tag.yaw_rad - math.radians(degrees), math.tau)) for tag in tags[:count]]
    settings = replace(SETTINGS, mat=replace(SETTINGS.mat, tags=(*off, *tags[count:])))
    image, sightings = seen
    return step(first_state(settings), Frame(image, 0, 0, "studio"), settings, lambda _: sightings)


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_mat_whose_tags_are_all_turned_is_named(seen, degrees):
    state = judged(seen, degrees, len(SETTINGS.mat.tags))
    assert state.rulings == ()
    assert any(f"the mat's tags are turned by {degrees} degrees" in str(warning) for warning in state.warnings)


def test_one_turned_tag_is_left_out_and_the_table_is_judged(seen):
    state = judged(seen, 90, 1)
    assert state.rulings
    assert any("is turned by 90 degrees compared with the table file: ignored" in str(each) for each in state.warnings)

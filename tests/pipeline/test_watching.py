"""Whether the table is watched well enough to book what is seen: by pictures of the studio."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.pipeline.game.watching import TableWatch, watch_table
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedHand
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

STAGE = find_stage("demo")
SETTINGS = demo_settings(STAGE)
TABLE = stage_game(SETTINGS).table_at(0.0)


def watched(tables, interval_ns):
    """The watch after these tables, one picture each."""
    studio, detector = Studio(STAGE.camera), TagDetector(SETTINGS.tag_families)
    state, watch, pictures = first_state(SETTINGS), TableWatch(), {}
    for number, table in enumerate(tables):
        if id(table) not in pictures:
            image = studio.picture(table, np.random.default_rng(1))
            pictures[id(table)] = image, detector.detect(image)
        image, sightings = pictures[id(table)]
        frame = Frame(image, number * interval_ns, number, "studio")
        state = step(state, frame, SETTINGS, lambda _, found=sightings: found)
        watch = watch_table(watch, state)
    return watch


@pytest.mark.parametrize(("frames_per_s", "is_clear"), [(30.0, True), (8.0, True), (7.0, False), (2.0, False)])
def test_below_eight_pictures_a_second_nothing_is_sure(frames_per_s, is_clear):
    watch = watched([TABLE] * 4, round(1e9 / frames_per_s))
    assert watch.is_clear is is_clear
    assert watch.is_slow is not is_clear


def test_a_hand_over_a_ship_or_reaching_across_the_mat_is_noticed_until_it_is_gone():
    at = next(each.pose for each in TABLE.pieces if each.piece.id == "titan")
    covered = replace(TABLE, hands=(StagedHand(at.x_mm, at.y_mm, 180.0),))
    assert watched([TABLE] * 3 + [covered] * 2, 40_000_000).has_hand
    assert not watched([TABLE] * 3 + [covered] * 2 + [TABLE] * 8, 100_000_000).has_hand

"""The running table: moments in order, settings from the next frame on, nothing ruled on what is stale."""

from dataclasses import replace
from itertools import pairwise
from threading import Event

import numpy as np

from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.sources.supervised import CaptureHealth, CaptureState, Sight
from tableassist.studio.rendering.render import Studio
from tableassist.table.live import LiveTable
from tableassist.table.live.live_table import FrameClock
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.detector import TagDetector

STAGE = find_stage("demo")
SETTINGS = demo_settings(STAGE)


def one_sight():
    game = stage_game(SETTINGS)
    image = Studio(STAGE.camera).picture(game.table_at(1.0), np.random.default_rng(3))
    return Sight(Frame(image, 0, 0, "studio"), TagDetector(SETTINGS.tag_families).detect(image))


class ScriptedEye:
    """Each step is a health and a sight or None; a callable among them is called when its turn comes."""

    name = "scripted"

    def __init__(self, *steps):
        self._steps = list(steps)
        self.health = CaptureHealth(CaptureState.STARTING)
        self.families = []

    def take(self, timeout_s):  # noqa: ARG002
        while self._steps and callable(self._steps[0]):
            self._steps.pop(0)()
        if not self._steps:
            self.health = CaptureHealth(CaptureState.ENDED, "scripted: the end")
            return None
        self.health, sight = self._steps.pop(0)
        return sight

    def look_for(self, families):
        self.families.append(families)

    def close(self):
        self._steps.clear()


def run(*steps):
    moments, ended, told = [], Event(), []
    table = None

    def end(words):
        told.append(words)
        ended.set()

    tag_source = ScriptedEye(*((lambda step=step: step(table)) if callable(step) else step for step in steps))
    table = LiveTable(tag_source, SETTINGS, on_moment=moments.append, on_end=end)
    table.start()
    assert ended.wait(120)
    table.close()
    return moments, told


SEEING = CaptureHealth(CaptureState.SEEING)
SIGHT = one_sight()


def test_a_picture_is_judged_and_the_end_is_told():
    moments, told = run((SEEING, SIGHT))
    assert len(moments) == 1
    assert moments[0].state.rulings
    assert moments[0].settings is SETTINGS
    assert told == ["scripted: the end"]


def test_nothing_is_ruled_once_the_picture_is_stale():
    gone = CaptureHealth(CaptureState.REOPENING, "the camera is gone")
    moments, _ = run((SEEING, SIGHT), (gone, None), (gone, None), (SEEING, SIGHT))
    assert [bool(moment.state.rulings) for moment in moments] == [True, False, True]
    assert moments[1].state.warnings == ("the camera is gone",)
    assert moments[1].state.tracks.poses.keys() == moments[0].state.tracks.poses.keys(), "places are remembered"


def test_a_frozen_picture_is_shown_but_not_judged():
    frozen = CaptureHealth(CaptureState.FROZEN, "the same picture for 1 s")
    moments, _ = run((SEEING, SIGHT), (frozen, SIGHT))
    assert not moments[1].state.rulings
    assert moments[1].state.warnings == ("the same picture for 1 s",)


def test_new_settings_hold_from_the_next_frame_on():
    ruled = replace(SETTINGS, rules=replace(SETTINGS.rules, contact_tolerance_mm=3.0))
    moments, _ = run((SEEING, SIGHT), lambda table: table.use(ruled), (SEEING, SIGHT))
    assert moments[1].settings is ruled
    limits = [{r.limit_mm for r in m.state.rulings if r.rule in {"contact", "ram"}} for m in moments]
    assert limits[0] != limits[1]


def test_a_fault_of_ours_in_one_picture_blinds_it_and_the_next_is_judged():
    broken = Sight(SIGHT.frame, (replace(SIGHT.sightings[0], corners=None), *SIGHT.sightings[1:]))
    moments, told = run((SEEING, SIGHT), (SEEING, broken), (SEEING, SIGHT))
    assert [bool(moment.state.rulings) for moment in moments] == [True, False, True]
    assert str(moments[1].state.warnings[0]).startswith("this picture could not be judged: ")
    assert told == ["scripted: the end"]


def test_a_slip_in_the_table_file_is_told_and_nothing_is_judged():
    tags = SETTINGS.mat.tags
    slip = replace(SETTINGS, mat=replace(SETTINGS.mat, tags=(replace(tags[0], size_mm=30_000.0), *tags[1:])))
    moments, _ = run(lambda table: table.use(slip), (SEEING, SIGHT))
    assert moments[0].state.rulings == ()
    assert "picture does not match the table file" in str(moments[0].state.warnings[0])


def test_one_mapping_gives_each_frame_its_time_of_day():
    """Frames a thirtieth of a second apart that arrive late by chance: their times of day are as even as the frames."""
    late_ms = [12, 40, 3, 55, 20, 8, 90, 3, 31, 60]
    now_ms = iter([1_000_000 + 33 * n + late for n, late in enumerate(late_ms)])
    clock = FrameClock(lambda: next(now_ms))
    walls = [clock.wall_ms(33_000_000 * n) for n in range(len(late_ms))]
    assert [after - before for before, after in pairwise(walls[2:])] == [33] * 7
    assert walls[2] == 1_000_000 + 66 + 3


def test_frame_time_that_begins_anew_is_mapped_anew():
    now_ms = iter([1_000_000, 1_600_000, 1_600_033])
    clock = FrameClock(lambda: next(now_ms))
    assert [clock.wall_ms(t_ns) for t_ns in (500_000_000_000, 0, 33_000_000)] == [1_000_000, 1_600_000, 1_600_033]

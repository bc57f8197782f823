"""A masthead's tag goes with its mast: once the ledger has the mast off, the tag says nothing of the ship."""

from dataclasses import replace

import numpy as np

from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Mast, MountKind
from tableassist.pipeline.step import first_state, step
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tests.table_states import state_of
from tests.vision import jig_scenes as scenes

MAST = Mast(0.0, 0.0, 50.0, 0.0, 0.0, None)
HEAD = replace(scenes.MEANT, tag=101, kind=MountKind.MASTHEAD, x_mm=0.0, z_mm=52.0, mast=1)
SHIP = replace(scenes.SHIP, model=replace(scenes.MODEL, masts=(MAST,)), mounts=(scenes.MEANT, HEAD))


def pose_with(masts_lost):
    """The ship lies at (300, 600); the mast that came off lies at (700, 200), its tag up."""
    table = scenes.Table(np.random.default_rng(2))
    flag, *mat = table.in_play(scenes.MEANT, 300.0, 600.0, 0.5)
    head, *_ = table.in_play(replace(HEAD, z_mm=1.0), 700.0, 200.0, 2.0)
    settings = TableSettings(
        "test", scenes.MAT, CameraProfile("test", scenes.LENS), (SHIP,), RuleSettings(),
        state_of((SHIP,), ("A",), {}, masts_lost=masts_lost),
    )  # fmt: skip
    frame = Frame(np.zeros((1080, 1920, 3), np.uint8), 0, 0, "test")
    state = step(first_state(settings), frame, settings, lambda _: (flag, head, *mat))
    return {placed.id: placed.pose.pose for placed in state.scene.pieces}


def test_the_tag_of_a_lost_mast_is_not_measured_by():
    pose = pose_with({"titan": frozenset({1})})["titan"]
    assert isinstance(pose, PlanarPose)
    assert abs(pose.x_mm - 300.0) < 1.0
    assert abs(pose.y_mm - 600.0) < 1.0


def test_a_fallen_mast_that_nobody_told_of_is_left_out_for_its_tag_looks_too_small():
    pose = pose_with({})["titan"]
    assert abs(pose.x_mm - 300.0) < 1.0
    assert abs(pose.y_mm - 600.0) < 1.0

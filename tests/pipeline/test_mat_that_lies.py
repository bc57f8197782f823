"""A mat tag that lies elsewhere reaches the user with a number; tags that contradict each other stop the judging."""

import numpy as np

from tableassist.pipeline.judge import judged
from tableassist.pipeline.mat_warnings import mat_warnings
from tableassist.pipeline.measure import measure
from tableassist.pipeline.step import first_state
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.registration.registration import register
from tests.table_states import state_of
from tests.vision import mat_scenes as mats
from tests.vision.taped_mat import eye

ONE = eye(30.0, 20.0, 5.0, 1350.0)


def warnings_of(on_mat, turns=None):
    places = mats.border(8)
    layout = mats.layout(places)
    sightings = mats.seen(on_mat, ONE, np.random.default_rng(1), turns=turns)
    return [str(each) for each in mat_warnings(register(sightings, layout, mats.LENS), sightings, layout)]


def test_how_far_a_tag_lies_off_is_said():
    on_mat = mats.border(8)
    on_mat[3] += (12.0, 0.0)
    assert warnings_of(on_mat) == ["mat tag 13 is 12 mm from where the table file says: ignored"]


def test_how_far_a_tag_is_turned_is_said():
    turns = np.zeros(8)
    turns[2] = np.pi / 2
    words = "mat tag 12 is turned by 90 degrees compared with the table file: ignored"
    assert warnings_of(mats.border(8), turns) == [words]


def test_nothing_is_judged_by_three_tags_that_contradict_each_other():
    places = mats.border(12)[[0, 3, 7]]
    on_mat = places.copy()
    on_mat[1] += (20.0, 20.0)
    settings = TableSettings(
        "t", mats.layout(places), CameraProfile("c", mats.LENS), (), RuleSettings(), state_of((), ("A",))
    )
    frame = Frame(np.zeros((1080, 1920, 3), dtype=np.uint8), 0, 0, "c")
    sightings = mats.seen(on_mat, ONE, np.random.default_rng(1))
    state = judged(measure(frame, sightings, settings, first_state(settings)), settings)
    assert state.registration is None
    assert state.rulings == ()
    assert "nothing is judged: the 3 visible mat tags do not agree" in str(state.warnings[0])

"""A path-traced picture from straight above, in which the rigs of seven ships lean by 5.7 degrees over flat hulls."""

import math

import numpy as np
import pytest

from tableassist.pipeline.measure import measure
from tableassist.pipeline.step import first_state
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.rulebook.ruling import CALL_SIGMAS
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of
from tests.vision import staged_photos as staged


@pytest.fixture(scope="module")
def measured():
    truth = staged.truth_of(staged.LEANING)
    pieces = staged.rigged_pieces_of(truth)
    camera = CameraProfile("staged", staged.lens_of(truth))
    settings = TableSettings("staged", staged.mat_of(truth), camera, pieces, RuleSettings(), state_of(pieces, (), {}))
    frame = Frame(staged.image_of(staged.LEANING), 0, 0, "staged")
    return measure(frame, TagDetector(("36h11",)).detect(frame.image), settings, first_state(settings))


def test_every_leaning_ship_is_told_of_with_a_lean_that_holds(measured):
    truth = staged.truth_of(staged.LEANING)
    for number, entry in enumerate(truth["pieces"]):
        words = measured.fits[str(number)].problem
        if entry.get("lean") is None:
            assert words is None
        else:
            assert "leans by" in str(words)
            apart_deg = abs(words.params["lean_deg"] - math.degrees(entry["lean"]))
            assert apart_deg < 1.5 * words.params["known_deg"]


def test_no_place_is_farther_off_than_the_rules_allow_for(measured):
    truth = staged.truth_of(staged.LEANING)
    for number, entry in enumerate(truth["pieces"]):
        pose = measured.fits[str(number)].pose
        off = np.array([pose.pose.x_mm - entry["x"], pose.pose.y_mm - entry["y"]])
        far = math.hypot(*off)
        along = off / far
        assert far < CALL_SIGMAS * math.sqrt(along @ pose.covariance[:2, :2] @ along)

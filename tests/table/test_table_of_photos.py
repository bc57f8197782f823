"""A table that no camera looks at: one photo, a second of the same moment, then one of another moment."""

from dataclasses import replace
from time import monotonic, sleep

import cv2
import numpy as np
import pytest

from tableassist.judging import read_photo
from tableassist.sources.supervised import CaptureState, NoCamera, open_tag_source
from tableassist.store.camera import unknown_camera
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.table import SCREEN, Table
from tableassist.table.live.photo_table import PhotoTable
from tests.table.test_photo_of_the_table import PHONE, SETTINGS, TABLE, moved

SHIP = "titan"
TYPICAL = replace(SETTINGS, camera=unknown_camera())
OTHER_SIDE = StudioCamera.looking_at(
    (457.0, 457.0, 0.0),
    distance_mm=1150.0,
    off_vertical_deg=30.0,
    azimuth_deg=-60.0,
    roll_deg=92.0,
    width_px=1512,
    height_px=2016,
    fx=1500.0,
    fy=1500.0,
    cx=757.0,
    cy=1010.0,
    dist=(0.03, -0.05, 0.0002, 0.0001),
)


def photo_of(table, camera, seed=1):
    image = Studio(camera, Look(blur_sigma_px=0.7)).picture(table, np.random.default_rng(seed))
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    assert done
    return data.tobytes()


class Watched:
    """The table, what it has shown, and what it has said of itself."""

    def __init__(self, settings):
        self.moments, self.health = [], []
        self.table = PhotoTable(NoCamera(), settings, on_moment=self.moments.append, on_health=self.health.append)
        self.table.start()

    def add(self, content, name):
        return self.table.add_photo(read_photo(content, name, TYPICAL).picture).result(300)

    def wait_for_moments(self, count):
        ends = monotonic() + 60.0
        while len(self.moments) < count:
            assert monotonic() < ends
            sleep(0.02)


@pytest.fixture(scope="module")
def evening():
    """Three photos: two of one moment, and one after a ship was moved."""
    watched = Watched(TYPICAL)
    outcomes = [
        watched.add(photo_of(TABLE, OTHER_SIDE), "photo-1"),
        watched.add(photo_of(TABLE, PHONE), "photo-2"),
        watched.add(photo_of(moved(TABLE, SHIP, 30.0), OTHER_SIDE, 2), "photo-3"),
    ]
    yield watched, outcomes
    watched.table.close()


def test_one_photo_is_judged(evening):
    watched, outcomes = evening
    assert outcomes[0].refused == ""
    assert outcomes[0].alone is None
    assert len(watched.moments[0].state.scene.pieces) > 10
    assert watched.moments[0].state.rulings
    states = [health.state for health in watched.health]
    assert states == [CaptureState.STARTING, CaptureState.SEEING]
    assert "take a photo" in str(watched.health[0].words)


def test_a_second_photo_of_the_same_moment_is_judged_together_with_the_first(evening):
    watched, outcomes = evening
    assert outcomes[1].refused == ""
    assert outcomes[1].note == ""
    state = watched.moments[1].state
    assert [seen.name for seen in state.pictures] == ["photo-1", "photo-2"]
    assert sum(len(fit.pictures) > 1 for fit in state.fits.values()) > 5
    assert watched.moments[1].frame.image is watched.moments[0].frame.image
    assert watched.moments[1].state.t_ns > watched.moments[0].state.t_ns


def test_a_photo_of_another_moment_begins_anew_and_says_which_ship_was_moved(evening):
    watched, outcomes = evening
    assert outcomes[2].refused == ""
    assert "judged alone" in str(outcomes[2].note)
    state = watched.moments[2].state
    assert not state.pictures
    before = watched.moments[1].state.scene.find(SHIP).pose.pose
    assert state.scene.find(SHIP).pose.pose.x_mm - before.x_mm == pytest.approx(30.0, abs=6.0)


def test_a_photo_without_the_mat_is_refused_and_changes_nothing(evening):
    watched, _ = evening
    count = len(watched.moments)
    grey = cv2.imencode(".png", np.full((1200, 1600, 3), 90, np.uint8))[1].tobytes()
    outcome = watched.add(grey, "photo-4")
    assert "can't see the mat" in str(outcome.refused)
    assert len(watched.moments) == count


def test_other_rules_judge_the_present_moment_again(evening):
    watched, _ = evening
    count = len(watched.moments)
    rules = replace(TYPICAL.rules, contact_tolerance_mm=3.0)
    watched.table.use(replace(TYPICAL, rules=rules))
    watched.wait_for_moments(count + 1)
    assert watched.moments[-1].settings.rules.contact_tolerance_mm == 3.0
    assert watched.moments[-1].frame is watched.moments[count - 1].frame


def test_a_source_called_photos_is_no_camera():
    source = open_tag_source("photos", ("36h11",))
    assert isinstance(source, NoCamera)
    source.close()


def test_a_table_that_nothing_measures_says_so():
    result = Table(TYPICAL).take_photo(SCREEN, photo_of(TABLE, OTHER_SIDE))
    assert "nothing looks at this table" in str(result.refused)

"""Several cameras as one source: one that is lost, late or frozen is named, and the others go on."""

import cv2
import numpy as np
import pytest

from tableassist.capture import join_sources, split_sources
from tableassist.errors import SourceError
from tableassist.sources.supervised.joined_source import BEGINS_S, LATE_S, JoinedTagSource
from tableassist.sources.supervised.supervised_source import open_tag_source
from tableassist.sources.supervised.tag_source import CaptureHealth, CaptureState, Sight
from tableassist.vision.camera.frame import Frame

IMAGE = np.zeros((4, 4, 3), np.uint8)
SEEING = CaptureHealth(CaptureState.SEEING)


class Clock:
    """Goes on only when somebody waits."""

    now_s = 100.0

    def __call__(self):
        return self.now_s


class Camera:
    """Gives a picture every `every_s` of the clock, from `began_ns` on by its own time."""

    def __init__(self, clock, name, every_s=0.033, began_ns=0):
        self.clock, self.name, self.every_s, self.began_ns = clock, name, every_s, began_ns
        self.health = CaptureHealth(CaptureState.STARTING)
        self.is_on, self.number, self.next_s, self.families = True, 0, clock.now_s, ()
        self.is_closed = False

    def take(self, timeout_s):
        if self.is_on and self.next_s <= self.clock.now_s + timeout_s:
            self.clock.now_s = max(self.clock.now_s, self.next_s)
            self.next_s = max(self.next_s + self.every_s, self.clock.now_s)
            self.health, self.number = SEEING, self.number + 1
            t_ns = self.began_ns + round((self.clock.now_s - 100.0) * 1e9)
            return Sight(Frame(IMAGE, t_ns, self.number, self.name), ())
        self.clock.now_s += max(timeout_s, 0.001)
        return None

    def look_for(self, families):
        self.families = families

    def close(self):
        self.is_closed = True

    def lose(self, state=CaptureState.REOPENING):
        self.is_on, self.health = False, CaptureHealth(state, "gone")

    def come_back(self):
        self.is_on, self.next_s = True, self.clock.now_s


@pytest.fixture
def cameras():
    clock = Clock()
    return Camera(clock, "left"), Camera(clock, "right", every_s=0.05, began_ns=7_000_000_000)


@pytest.fixture
def joined(cameras):
    return JoinedTagSource(cameras, clock=cameras[0].clock)


def take(joined, count=1):
    sights = []
    while len(sights) < count:
        sight = joined.take(0.2)
        if sight is not None:
            sights.append(sight)
    return sights


def test_the_first_camera_gives_the_picture_and_the_other_goes_with_it(joined):
    sights = take(joined, 20)
    assert {sight.frame.camera for sight in sights} == {"left"}
    assert [other.frame.camera for other in sights[-1].others] == ["right"]
    assert (sights[-1].camera, sights[-1].others[0].camera) == (0, 1)
    assert joined.health == SEEING


def test_times_are_on_one_line_whichever_camera_gives_the_picture(joined, cameras):
    times = [sight.frame.t_ns for sight in take(joined, 10)]
    cameras[0].lose()
    times += [sight.frame.t_ns for sight in take(joined, 40)]
    cameras[0].come_back()
    times += [sight.frame.t_ns for sight in take(joined, 40)]
    assert times == sorted(set(times))
    assert times[-1] - times[0] < 10e9, "the second camera's own clock is seven seconds ahead"


@pytest.mark.parametrize("state", [CaptureState.REOPENING, CaptureState.STALLED, CaptureState.FROZEN])
@pytest.mark.parametrize("lost", [0, 1])
def test_a_camera_that_is_lost_is_named_and_takes_nothing_down(joined, cameras, lost, state):
    take(joined, 10)
    cameras[lost].lose(state)
    sights = take(joined, 10)
    assert {sight.frame.camera for sight in sights} == {cameras[1 - lost].name}
    assert all(not sight.others for sight in sights)
    health = joined.health
    assert health.can_judge
    assert str(health.words).startswith(f"{cameras[lost].name}: ")
    assert f"Judged by {cameras[1 - lost].name} alone" in str(health.words)
    cameras[lost].come_back()
    (*_, last) = take(joined, 10)
    assert last.frame.camera == "left"
    assert [other.frame.camera for other in last.others] == ["right"]
    assert joined.health == SEEING


def test_a_camera_that_is_late_is_left_out_and_named(joined, cameras):
    take(joined, 10)
    cameras[1].every_s = 3.0 * LATE_S
    cameras[1].next_s += 3.0 * LATE_S
    sights = take(joined, round(2.0 * LATE_S / 0.033))
    assert sights[0].others
    assert not sights[-1].others
    assert "right: its pictures come too late" in str(joined.health.words)


def test_time_in_which_nobody_asked_makes_no_camera_late(joined, cameras):
    take(joined, 10)
    cameras[0].clock.now_s += 20.0 * LATE_S
    sight = joined.take(0.2)
    assert sight.frame.camera == "left"
    assert [other.frame.camera for other in sight.others] == ["right"]


def test_a_first_camera_that_never_begins_is_not_waited_for_for_long(joined, cameras):
    cameras[0].is_on = False
    began_s = cameras[0].clock.now_s
    (sight,) = take(joined)
    assert sight.frame.camera == "right"
    assert cameras[0].clock.now_s - began_s < 2.0 * BEGINS_S
    assert "left: no picture yet" in str(joined.health.words)


def test_when_all_are_lost_it_says_so_and_when_all_have_ended_it_ends(joined, cameras):
    take(joined, 5)
    for camera in cameras:
        camera.lose()
    assert joined.take(0.2) is None
    assert joined.health.state is CaptureState.REOPENING
    for camera in cameras:
        camera.lose(CaptureState.ENDED)
    assert joined.take(0.2) is None
    assert joined.health.state is CaptureState.ENDED


def test_what_is_asked_of_it_is_asked_of_all(joined, cameras):
    joined.look_for(("16h5",))
    joined.close()
    assert all(camera.families == ("16h5",) and camera.is_closed for camera in cameras)


def test_two_of_one_name_are_told_apart():
    clock = Clock()
    joined = JoinedTagSource([Camera(clock, "film.mp4"), Camera(clock, "film.mp4")], clock=clock)
    assert joined.name == "film.mp4 (1), film.mp4 (2)"


def test_sources_are_written_as_one_text_and_split_again(tmp_path):
    text = join_sources(["camera:0", "http://10.0.0.7/video"])
    assert split_sources(text) == ("camera:0", "http://10.0.0.7/video")
    odd = tmp_path / "a + b.mp4"
    odd.touch()
    assert split_sources(str(odd)) == (str(odd),)
    with pytest.raises(SourceError, match="at most 4"):
        join_sources(["camera:0"] * 5)


def test_two_files_are_opened_as_the_sources_of_one_table(tmp_path):
    files = [tmp_path / "left.png", tmp_path / "right.png"]
    for file in files:
        cv2.imwrite(str(file), np.full((64, 64, 3), 128, np.uint8))
    source = open_tag_source(join_sources([str(file) for file in files]), ("36h11",))
    try:
        assert isinstance(source, JoinedTagSource)
    finally:
        source.close()

"""Views of the mat from a running camera: taken where it rests."""

from threading import Semaphore

import numpy as np

from tableassist.pipeline.fitting.mat_views import moved_px
from tableassist.setup.measure.survey_views import still_frames
from tableassist.vision.camera.frame import Frame
from tableassist.vision.tags.sighting import TagSighting

SQUARE = np.array([[0.0, 0.0], [40.0, 0.0], [40.0, 40.0], [0.0, 40.0]])


def sightings(at_px, tags=(0, 1, 2)):
    return tuple(TagSighting("36h11", tag, SQUARE + np.array([at_px + 100.0 * tag, 50.0]), 50.0, 0) for tag in tags)


class WalkingCamera:
    """Gives a frame only after the last one was looked at, so that none is dropped."""

    name, live = "camera:0", True

    def __init__(self, places):
        self.places = places
        self.number = 0
        self.looked = Semaphore(1)

    def read(self):
        self.looked.acquire()
        if self.number == len(self.places):
            return None
        self.number += 1
        return Frame(np.zeros((8, 8, 3), np.uint8), self.number, self.number - 1, self.name)

    def see(self, frame):
        seen = self.places[frame.number]
        self.looked.release()
        return seen

    def close(self):
        self.looked.release()


def taken(places):
    camera = WalkingCamera(places)
    return [frame.number for frame, _ in still_frames(camera, camera.see)]


def test_frames_are_taken_only_where_the_tags_rest():
    assert taken([sightings(x) for x in (0.0, 30.0, 60.0, 60.4, 60.2, 90.0, 120.0)]) == [3, 4]


def test_a_mat_with_too_few_tags_in_view_is_not_taken():
    assert taken([sightings(0.0, tags=(0, 1))] * 3) == []


def test_a_tag_that_comes_into_view_is_not_at_rest():
    assert taken([sightings(0.0), sightings(0.0, tags=(0, 1, 2, 3)), sightings(0.0, tags=(0, 1, 2, 3))]) == [2]


def test_how_far_tags_moved_is_their_mean_and_endless_for_new_ones():
    assert moved_px(sightings(3.0), sightings(0.0)) == 3.0
    assert moved_px(sightings(0.0), ()) == np.inf
    assert moved_px((), sightings(0.0)) == np.inf

"""Masts come off a ship that lies still, and her tag stays where it is: she is looked at again when she has changed."""

from dataclasses import replace

import numpy as np
import pytest

from tableassist.pipeline.hull_looks import MastContradiction, mast_contradictions
from tableassist.pipeline.step import first_state, step
from tableassist.sources import demo_settings, find_stage, stage_game
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedHand
from tableassist.studio.staging.table_faults import dismasted, on_pieces
from tableassist.vision.camera.frame import Frame
from tableassist.vision.hull.masts import MastSeen
from tableassist.vision.tags.detector import TagDetector

STAGE = find_stage("demo")
SETTINGS = demo_settings(STAGE)
TABLE = stage_game(SETTINGS).table_at(0.0)
DISMASTED = on_pieces(TABLE, {"titan": lambda ship: dismasted(ship, 2)})
SAME_NS = 300_000_000


class Watched:
    """The demo's set-up, then what a test puts there, frame by frame."""

    def __init__(self, between_ns=SAME_NS, every=1, first=0):
        self._studio, self._detector = Studio(STAGE.camera), TagDetector(SETTINGS.tag_families)
        self._between_ns, self._every, self._first = between_ns, every, first
        self._number, self._sightings = 0, None
        self.state = first_state(SETTINGS)
        self.see(TABLE)

    def see(self, table):
        image = self._studio.picture(table, np.random.default_rng(self._number))
        # Tags that are not covered are read as before: nothing about her place has changed.
        self._sightings = self._sightings or self._detector.detect(image)
        number = self._first + self._number * self._every
        frame = Frame(image, self._number * self._between_ns, number, "studio")
        self.state = step(self.state, frame, SETTINGS, lambda _: self._sightings)
        self._number += 1
        return mast_contradictions(self.state.fits, SETTINGS.state)


def test_a_mast_taken_off_a_ship_at_rest_is_noticed_once_she_looks_the_same_for_a_while():
    watched = Watched()
    assert watched.see(DISMASTED) == ()
    watched.see(DISMASTED)
    assert watched.see(DISMASTED) == (MastContradiction("titan", 2, MastSeen.GONE),)


@pytest.mark.parametrize(("every", "first"), [(1, 0), (3, 0), (3, 1), (3, 2)])
def test_a_mast_that_is_off_is_noticed_by_a_fast_camera_also_when_frames_are_left_out(every, first):
    watched = Watched(between_ns=40_000_000, every=every, first=first)
    for _ in range(12):
        told = watched.see(DISMASTED)
    assert told == (MastContradiction("titan", 2, MastSeen.GONE),)


def test_the_ship_lies_where_she_lay_when_she_is_looked_at_again():
    watched = Watched()
    before = watched.state.fits["titan"].pose.pose
    for _ in range(4):
        watched.see(DISMASTED)
    after = watched.state.fits["titan"].pose.pose
    assert (after.x_mm, after.y_mm) == pytest.approx((before.x_mm, before.y_mm), abs=0.02)
    assert not any(each.moving for each in watched.state.tracks.tracks.values())


def test_nothing_is_said_of_her_masts_while_a_hand_moves_before_her():
    watched = Watched()
    for _ in range(3):
        watched.see(DISMASTED)
    pose = next(each.pose for each in TABLE.pieces if each.piece.id == "titan")
    for back in (0.0, 12.0, 24.0):
        hand = StagedHand(pose.x_mm, pose.y_mm + back, 180.0)
        assert watched.see(replace(DISMASTED, hands=(hand,))) == ()
    watched.see(DISMASTED)
    watched.see(DISMASTED)
    assert watched.see(DISMASTED) == (MastContradiction("titan", 2, MastSeen.GONE),)


def test_a_ship_that_looks_the_same_keeps_her_look():
    watched = Watched()
    looked = watched.state.fits["titan"].hull
    watched.see(TABLE)
    assert watched.state.fits["titan"].hull is looked

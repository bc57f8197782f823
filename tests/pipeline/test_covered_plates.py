"""A wake plate that the detector does not read is found from where the flag has the ship."""

from dataclasses import replace

import numpy as np
import pytest

from bench import staging
from bench.docking import Shipyard
from tableassist.geometry.frames import ImagePoints, PlanarPose
from tableassist.pipeline.measure import measure
from tableassist.pipeline.step import first_state
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece, StagedRig
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of

PLACE = PlanarPose(430.0, 480.0, 0.6)
LEAN_RAD = 0.012
"""0.7 degrees: a flag 57 mm up is 0.7 mm off."""


@pytest.fixture(scope="module")
def table():
    view, (known, _) = staging.camera("1080p", 30.0, -90.0, 0.0), Shipyard(np.random.default_rng(3)).ship("ship")
    staged = [StagedPiece(known, PLACE, rig=StagedRig(roll_rad=LEAN_RAD, pitch_rad=-LEAN_RAD))]
    image = Studio(view, Look()).picture(staging.table(staged), np.random.default_rng(4))
    camera = CameraProfile("bench", staging.lens_of(view))
    settings = TableSettings("bench", staging.mat_layout(), camera, (known,), RuleSettings(), state_of((known,)))
    plate = min(known.mounts, key=lambda mount: mount.z_mm)
    sightings = TagDetector(("36h11",)).detect(image)
    assert plate.tag in {sighting.tag for sighting in sightings}
    return image, settings, tuple(sighting for sighting in sightings if sighting.tag != plate.tag), plate.tag


def judge(table, sightings, before=None, *, number=0, image=None):
    frame = Frame(table[0] if image is None else image, number, number * 300_000_000, "test")
    return measure(frame, sightings, table[1], before or first_state(table[1]))


def test_plate_is_found_and_the_ship_placed_by_both_tags(table):
    fit = judge(table, table[2]).fits["ship"]
    assert table[3] in fit.pose.tags
    assert np.hypot(fit.pose.pose.x_mm - PLACE.x_mm, fit.pose.pose.y_mm - PLACE.y_mm) < 0.15
    assert fit.pose.sigma_mm < 0.3


def test_without_the_plate_in_the_picture_the_flag_alone_places_her(table):
    image = table[0].copy()
    seen = TagDetector(("36h11",)).detect(image)
    corners = next(np.asarray(sighting.corners) for sighting in seen if sighting.tag == table[3])
    (left, top), (right, bottom) = (corners.min(axis=0) - 4).astype(int), (corners.max(axis=0) + 5).astype(int)
    image[top:bottom, left:right] = image[top - 30, left - 30]
    fit = judge(table, table[2], image=image).fits["ship"]
    assert fit.covered == ()
    assert table[3] not in fit.pose.tags
    assert fit.pose.sigma_mm > 0.3


def test_plate_is_not_searched_for_again_while_the_flag_stays(table):
    first = judge(table, table[2])
    wobble = tuple(replace(each, corners=ImagePoints(np.asarray(each.corners) + 0.05)) for each in table[2])
    blind = np.zeros_like(table[0])
    second = judge(table, wobble, first, number=1, image=blind)
    assert second.fits["ship"].covered is first.fits["ship"].covered
    assert table[3] in second.fits["ship"].pose.tags


def test_plate_that_is_read_is_not_searched_for(table):
    assert judge(table, TagDetector(("36h11",)).detect(table[0])).fits["ship"].covered is None

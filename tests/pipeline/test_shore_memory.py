"""Rims of islands are measured while nothing hides them, and kept for the contacts that come later."""

from dataclasses import replace

import numpy as np
import pytest

from bench import staging
from bench.docking import Shipyard
from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.measure import measure
from tableassist.pipeline.step import first_state
from tableassist.pipeline.table_settings import TableSettings
from tableassist.rulebook.editions.settings import RuleSettings
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.vision.camera.frame import Frame
from tableassist.vision.camera.profile import CameraProfile
from tableassist.vision.tags.detector import TagDetector
from tests.table_states import state_of

FRAME_NS = 300_000_000


@pytest.fixture(scope="module")
def table():
    """Two islands; a ship lies close to the second."""
    view, yard = staging.camera("1080p", 30.0, -90.0, 0.0), Shipyard(np.random.default_rng(3))
    pieces = [yard.island("free"), yard.island("visited"), yard.ship("ship")]
    places = [PlanarPose(250.0, 300.0, 0.0), PlanarPose(650.0, 600.0, 1.0), PlanarPose(650.0, 545.0, 0.0)]
    staged = [StagedPiece(true, place) for (_, true), place in zip(pieces, places, strict=True)]
    image = Studio(view, Look()).picture(staging.table(staged), np.random.default_rng(4))
    known = tuple(piece for piece, _ in pieces)
    camera = CameraProfile("bench", staging.lens_of(view))
    settings = TableSettings("bench", staging.mat_layout(), camera, known, RuleSettings(), state_of(known))
    return image, settings, TagDetector(("36h11",)).detect(image)


def states(table, count):
    image, settings, sightings = table
    state = first_state(settings)
    for number in range(count):
        state = measure(Frame(image, number, number * FRAME_NS, "test"), sightings, settings, state)
        yield state


def test_an_island_is_remembered_while_no_ship_is_beside_it(table):
    *_, last = states(table, 5)
    assert set(last.shores) == {"free"}


def test_a_single_picture_remembers_nothing(table):
    (first,) = states(table, 1)
    assert not first.shores


def test_a_frame_without_the_mat_does_not_make_it_forget(table):
    image, settings, _ = table
    *_, last = states(table, 5)
    blind = measure(Frame(image, 5, 5 * FRAME_NS, "test"), (), settings, last)
    assert blind.registration is None
    assert blind.shores is last.shores


def test_an_island_with_another_outline_is_measured_again(table):
    image, settings, sightings = table
    *_, last = states(table, 5)
    other = tuple(replace(piece, name="Tortuga") if piece.id == "free" else piece for piece in settings.pieces)
    changed = replace(settings, pieces=other)
    state = measure(Frame(image, 5, 5 * FRAME_NS, "test"), sightings, changed, last)
    for number in range(6, 9):
        state = measure(Frame(image, number, number * FRAME_NS, "test"), sightings, changed, state)
    assert state.shores["free"] is not last.shores["free"]
    assert state.shores["free"].piece is other[0]

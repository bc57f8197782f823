"""Ships fitted out on the jig, then in play: a hull of other colours under a plate is told, the right one is not."""

import math
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tableassist.geometry.frames import PlanarPose
from tableassist.pipeline.step import first_state, step
from tableassist.store.table import read_table
from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import Studio
from tableassist.studio.stages import stage_named
from tableassist.studio.staging.staged_table import StagedPiece, StagedTable
from tableassist.studio.staging.table_faults import with_plates_swapped
from tableassist.vision.camera.frame import Frame
from tableassist.vision.mounts.jig import A4_JIG
from tableassist.vision.mounts.views import bow_x_mm
from tableassist.vision.tags.reader import TagReader
from tests.cli.test_mount import run, table_text
from tests.studio.staged_jig import StagedJig, set_on_jig

RAVEN = """
[[pieces]]
id = "raven"
name = "Raven"
model = "three-mast"
owner = "B"
tags = [{ tag = 22, size_mm = 18.0, mount = "flag", x_mm = -20.5, y_mm = 0.0, z_mm = 60.0 }]
"""
PLAYERS = '\n[[players]]\nname = "A"\n\n[[players]]\nname = "B"\n'
LAMP, OTHER_LAMP = Look(), Look(light_azimuth_deg=20.0, light_elevation_deg=45.0, brightness=0.8)
SHIPS = ("oxley", "raven")


@cache
def studio(y_mm, off_vertical_deg, look):
    view = StudioCamera.looking_at((457.5, y_mm, 0.0), distance_mm=800.0, off_vertical_deg=off_vertical_deg)
    eye = stage_named("demo").camera
    return Studio(replace(eye, camera_from_mat=view.camera_from_mat, translation_mm=view.translation_mm), look)


@pytest.fixture(scope="module")
def fitted(tmp_path_factory):
    """The settings after both ships were fitted out, in two directions each; A's and B's hulls differ in colour."""
    folder = tmp_path_factory.mktemp("jig")
    table = folder / "table.toml"
    owned = table_text().replace('name = "HMS Oxley"', 'name = "HMS Oxley"\nowner = "A"')
    table.write_text(owned + RAVEN + PLAYERS, "utf-8")
    sheet, rng, eye = StagedJig(A4_JIG, 330.0, 360.0), np.random.default_rng(3), studio(455.0, 30.0, LAMP)
    settings = read_table(table)
    for ship in (piece for piece in settings.pieces if piece.id in SHIPS):
        for slot in (A4_JIG.slots[0], A4_JIG.slots[2]):
            down = set_on_jig(ship, bow_x_mm(ship.model), sheet, slot)
            picture = eye.picture(StagedTable(settings.mat, (down,), laid=(sheet,)), rng)
            cv2.imwrite(str(folder / f"{ship.id}{slot.name}.png"), picture)
    code, words = run(folder, table, *SHIPS, directions=2)
    assert code == 0, words
    return read_table(table)


def played(settings, *, swapped):
    """What is said about a table with both ships at rest, under another lamp."""
    oxley, raven = (next(piece for piece in settings.pieces if piece.id == ship) for ship in SHIPS)
    staged = (
        StagedPiece(oxley, PlanarPose(380.0, 420.0, 0.4)),
        StagedPiece(raven, PlanarPose(540.0, 500.0, math.radians(200.0))),
    )
    pieces = with_plates_swapped(*staged) if swapped else staged
    image = studio(457.5, 12.0, OTHER_LAMP).picture(StagedTable(settings.mat, pieces), np.random.default_rng(4))
    return step(first_state(settings), Frame(image, 0, 0, "test"), settings, TagReader(("36h11",)).read)


def test_the_right_hulls_are_compared_and_not_doubted(fitted):
    state = played(fitted, swapped=False)
    assert all(state.fits[ship].hull.look.colours_off < 0.9 for ship in SHIPS)
    assert not any("another ship" in str(warning) for warning in state.warnings)


def test_hulls_of_one_model_under_each_others_plates_are_told_by_their_colours(fitted):
    state = played(fitted, swapped=True)
    warnings = [str(warning) for warning in state.warnings]
    assert "HMS Oxley seems to have its plate on another ship: the one under it looks like Raven" in warnings
    assert "Raven seems to have its plate on another ship: the one under it looks like HMS Oxley" in warnings


def test_without_kept_colours_nothing_is_compared(fitted):
    bare = replace(fitted, pieces=tuple(replace(piece, hull_colours=()) for piece in fitted.pieces))
    state = played(bare, swapped=True)
    assert all(state.fits[ship].hull.look.colours_off is None for ship in SHIPS)
    assert not any("another ship" in str(warning) for warning in state.warnings)

"""The gap where two pieces meet, by the studio's picture: the truth is the distance between the staged outlines."""

import math
from dataclasses import replace

import numpy as np
import pytest

from bench import staging
from bench.docking import at_gap, hull_at, model
from tableassist.geometry.frames import PlanarPose
from tableassist.pieces import Piece
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.studio.surfaces.faces import fleet_colours
from tableassist.vision.contact.look import BEHIND, COVERED, look_at_contact
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector

GAPS_MM = (0.0, 0.5, 1.5, 3.0)
PLACES = [(200.0 + 170.0 * column, 260.0 + 380.0 * row) for row in (0, 1) for column in range(4)]
BARE = replace(model("three-mast"), masts=(), bowsprit=(), parts=())
"""A hull without rig: nothing hides her foot."""
ISLAND = replace(model("printed-island-round"), suggested_mounts=())


@pytest.fixture(scope="module")
def scene():
    """Ships at known gaps: in the first row bow towards the camera and an island before it, in the second bow away."""
    view = staging.camera("1080p", 30.0, -90.0, 0.0)
    staged, pairs = [], []
    for number, (x, y) in enumerate(PLACES):
        gap, towards = GAPS_MM[number % 4], math.pi / 2 if number < 4 else -math.pi / 2
        island = Piece(f"island-{number}", "island", ISLAND, None, (), ())
        ship = Piece(f"ship-{number}", "ship", BARE, "A" if number % 2 else "B", (), ())
        at = PlanarPose(x, y, 0.4 * number)
        heading = towards + math.pi + 0.2
        pose = at_gap(BARE.hull, heading, hull_at(ISLAND.hull, at), (x, y), towards, gap)
        staged += [StagedPiece(island, at), StagedPiece(ship, pose)]
        pairs.append(((ship, pose, ()), (island, at, ()), gap))
    image = Studio(view, Look()).picture(staging.table(staged), np.random.default_rng(5))
    registration = register(TagDetector(("36h11",)).detect(image), staging.mat_layout(), staging.lens_of(view))
    return image, registration, pairs


def shifted(neighbour, x_mm, y_mm):
    piece, pose, standing = neighbour
    return piece, replace(pose, x_mm=pose.x_mm + x_mm, y_mm=pose.y_mm + y_mm), standing


def test_gaps_on_the_camera_s_side_are_measured_though_the_poses_are_off(scene):
    """Some looks cannot tell; those that can are right, and most can."""
    image, registration, pairs = scene
    rng = np.random.default_rng(8)
    looks = [
        (look_at_contact(image, registration, shifted(ship, *rng.normal(0.0, 0.25, 2)), island), gap)
        for ship, island, gap in 4 * pairs[:4]
    ]
    measured = [(look, gap) for look, gap in looks if look.cannot_tell is None]
    assert len(measured) >= 0.7 * len(looks)
    for look, gap in measured:
        assert look.sigma_mm < 0.7
        assert abs(look.gap_mm - gap) < 3.0 * look.sigma_mm


def test_a_docked_ship_and_one_three_millimetres_off_are_told_apart(scene):
    image, registration, pairs = scene
    docked, off = (look_at_contact(image, registration, *pairs[number][:2]) for number in (0, 3))
    assert docked.gap_mm + 2.5 * docked.sigma_mm < 1.5 < off.gap_mm - 2.5 * off.sigma_mm


def test_a_hull_that_stands_before_the_place_hides_it(scene):
    image, registration, pairs = scene
    for ship, island, _ in pairs[4:]:
        assert look_at_contact(image, registration, ship, island).cannot_tell == BEHIND


def test_a_piece_in_front_of_the_place_hides_it(scene):
    image, registration, pairs = scene
    ship, island, _ = pairs[0]
    x, y = (ship[1].x_mm + island[1].x_mm) / 2, (ship[1].y_mm + island[1].y_mm) / 2
    tower = Piece("tower", "tower", replace(model("fort"), suggested_mounts=()), None, (), ())
    look = look_at_contact(image, registration, ship, island, [(tower, PlanarPose(x, y, 0.0), ())])
    assert look.cannot_tell == COVERED


def test_a_ship_painted_like_the_mat_is_not_measured():
    view = staging.camera("1080p", 30.0, -90.0, 0.0)
    sea = (110.0, 70.0, 22.0)
    painted = replace(fleet_colours("A"), hull=sea, deck=sea, rail=sea)
    at, x, y = PlanarPose(450.0, 450.0, 0.0), 450.0, 450.0
    pose = at_gap(BARE.hull, -math.pi / 2, hull_at(ISLAND.hull, at), (x, y), math.pi / 2, 0.5)
    ship, island = Piece("ship", "ship", BARE, "A", (), ()), Piece("island", "island", ISLAND, None, (), ())
    staged = [StagedPiece(island, at), StagedPiece(ship, pose, colours=painted)]
    image = Studio(view, Look()).picture(staging.table(staged), np.random.default_rng(2))
    registration = register(TagDetector(("36h11",)).detect(image), staging.mat_layout(), staging.lens_of(view))
    look = look_at_contact(image, registration, (ship, pose, ()), (island, at, ()))
    assert look.cannot_tell is not None

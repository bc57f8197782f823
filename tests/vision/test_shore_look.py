"""The cut edge of a printed island beside a contact, by the studio's picture: the truth is the staged outline."""

import math
from dataclasses import replace

import numpy as np
import pytest
from shapely import Polygon
from shapely.geometry.polygon import orient

from bench import staging
from bench.docking import model
from tableassist.geometry.planar_pose import PlanarPose
from tableassist.pieces.piece import Piece
from tableassist.scene.seen_gap import SeenGap, combine_gap
from tableassist.studio.optics.look import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.vision.contact.shore import look_at_shore
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector

NOMINAL = replace(model("printed-island-round"), suggested_mounts=())
CUTS_MM = (-0.6, 0.0, 0.6)
"""How far outside its line each island was cut."""
PLACES = ((250.0, 300.0), (460.0, 450.0), (680.0, 620.0))


def island(number, hull):
    return Piece(f"island-{number}", "island", replace(NOMINAL, hull=hull), None, (), ())


@pytest.fixture(scope="module")
def scene():
    view = staging.camera("1080p", 30.0, -90.0, 0.0)
    staged, known = [], []
    for number, (cut, (x, y)) in enumerate(zip(CUTS_MM, PLACES, strict=True)):
        ring = orient(Polygon(NOMINAL.hull).buffer(cut)).exterior.coords[:-1]
        pose = PlanarPose(x, y, 0.7 * number)
        staged.append(StagedPiece(island(number, tuple(ring)), pose))
        known.append((island(number, NOMINAL.hull), pose, ()))
    image = Studio(view, Look()).picture(staging.table(staged), np.random.default_rng(5))
    registration = register(TagDetector(("36h11",)).detect(image), staging.mat_layout(), staging.lens_of(view))
    return image, registration, known


def squares(registration):
    return [registration.lens.project(registration.pose.into_camera(mat_tag_corners(t))) for t in mat_tags()]


def mat_tags():
    return staging.mat_layout().tags


def rim_point(neighbour, angle):
    piece, pose, _ = neighbour
    far = Polygon(piece.model.hull).exterior
    corners = np.asarray(pose.place(np.array(far.coords)))
    towards = np.array([math.cos(angle), math.sin(angle)])
    return corners[np.argmax((corners - (pose.x_mm, pose.y_mm)) @ towards)]


@pytest.mark.parametrize("number", range(3))
def test_an_edge_cut_beside_its_line_is_measured_there(scene, number):
    image, registration, known = scene
    for angle in (0.3, 2.2, 4.4):
        look = look_at_shore(
            image, registration, known[number], rim_point(known[number], angle), (), squares(registration)
        )
        assert look is not None
        assert look.sigma_mm < 0.15
        assert abs(look.offset_mm - CUTS_MM[number]) < 3.0 * look.sigma_mm


def test_a_ship_over_the_whole_edge_leaves_nothing_to_measure(scene):
    image, registration, known = scene
    contact = rim_point(known[1], 0.3)
    fort = Piece("fort", "fort", replace(model("fort"), suggested_mounts=()), None, (), ())
    over = (fort, PlanarPose(float(contact[0]), float(contact[1]), 0.0), ())
    assert look_at_shore(image, registration, known[1], contact, (over,), squares(registration)) is None


def test_a_measured_shore_takes_the_place_of_the_outline_in_the_gap():
    seen = SeenGap("island", None, None, 0.0, 0.0, shore_mm=0.4, shore_sigma_mm=0.1)
    combined = combine_gap(1.0, 0.5, seen, shore_outline_sigma_mm=0.3)
    assert combined.mm == pytest.approx(0.6)
    assert combined.sigma_mm == pytest.approx(math.sqrt(0.5**2 - 0.3**2 + 0.1**2))

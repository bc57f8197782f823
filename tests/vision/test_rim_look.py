"""Edges of pieces at a contact, by what the studio's picture shows of their rims: the truth is what was staged."""

import math
from dataclasses import replace

import numpy as np
import pytest
from shapely import Polygon
from shapely.geometry.polygon import orient

from bench import staging
from bench.docking import model
from tableassist.geometry.frames import MatPoints, PlanarPose
from tableassist.pieces import Piece
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.seen_gap import GapVariance, SeenGap, combine_gap
from tableassist.studio.optics import Look
from tableassist.studio.rendering.render import Studio
from tableassist.studio.staging.staged_table import StagedPiece
from tableassist.vision.contact.rim import look_at_rim, place_covariance, remember_rim
from tableassist.vision.registration.mat_view import mat_tag_corners
from tableassist.vision.registration.registration import register
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.tone import measure_tone

NOMINAL = replace(model("printed-island-round"), suggested_mounts=())
CUTS_MM = (-0.6, 0.0, 0.6)
"""How far outside its line each island was cut."""
PLACES = ((250.0, 300.0), (460.0, 450.0), (680.0, 620.0))


def island(number, hull, cut_line=()):
    return Piece(f"island-{number}", "island", replace(NOMINAL, hull=hull, cut_line=cut_line), None, (), ())


@pytest.fixture(scope="module")
def scene():
    view = staging.camera("1080p", 30.0, -90.0, 0.0)
    staged, known = [], []
    for number, (cut, (x, y)) in enumerate(zip(CUTS_MM, PLACES, strict=True)):
        ring = orient(Polygon(NOMINAL.hull).buffer(cut)).exterior.coords[:-1]
        pose = PlanarPose(x, y, 0.7 * number)
        staged.append(StagedPiece(island(number, tuple(ring), NOMINAL.hull), pose))
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


def pose_of(neighbour, sigma_mm):
    own = np.diag([sigma_mm**2, sigma_mm**2, 1e-6])
    return PiecePose(neighbour[1], own, np.zeros((3, 0)), 0, (), 0.0)


def look(scene, number, contact, others=(), memory=None):
    image, registration, known = scene
    tone = measure_tone(image, squares(registration))
    piece = known[number]
    outward = contact - np.array([piece[1].x_mm, piece[1].y_mm])
    normal = outward / np.hypot(*outward)
    return look_at_rim(image, registration, piece, pose_of(piece, 0.05), contact, normal, others, tone, memory)


def fort_at(contact):
    fort = Piece("fort", "fort", replace(model("fort"), suggested_mounts=()), None, (), ())
    return fort, PlanarPose(float(contact[0]), float(contact[1]), 0.0), ()


@pytest.mark.parametrize("number", range(3))
def test_an_edge_cut_beside_its_line_is_measured_there(scene, number):
    for angle in (0.3, 2.2, 4.4):
        seen = look(scene, number, rim_point(scene[2][number], angle))
        assert seen.sigma_mm < 0.15
        assert abs(seen.offset_mm - CUTS_MM[number]) < 3.0 * seen.sigma_mm


def test_an_edge_hidden_at_the_contact_is_carried_on_from_beside_it_with_more_sigma(scene):
    contact = rim_point(scene[2][2], 0.3)
    plain, hidden = look(scene, 2, contact), look(scene, 2, contact, (fort_at(contact),))
    assert hidden.sigma_mm > 1.3 * plain.sigma_mm
    assert abs(hidden.offset_mm - CUTS_MM[2]) < 3.0 * hidden.sigma_mm


@pytest.mark.parametrize("number", range(3))
def test_a_cut_seen_before_it_was_hidden_is_known_at_the_contact(scene, number):
    image, registration, known = scene
    tone, piece = measure_tone(image, squares(registration)), known[number]
    memory = remember_rim(image, registration, piece, pose_of(piece, 0.05), (), tone)
    contact = rim_point(piece, 0.3)
    hidden = look(scene, number, contact, (fort_at(contact),))
    remembered = look(scene, number, contact, (fort_at(contact),), memory)
    assert remembered.sigma_mm < 0.75 * hidden.sigma_mm
    assert abs(remembered.offset_mm - CUTS_MM[number]) < 3.0 * remembered.sigma_mm


def test_a_memory_of_another_outline_does_not_count(scene):
    image, registration, known = scene
    tone = measure_tone(image, squares(registration))
    memory = remember_rim(image, registration, known[0], pose_of(known[0], 0.05), (), tone)
    contact = rim_point(known[2], 0.3)
    assert look(scene, 2, contact, memory=memory) == look(scene, 2, contact)


def test_an_edge_outside_the_picture_leaves_nothing_to_measure(scene):
    image, registration, known = scene
    piece = (known[0][0], PlanarPose(5000.0, 5000.0, 0.0), ())
    contact, tone = rim_point(piece, 0.3), measure_tone(image, squares(registration))
    assert (
        look_at_rim(image, registration, piece, pose_of(piece, 0.05), contact, np.array([1.0, 0.0]), (), tone) is None
    )


@pytest.fixture(scope="module")
def ship():
    """A ship under a camera 30 degrees off the vertical; her bow points along x."""
    view = staging.camera("1080p", 30.0, -90.0, 0.0)
    hull = replace(model("two-mast"), suggested_mounts=(), sigma_mm=0.18)
    piece = Piece("titan", "Titan", hull, "A", (), ())
    pose = PlanarPose(460.0, 450.0, 0.0)
    image = Studio(view, Look()).picture(staging.table([StagedPiece(piece, pose)]), np.random.default_rng(6))
    registration = register(TagDetector(("36h11",)).detect(image), staging.mat_layout(), staging.lens_of(view))
    return image, registration, piece, pose


@pytest.mark.parametrize("off_mm", [-0.6, 0.0, 0.6])
def test_a_hull_beside_her_measured_place_is_found_by_her_edges(ship, off_mm):
    """Poses are good to 0.5 mm here; across the hull both sides are in view."""
    image, registration, piece, pose = ship
    measured = (piece, PlanarPose(pose.x_mm, pose.y_mm - off_mm, 0.0), range(1, 3))
    contact = np.array([pose.x_mm, measured[1].y_mm + max(y for _, y in piece.model.hull)])
    tone = measure_tone(image, squares(registration))
    normal = np.array([0.0, 1.0])
    seen = look_at_rim(image, registration, measured, pose_of(measured, 0.5), contact, normal, (), tone)
    assert seen.sigma_mm < 0.35
    assert abs(seen.offset_mm - off_mm) < 2.5 * seen.sigma_mm


def test_a_measured_edge_takes_the_place_of_pose_and_outline_in_the_gap():
    seen = SeenGap("island", None, None, 0.0, 0.0, 0.1, 0.2, 0.4, 0.1)
    combined = combine_gap(1.0, GapVariance(0.3, 0.2, 0.01), seen)
    assert combined.mm == pytest.approx(0.5)
    assert combined.sigma_mm == pytest.approx(math.hypot(0.2, 0.1))


def test_an_edge_measured_alone_leaves_the_other_piece_and_the_camera_as_they_are():
    seen = SeenGap("island", None, None, 0.0, 0.0, other_edge_mm=0.4, other_edge_sigma_mm=0.1)
    combined = combine_gap(1.0, GapVariance(0.3, 0.2, 0.01), seen)
    assert combined.mm == pytest.approx(0.6)
    assert combined.sigma_mm == pytest.approx(math.sqrt(0.3 + 0.1**2 + 0.01))


def test_what_a_pose_owes_to_the_camera_as_the_mat_does_is_not_seen_at_the_edge(scene):
    """A card's pose moves with the mat under it: in the picture it stays where it is."""
    registration, piece = scene[1], scene[2][1]
    x, y = piece[1].x_mm, piece[1].y_mm
    pixels = registration.image_from_mat(MatPoints(np.array([(x, y), (x + 1.0, y)])))
    columns = []
    for column in range(registration.pose_factor.shape[1]):
        moved = registration.pose.moved(registration.pose_factor[:, column])
        lens = registration.lens.shifted(registration.lens_factor[:, column])
        ends = np.asarray(moved.onto_height(lens.normalise(pixels), np.asarray(0.0)))
        columns.append((*(ends[0] - (x, y)), (ends[1] - ends[0])[1]))
    pose = PiecePose(piece[1], np.zeros((3, 3)), np.array(columns).T, 0, (), 0.0)
    known, seen = (np.sqrt(np.diag(each)[:2]) for each in (pose.covariance, place_covariance(registration, pose)))
    assert (seen < 0.02 * known).all()

"""Measuring: what is caught, how long it is, and that the plus-minus is true."""

import math

import numpy as np
import pytest
from demo_moment import demo_moment
from made_up_table import FakeTable
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication

from tableassist.geometry.frames import PlanarPose
from tableassist.overlay.drawing import Ink
from tableassist.rulebook.editions.terms import RULERS
from tableassist.rulebook.scene import Scene
from tableassist.scene.piece_pose import PiecePose
from tableassist.scene.placed_piece import PlacedPiece
from tableassist.ui.canvas.zoom_view import ToolPoint
from tableassist.ui.session.session import Session
from tableassist.ui.tools.measure import MeasurePanel, MeasureTool
from tableassist.ui.tools.measure_points import (
    MeasurePoint,
    SnapKind,
    and_a_bit,
    in_lengths,
    measured_gap,
    measured_path,
    piece_under,
    snapped,
)
from tableassist.vision.localisation.localise import localise
from tableassist.vision.tags.noise import corner_covariance
from tableassist.vision.tags.sighting import TagSighting

BARS = RULERS["bars"]


def state():
    return demo_moment("blocked").state


def ship(name="harbinger"):
    return state().scene.find(name)


def free(x, y):
    return MeasurePoint(SnapKind.FREE, (x, y))


def test_a_mast_is_caught_before_an_edge_and_an_edge_before_the_sea():
    scene, x, y = state().scene, *ship().mast_centre(2)
    caught = snapped(x + 1.0, y, scene, reach_mm=8.0)
    assert (caught.kind, caught.piece, caught.number) == (SnapKind.MAST, "harbinger", 2)
    assert caught.words(scene) == "Harbinger, mast 2"
    assert snapped(60.0, 800.0, scene, reach_mm=8.0) == free(60.0, 800.0)


def test_a_bow_is_caught():
    placed = ship()
    bow = placed.pose.pose.place_one(*max(placed.piece.model.hull))
    assert snapped(bow[0], bow[1], state().scene, reach_mm=3.0).kind is SnapKind.BOW


def test_an_islands_edge_is_caught_at_its_nearest_point():
    scene, island = state().scene, ship("skull-island")
    from shapely import Point

    corner = np.asarray(island.hull_points)[3]
    away = corner - (island.pose.pose.x_mm, island.pose.pose.y_mm)
    pointer = corner + 4.0 * away / np.linalg.norm(away)
    caught = snapped(*pointer, scene, reach_mm=8.0)
    assert (caught.kind, caught.piece) == (SnapKind.EDGE, "skull-island")
    assert math.dist(caught.place(scene), pointer) == pytest.approx(island.hull.distance(Point(pointer)))


def test_what_was_caught_moves_with_its_piece():
    scene, placed = state().scene, ship()
    caught = snapped(*placed.mast_centre(1), scene, reach_mm=5.0)
    pose = PlanarPose(100.0, 200.0, math.pi / 2)
    moved = PlacedPiece(placed.piece, PiecePose(pose, placed.pose.own, placed.pose.shared, 0, (), 0.0), 0.0, (1,))
    x, y = placed.piece.model.upright_place(1)
    assert caught.place(Scene((moved,), (), scene.state)) == pytest.approx((100.0 - y, 200.0 + x))
    assert caught.place(Scene((), (), scene.state)) is None


def test_a_path_has_legs_and_their_sum():
    points = (free(100.0, 100.0), free(130.0, 140.0), free(130.0, 200.0))
    measured = measured_path(points, state().scene, state().registration)
    assert [leg.mm for leg in measured.legs] == pytest.approx([50.0, 60.0])
    assert measured.mm == pytest.approx(110.0)
    assert measured_path(points[:1], state().scene, state().registration) is None


def test_there_and_back_shares_its_error():
    """The same leg twice is wrong the same way twice, so its plus-minus doubles; two different ones share less."""
    one, two = MeasurePoint(SnapKind.BOW, (20.0, 0.0), "harbinger"), MeasurePoint(SnapKind.BOW, (20.0, 0.0), "oxley")
    once, twice = (measured_path(p, state().scene, state().registration) for p in ((one, two), (one, two, one)))
    assert twice.sigma_mm == pytest.approx(2 * once.sigma_mm)


def test_the_cameras_error_cancels_between_two_points_of_the_mat():
    """Two points side by side are wrong alike: only the pointing is left, half a pixel each way."""
    registration = state().registration
    near = measured_path((free(450.0, 450.0), free(450.5, 450.0)), state().scene, registration)
    px = np.diff(np.asarray(registration.image_from_mat(np.array([[450.0, 450.0], [451.0, 450.0]]))), axis=0)
    assert near.sigma_mm == pytest.approx(math.sqrt(2) * 0.5 / np.linalg.norm(px), rel=0.03)


def test_a_ships_own_length_does_not_depend_on_where_she_lies():
    points = [MeasurePoint(SnapKind.EDGE, each, "harbinger") for each in ((-20.0, 0.0), (20.0, 0.0))]
    measured = measured_path(points, state().scene, state().registration)
    assert measured.mm == pytest.approx(40.0)
    assert measured.sigma_mm == pytest.approx(math.sqrt(2) * ship().piece.model.sigma_mm)


def seen_tags(piece, true_pose, camera, lens, rng):
    """Where the tags of a piece truly fall in the picture: each mount off by its sigmas, each corner by its noise."""
    sightings = []
    for mount in piece.mounts:
        x, y, z, yaw = (mount.x_mm, mount.y_mm, mount.z_mm, mount.yaw_rad) + rng.normal(size=4) * (
            mount.sigma_xy_mm, mount.sigma_xy_mm, mount.sigma_z_mm, mount.sigma_yaw_rad,
        )  # fmt: skip
        half = mount.size_mm / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        c, s = math.cos(yaw), math.sin(yaw)
        corners = square @ np.array([[c, s], [-s, c]]) + (x, y)
        c, s = math.cos(true_pose.heading_rad), math.sin(true_pose.heading_rad)
        on_mat = corners @ np.array([[c, s], [-s, c]]) + (true_pose.x_mm, true_pose.y_mm)
        px = lens.project(camera.into_camera(np.column_stack([on_mat, np.full(4, z)])))
        noise = rng.multivariate_normal(np.zeros(8), corner_covariance(px)).reshape(4, 2)
        sightings.append(TagSighting(mount.family, mount.tag, px + noise, 80.0, 0))
    return tuple(sightings)


def test_stated_interval_holds_the_true_length():
    """From a mast to a point of the mat and on to another ship, seen by a camera that stands elsewhere than the
    registration says: 99 % of the stated intervals hold the truth, and they are no wider than they need be."""
    registration, scene, rng = state().registration, state().scene, np.random.default_rng(7)
    pieces, poses = zip(*((ship(n).piece, ship(n).pose.pose) for n in ("harbinger", "oxley")), strict=True)
    places = ((11.0, 0.0), (300.0, 480.0), (-15.0, 2.0))
    scores, whole = [], []
    for _ in range(400):
        error = rng.normal(size=registration.pose_factor.shape[1])
        camera = registration.pose.moved(-registration.pose_factor @ error)
        lens = shifted(registration.lens, -registration.lens_factor @ error)
        sightings = sum((seen_tags(p, at, camera, lens, rng) for p, at in zip(pieces, poses, strict=True)), ())
        found = localise(sightings, pieces, registration, 0).poses
        placed = [PlacedPiece(p, found[p.id], 0.0, scene.find(p.id).masts_standing) for p in pieces]
        px = lens.project(camera.into_camera(np.array([[*places[1], 0.0]]))) + rng.normal(size=2) * 0.5
        pointed = registration.pose.onto_height(registration.lens.normalise(px), np.zeros(1))[0]
        points = (
            MeasurePoint(SnapKind.MAST, places[0], "harbinger", 1),
            free(*pointed),
            MeasurePoint(SnapKind.MAST, places[2], "oxley", 1),
        )
        measured = measured_path(points, Scene(tuple(placed), (), scene.state), registration)
        # The true ships differ from their models by the models' own sigma.
        ends = [
            at.place_one(*(np.array(local) + rng.normal(size=2) * p.model.sigma_mm))
            for p, at, local in ((pieces[0], poses[0], places[0]), (pieces[1], poses[1], places[2]))
        ]
        legs = (math.dist(ends[0], places[1]), math.dist(places[1], ends[1]))
        scores += [(leg.mm - true) / leg.sigma_mm for leg, true in zip(measured.legs, legs, strict=True)]
        whole.append((measured.mm - sum(legs)) / measured.sigma_mm)
    for some in (np.array(scores), np.array(whole)):
        assert np.mean(np.abs(some) < 2.5) > 0.97
        assert 0.75 < np.mean(some**2) < 1.2


def shifted(lens, by):
    from dataclasses import replace

    fx, fy, cx, cy = np.array([lens.fx, lens.fy, lens.cx, lens.cy]) + by[:4]
    return replace(lens, fx=fx, fy=fy, cx=cx, cy=cy, distortion=tuple(np.array(lens.distortion) + by[4:]))


@pytest.mark.parametrize(
    ("mm", "text"),
    [
        (61.7, "S + 4.2 mm"),
        (83.8, "L"),
        (80.0, "L − 3.8 mm"),
        (141.3, "S + L"),
        (250.0, "L + L + L − 1.4 mm"),
        (5.0, ""),
    ],
)
def test_lengths_are_told_as_the_ruler_has_them(mm, text):
    assert and_a_bit(mm, BARS) == text
    assert in_lengths(69.55, BARS) == "0.83 L"


def test_gap_runs_from_edge_to_edge():
    gap = measured_gap(ship("harbinger"), ship("skull-island"))
    assert gap.mm == pytest.approx(ship("harbinger").hull.distance(ship("skull-island").hull))
    assert math.dist(gap.start, gap.end) == pytest.approx(gap.mm)


def test_the_smallest_piece_under_the_pointer_is_meant():
    pose = ship().pose.pose
    assert piece_under(pose.x_mm, pose.y_mm, state().scene, reach_mm=5.0).id == "harbinger"
    assert piece_under(60.0, 800.0, state().scene, reach_mm=5.0) is None


@pytest.fixture
def tool():
    session = Session(demo_moment("blocked").settings, FakeTable())
    made = MeasureTool(session)
    session.arrive(demo_moment("blocked"))
    yield made
    session.close()


def at(place, *, shift=False, reach_mm=6.0):
    return ToolPoint(*place, reach_mm, shift)


def click(tool, place, **keys):
    assert tool.press(at(place, **keys))
    tool.release(at(place, **keys))


def test_two_clicks_measure_between_two_masts(tool):
    click(tool, ship("harbinger").mast_centre(1))
    click(tool, ship("oxley").mast_centre(1))
    assert "Harbinger, mast 1 to HMS Oxley, mast 1: " in tool.lines[0]
    true_mm = math.dist(ship("harbinger").mast_centre(1), ship("oxley").mast_centre(1))
    assert f"{true_mm:.1f} ± " in tool.lines[0]
    assert any(stroke.ink is Ink.MEASURE for stroke in tool.drawing.strokes)


def test_shift_measures_from_the_very_point(tool):
    x, y = ship().mast_centre(1)
    click(tool, (x + 2.0, y), shift=True)
    assert tool.points == (free(x + 2.0, y),)


def test_the_pointer_shows_what_it_would_catch(tool):
    heard = []
    tool.changed.connect(lambda: heard.append(1))
    assert tool.move(at(ship().mast_centre(3)))
    assert heard
    assert tool.drawing.labels[-1].text == "Harbinger, mast 3"


def test_the_last_place_again_ends_the_path_and_the_next_click_begins_anew(tool):
    for place in ((100.0, 100.0), (130.0, 140.0), (130.0, 200.0), (130.0, 200.0)):
        click(tool, place)
    lines = tool.lines
    assert len(lines) == 3
    assert lines[-1].startswith("together: 110.0 ± ")
    tool.move(at((400.0, 400.0)))
    assert tool.lines == lines
    click(tool, (60.0, 800.0))
    assert tool.points == (free(60.0, 800.0),)


def test_escape_takes_back_one_place_at_a_time_and_then_lays_the_tool_down(tool):
    click(tool, (100.0, 100.0))
    click(tool, (130.0, 140.0))
    assert tool.escape()
    assert len(tool.points) == 1
    assert tool.escape()
    assert not tool.escape()
    assert tool.drawing.strokes == ()


def test_measure_follows_a_ship_that_moves(tool):
    click(tool, ship("oxley").mast_centre(1))
    click(tool, (100.0, 100.0), shift=True)
    before = tool.lines
    tool._session.arrive(demo_moment("blocked"))
    assert tool.lines == before
    tool._session.arrive(demo_moment("rammed"))
    assert tool.lines != before


def test_nothing_is_measured_while_the_mat_is_not_seen(tool):
    from dataclasses import replace

    moment = demo_moment("blocked")
    tool._session.arrive(replace(moment, state=replace(moment.state, registration=None)))
    assert not tool.press(at((100.0, 100.0)))


@pytest.fixture
def panel(qtbot, tool):
    made = MeasurePanel(tool)
    qtbot.addWidget(made)
    made.show()
    return made


def test_gap_mode_measures_between_two_pieces_and_is_copied_as_text(panel, tool, qtbot):
    panel.gap.setFocus()
    qtbot.keyClick(panel.gap, Qt.Key.Key_Space)
    for name in ("harbinger", "skull-island"):
        pose = ship(name).pose.pose
        click(tool, (pose.x_mm, pose.y_mm))
    assert "gap between Harbinger and Skull Island: " in panel.lengths.accessibleDescription()
    qtbot.mouseClick(panel.copy_button, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text() == panel.lengths.accessibleDescription()
    qtbot.mouseClick(panel.clear_button, Qt.MouseButton.LeftButton)
    assert tool.drawing.strokes == ()


def test_panel_tells_the_lengths_as_they_are_measured(panel, tool):
    click(tool, (100.0, 100.0))
    tool.move(at((130.0, 140.0)))
    assert panel.lengths.accessibleDescription().startswith("point to point: 50.0 ± ")
    assert "0.60 L" in panel.lengths.accessibleDescription()

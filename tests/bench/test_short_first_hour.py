"""The first hour in short: the truth of rendered pictures, and a small evening by the real commands."""

import json
import math

import cv2
import numpy as np
import pytest
import shapely

from bench.blender.camera import Lens, look_at, project, project_to_canvas
from bench.blender.develop import expose
from bench.blender.layout import approach
from bench.blender.shipyard import SetDown
from bench.first_hour import Call, Outcome, outline_distances, summarise_calls

LENS = Lens(1920, 1080, 1392.0, (963.4, 536.8), k1=-0.062, k2=0.021, p1=0.0003, p2=-0.0004)
CAMERA = look_at((457.0, -160.0, 970.0), (457.0, 392.0, 0.0), math.radians(1.0))
HULL = np.array([(-20.0, -6.0), (8.0, -7.0), (20.0, 0.0), (8.0, 7.0), (-20.0, 6.0)])


def test_the_truth_projects_as_opencv_does():
    points = np.array([(0.0, 0.0, 0.0), (915.0, 915.0, 60.0), (400.0, 100.0, 5.0), (60.0, 850.0, 0.0)])
    turn = CAMERA[:3, :3].T
    matrix = np.array(
        [[LENS.focal_px, 0.0, LENS.centre_px[0]], [0.0, LENS.focal_px, LENS.centre_px[1]], [0.0, 0.0, 1.0]]
    )
    seen, _ = cv2.projectPoints(
        points, cv2.Rodrigues(turn)[0], -turn @ CAMERA[:3, 3], matrix, (LENS.k1, LENS.k2, LENS.p1, LENS.p2)
    )
    np.testing.assert_allclose(project(LENS, CAMERA, points), seen.reshape(-1, 2), atol=1e-6)


def test_a_spot_of_the_rendering_comes_out_where_the_truth_has_it():
    place = np.array([[700.0, 650.0, 0.0]])
    width, height = LENS.canvas_px
    x, y = project_to_canvas(LENS, CAMERA, place)[0]
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    canvas = 200.0 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * 3.0**2))
    picture = expose(np.repeat(canvas[..., None].astype(np.float32), 3, axis=2), LENS, seed=1, noise=0.0)[..., 0]
    weights = picture.astype(float)
    found = np.array([(weights.sum(axis=0) * np.arange(1920)).sum(), (weights.sum(axis=1) * np.arange(1080)).sum()])
    np.testing.assert_allclose(found / weights.sum(), project(LENS, CAMERA, place)[0], atol=0.03)


@pytest.mark.parametrize("gap", [0.0, 0.5, 3.0])
def test_a_ship_is_brought_up_to_the_exact_gap(gap):
    shore = shapely.Point(0.0, 0.0).buffer(30.0)

    def distance(at):
        return shapely.Polygon(at.place(HULL)).distance(shore)

    at = approach(lambda far: SetDown(far, 2.0, math.pi + 0.2), distance, gap, 150.0)
    assert distance(at) == pytest.approx(gap, abs=1e-6)


def test_an_outline_elsewhere_is_the_same_and_a_longer_one_is_not():
    c, s = math.cos(0.1), math.sin(0.1)
    moved = HULL @ np.array([[c, s], [-s, c]]) + (0.8, -0.5)
    distances, turn = outline_distances(HULL, moved)
    assert np.abs(distances).max() < 1e-3
    assert turn == pytest.approx(-0.1, abs=1e-4)
    longer, _ = outline_distances(HULL, HULL * (1.1, 1.0))
    assert 1.0 < np.abs(longer).max() < 3.0  # 4 mm in all, shared by bow and stern


def test_a_call_against_the_truth_is_wrong_whatever_it_rests_on():
    def call(verdict, true_mm):
        return Call("1", "docking", "a", "b", None, true_mm, true_mm, 1.0, verdict, true_mm, 0.3, conditions=2)

    calls = [call("yes", 0.0), call("no", 3.0), call("too_close", 1.5), call("no", 0.5), call("yes", 1.5)]
    assert [each.is_wrong for each in calls] == [False, False, False, True, True]
    assert "  wrong: 2 of 5" in summarise_calls(calls)


def test_an_outcome_can_be_kept():
    outcome = Outcome("kit-1", "kit", calls=[Call("1", "ram", "a", "b", None, 0.0, 0.0, 1.0, "yes", 0.1, 0.3)])
    outcome.warnings.update(["a mast is missing"])
    kept = json.loads(json.dumps(outcome.to_json()))
    assert kept["calls"][0]["verdict"] == "yes"
    assert kept["warnings"] == {"a mast is missing": 1}

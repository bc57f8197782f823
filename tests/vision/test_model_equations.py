"""The code does what docs/measurement-model.md writes down: equations of the page, written out by hand."""

import math

import numpy as np
import pytest

from tableassist.geometry import Floats
from tableassist.geometry.sightline import compute_wedges
from tableassist.vision.camera.lens import Lens, Projection
from tableassist.vision.camera.pose import CameraPose, rotation_by
from tableassist.vision.localisation.piece_fit import _leaned
from tableassist.vision.registration.misplaced_tags import _costs
from tableassist.vision.tags.refinement import _GRID, _apply_homographies, _compose_step

RNG_SEED = 3
POINTS: Floats = np.random.default_rng(RNG_SEED).normal(size=(5, 3)) * [0.3, 0.3, 0.1] + [0.0, 0.0, 1.0]
POSE = CameraPose(rotation_by(np.array([2.6, 0.1, 0.05])), np.array([-400.0, 300.0, 1200.0]))


def test_equation_48_projects_through_a_pinhole_lens():
    k1, k2, p1, p2, k3, k4, k5, k6 = numbers = (0.05, -0.03, 0.001, 0.002, 0.01, 0.02, -0.01, 0.005)
    lens = Lens(1920, 1080, 1400.0, 1390.0, 960.0, 540.0, numbers, np.zeros((12, 12)))
    for point, pixel in zip(POINTS, lens.project(POINTS), strict=True):
        x, y = point[0] / point[2], point[1] / point[2]
        r2 = x * x + y * y
        s = (1 + k1 * r2 + k2 * r2**2 + k3 * r2**3) / (1 + k4 * r2 + k5 * r2**2 + k6 * r2**3)
        u = 1400.0 * (s * x + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)) + 960.0
        v = 1390.0 * (s * y + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y) + 540.0
        assert pixel == pytest.approx((u, v), abs=1e-9)


def test_equation_48a_projects_through_a_fisheye():
    numbers = (0.02, -0.01, 0.0, 0.0, 0.003, -0.001, 0.0, 0.0)
    lens = Lens(1920, 1080, 700.0, 690.0, 960.0, 540.0, numbers, np.zeros((12, 12)), Projection.FISHEYE)
    for point, pixel in zip(POINTS, lens.project(POINTS), strict=True):
        x, y = point[0] / point[2], point[1] / point[2]
        radius = math.hypot(x, y)
        angle = math.atan(radius)
        bent = angle * (1 + 0.02 * angle**2 - 0.01 * angle**4 + 0.003 * angle**6 - 0.001 * angle**8)
        assert pixel == pytest.approx((700.0 * bent * x / radius + 960.0, 690.0 * bent * y / radius + 540.0), abs=1e-9)


def test_equation_50_moves_a_place_by_height_times_the_tangent_of_the_slant():
    in_camera = POSE.into_camera(np.array([500.0, 400.0, 0.0]))
    normal = (in_camera[:2] / in_camera[2])[None]
    on_mat, at_height = (POSE.onto_height(normal, np.asarray(z_mm))[0] for z_mm in (0.0, 55.0))
    *below, height = POSE.position.tolist()
    assert at_height == pytest.approx(on_mat + 55.0 * (np.array(below) - on_mat) / height, abs=1e-9)
    tangent = math.dist(below, on_mat) / height
    assert math.dist(at_height, on_mat) == pytest.approx(55.0 * tangent, abs=1e-9)


def test_equation_57_is_the_cost_of_a_set_of_tags_after_a_linear_fit():
    rng = np.random.default_rng(RNG_SEED)
    jacobian, residual, lens_shift = rng.normal(size=(5, 8, 9)), rng.normal(size=(5, 8)), rng.normal(size=3)
    shares = (
        (residual**2).sum(axis=1),
        np.einsum("tij,ti->tj", jacobian, residual),
        np.einsum("tij,tik->tjk", jacobian, jacobian),
    )
    kept = np.array([True, False, True, True, True])
    rows = np.concatenate([jacobian[kept].reshape(-1, 9), np.eye(9)[6:]])
    values = np.concatenate([residual[kept].ravel(), -lens_shift])
    left = np.linalg.lstsq(rows, values, rcond=None)[1]
    assert _costs(shares, kept[None], lens_shift) == pytest.approx(left, rel=1e-9)


def test_equation_60_leans_to_port_first_and_then_to_the_bow():
    corners = np.random.default_rng(RNG_SEED).normal(size=(1, 4, 3)) * 20.0
    to_bow, to_port = 0.07, -0.05
    leaned, _ = _leaned(corners, np.array([to_bow]), np.array([to_port]))
    c, s = math.cos(to_port), math.sin(to_port)
    port = np.array([[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]])
    c, s = math.cos(to_bow), math.sin(to_bow)
    bow = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
    assert leaned[0] == pytest.approx(corners[0] @ (bow @ port).T, abs=1e-9)


def test_equation_19b_takes_a_step_on_the_side_of_the_pattern():
    homography = np.array([[[10.0, 1.0, 200.0], [-0.5, 9.0, 150.0], [1e-3, 2e-3, 1.0]]])
    step = np.random.default_rng(RNG_SEED).normal(size=(1, 8)) * 1e-3
    change = np.eye(3) + np.concatenate([step[0], [0.0]]).reshape(3, 3)
    assert _apply_homographies(_compose_step(homography, step), _GRID @ change.T) == pytest.approx(
        _apply_homographies(homography, _GRID), abs=1e-9
    )


def test_equation_66_bounds_what_a_blocker_hides_within_its_doubt():
    corners, doubt = np.array([[50.0, -5.0], [60.0, -4.0], [58.0, 6.0], [51.0, 5.0]]), 1.2
    wedge = compute_wedges(corners, np.array([4]), corners.mean(axis=0)[None], np.array([doubt]))
    bearing = np.arctan2(corners[:, 1], corners[:, 0])
    swing = np.arcsin(doubt / np.hypot(corners[:, 0], corners[:, 1]))
    right, left = (np.arctan2(side[:, 0, 1], side[:, 0, 0]) for side in (wedge.right, wedge.left))
    assert right == pytest.approx([(bearing - swing).min(), bearing.min(), (bearing + swing).min()], abs=1e-9)
    assert left == pytest.approx([(bearing + swing).max(), bearing.max(), (bearing - swing).max()], abs=1e-9)

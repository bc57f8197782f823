import math

import cv2
import numpy as np
import pytest
from studio_corner_measurement import corner_errors, projected, rim_of_square, rotation_about

from tableassist.studio.optics import Look, StudioCamera
from tableassist.studio.rendering.render import render
from tableassist.studio.staging.staged_table import StagedTable
from tableassist.vision.registration.mat_layout import MatLayout, MatTag
from tests.studio.staged_sheets import StagedTag
from tests.studio.tag_truth import tag_truths

LIMIT_PX = 0.02
STRONG = (-0.28, 0.11, 0.0012, -0.0009, -0.02)
RATIONAL = (0.25, -0.1, 0.0006, 0.0004, 0.02, 0.35, -0.05, 0.01)
MILD = (-0.1, 0.03, 0.0005, -0.0004)


def camera(off_vertical: float, dist: tuple[float, ...], *, azimuth: float = -90.0, roll: float = 0.0) -> StudioCamera:
    return StudioCamera.looking_at(
        (450.0, 450.0, 0.0),
        distance_mm=1250.0,
        off_vertical_deg=off_vertical,
        azimuth_deg=azimuth,
        roll_deg=roll,
        width_px=1920,
        height_px=1080,
        fx=1350.0,
        fy=1356.0,
        cx=966.3,
        cy=534.8,
        dist=dist,
    )


CASES = [
    (0.0, MILD, (450.0, 450.0, 0.0), 0.0, 0.0, 0.0, 44.0, "36h11"),
    (0.0, STRONG, (80.0, 120.0, 0.0), 0.0, 0.0, 0.0, 44.0, "36h11"),
    (10.0, STRONG, (860.0, 800.0, 30.0), 0.4, 0.0, 0.0, 40.0, "25h9"),
    (25.0, MILD, (200.0, 700.0, 65.0), 1.1, 0.1, -0.08, 36.0, "36h11"),
    (40.0, STRONG, (700.0, 200.0, 65.0), 2.4, -0.3, 0.2, 44.0, "16h5"),
    (40.0, RATIONAL, (150.0, 300.0, 20.0), -0.7, 0.05, 0.3, 44.0, "36h11"),
    (33.0, (), (450.0, 450.0, 50.0), 0.02, 0.0, 0.0, 30.0, "25h9"),
]  # fmt: skip


@pytest.mark.parametrize(("off", "dist", "centre", "yaw", "roll", "pitch", "size", "family"), CASES)
def test_free_tag_corners_lie_where_an_independent_formula_puts_them(off, dist, centre, yaw, roll, pitch, size, family):
    eye = camera(off, dist)
    tag = StagedTag(family, 7, size, centre, yaw, roll, pitch)
    table = StagedTable(MatLayout(915.0, 915.0, (), 0.0), laid=(tag,))
    grey = cv2.extractChannel(render(table, eye, Look.clean()), 1)
    turn = rotation_about(2, yaw) @ rotation_about(1, pitch) @ rotation_about(0, roll)
    modules = {"36h11": 8, "25h9": 7, "16h5": 6}[family]
    errors = corner_errors(grey, rim_of_square(eye, centre, turn, size), modules)
    assert np.abs(errors).max() < LIMIT_PX, errors


@pytest.mark.parametrize(("off", "dist", "azimuth"), [(5.0, MILD, -90.0), (38.0, STRONG, -60.0)])
def test_mat_tag_corners_lie_where_an_independent_formula_puts_them(off, dist, azimuth):
    eye = camera(off, dist, azimuth=azimuth, roll=3.0)
    tags = tuple(
        MatTag("36h11", i, 44.0, x, y, 0.3 * i) for i, (x, y) in enumerate([(250, 250), (600, 300), (500, 650)])
    )
    grey = cv2.extractChannel(render(StagedTable(MatLayout(915.0, 915.0, tags, 0.0)), eye, Look.clean()), 1)
    for tag in tags:
        rim = rim_of_square(eye, (tag.x_mm, tag.y_mm, 0.0), rotation_about(2, tag.yaw_rad), 44.0)
        errors = corner_errors(grey, rim, 8)
        assert np.abs(errors).max() < LIMIT_PX, errors


def test_blur_and_shake_move_no_corner():
    eye = camera(15.0, MILD)
    tag = MatTag("36h11", 3, 60.0, 420.0, 500.0, 0.2)
    look = Look(blur_sigma_px=0.6, shake_px=(1.4, 0.6), shot_noise=0.0, read_noise=0.0, jpeg_quality=None)
    grey = cv2.extractChannel(render(StagedTable(MatLayout(915.0, 915.0, (tag,), 0.0)), eye, look), 1)
    rim = rim_of_square(eye, (420.0, 500.0, 0.0), rotation_about(2, 0.2), 60.0)
    # Blurring rounds each corner, which the sharp model reads as a smaller square; its centre must stay.
    assert np.abs(corner_errors(grey, rim, 8).mean(axis=0)).max() < LIMIT_PX


def test_projection_follows_opencvs_documented_formula():
    eye = camera(30.0, RATIONAL, azimuth=20.0, roll=-7.0)
    points = np.random.default_rng(5).uniform((0, 0, 0), (900, 900, 65), (200, 3))
    assert np.abs(eye.project(points) - projected(eye, points)).max() < 1e-9


def test_rays_undo_the_projection():
    eye = camera(20.0, STRONG)
    x, y = np.meshgrid(np.linspace(0, 1919, 25), np.linspace(0, 1079, 15))
    ray_x, ray_y = eye.rays(x.ravel(), y.ravel())
    rays = np.column_stack([ray_x, ray_y, np.ones(ray_x.size)])
    points = (rays * 900.0 - np.array(eye.translation_mm)) @ np.array(eye.camera_from_mat)
    assert np.abs(eye.project(points) - np.column_stack([x.ravel(), y.ravel()])).max() < 1e-7


def test_camera_stands_where_it_was_put_and_sees_its_target_in_the_middle():
    eye = StudioCamera.looking_at((100.0, 200.0, 0.0), distance_mm=1000.0, off_vertical_deg=30.0, azimuth_deg=-90.0)
    assert eye.centre == pytest.approx((100.0, 200.0 - 500.0, 1000.0 * math.cos(math.radians(30.0))))
    assert eye.project(np.array([[100.0, 200.0, 0.0]]))[0] == pytest.approx((639.5, 359.5))
    away = eye.project(np.array([[100.0, 260.0, 0.0]]))[0]
    assert away[1] < 359.5


def test_truth_has_the_corners_in_reading_order():
    eye = camera(0.0, ())
    tag = StagedTag("36h11", 1, 40.0, (450.0, 450.0, 0.0))
    (truth,) = tag_truths(StagedTable(MatLayout(915.0, 915.0, (), 0.0), laid=(tag,)), eye)
    middle = truth.corners.mean(axis=0)
    assert np.sign(truth.corners - middle).tolist() == [[-1, 1], [1, 1], [1, -1], [-1, -1]]
    assert truth.wholly_inside
    assert truth.hidden_share == 0.0

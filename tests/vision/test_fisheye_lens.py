"""The fisheye projection against OpenCV's own, and its derivatives against differences."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tableassist.vision.camera.lens import PARAMETERS, Lens, Projection, scaled_lens

LENS = Lens(
    1920,
    1080,
    610.0,
    612.0,
    955.0,
    548.0,
    (0.03, -0.02, 0.0, 0.0, 0.008, -0.002, 0.0, 0.0),
    np.zeros((12, 12)),
    Projection.FISHEYE,
)


def rays(count, widest_deg):
    rng = np.random.default_rng(4)
    angle, side = rng.uniform(0.0, np.radians(widest_deg), count), rng.uniform(0.0, 2 * np.pi, count)
    out = np.stack([np.sin(angle) * np.cos(side), np.sin(angle) * np.sin(side), np.cos(angle)], axis=1)
    return out * rng.uniform(100.0, 1500.0, (count, 1))


POINTS = rays(60, 88.0)


def test_projection_agrees_with_opencv():
    camera = np.array([[LENS.fx, 0, LENS.cx], [0, LENS.fy, LENS.cy], [0, 0, 1]])
    k1, k2, _, _, k3, k4, _, _ = LENS.distortion
    expected, _ = cv2.fisheye.projectPoints(
        POINTS[:, None], np.zeros(3), np.zeros(3), camera, np.array([k1, k2, k3, k4])
    )
    assert np.abs(LENS.project(POINTS) - expected.reshape(-1, 2)).max() < 1e-8


def test_points_behind_the_camera_lie_farther_out_than_those_beside_it():
    beside, behind = LENS.project(np.array([[500.0, 0.0, 0.0], [500.0, 0.0, -80.0]]))
    assert behind[0] > beside[0] > LENS.cx + 800
    assert behind[1] == beside[1] == LENS.cy


def test_normalise_undoes_the_projection():
    normal = POINTS[:, :2] / POINTS[:, 2:]
    back = LENS.normalise(LENS.project(POINTS))
    assert np.abs(np.arctan(back) - np.arctan(normal)).max() < 1e-11


def test_a_pixel_that_no_ray_in_front_comes_to_is_shown_by_its_miss():
    pixels = np.array([[LENS.cx, LENS.cy], [LENS.cx + 5000.0, LENS.cy]])
    normal = LENS.normalise(pixels)
    missed = LENS.project(np.concatenate([normal, np.ones((2, 1))], axis=1)) - pixels
    assert np.abs(missed[0]).max() < 1e-9
    assert np.abs(missed[1]).max() > 100.0


def test_point_jacobian_is_the_slope_of_the_projection_also_on_the_axis():
    points = np.concatenate([POINTS, [[0.0, 0.0, 700.0], [1e-9, 0.0, 700.0]]])
    for axis in range(3):
        step = np.eye(3)[axis] * 1e-4
        slope = (LENS.project(points + step) - LENS.project(points - step)) / 2e-4
        assert np.abs(LENS.point_jacobian(points)[..., axis] - slope).max() < 1e-5


@pytest.mark.parametrize("index", range(12))
def test_lens_jacobian_is_the_slope_by_each_parameter(index):
    points = np.concatenate([POINTS, [[0.0, 0.0, 700.0]]])
    size = 1e-3 if index < 4 else 1e-6
    by = np.eye(12)[index] * size
    slope = (LENS.shifted(by).project(points) - LENS.shifted(-by).project(points)) / (2 * size)
    assert np.abs(LENS.lens_jacobian(points)[..., index] - slope).max() < 1e-4
    assert slope.any() == (PARAMETERS[index] not in {"p1", "p2", "k5", "k6"})


def test_a_picture_of_half_the_size_shows_the_same_rays():
    half = scaled_lens(replace(LENS, covariance=np.eye(12)), 960, 540)
    assert half.projection is Projection.FISHEYE
    assert np.abs((half.project(POINTS) + 0.5) * 2 - (LENS.project(POINTS) + 0.5)).max() < 1e-9
    assert half.covariance[0, 0] == 0.25

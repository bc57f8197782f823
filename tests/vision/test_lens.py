"""The analytic derivatives against differences; the projection against OpenCV's own."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tableassist.vision.camera.lens import PARAMETERS, Lens

LENS = Lens(
    1920, 1080, 1400.0, 1403.0, 961.0, 538.0, (-0.2, 0.07, 0.001, -0.002, 0.01, 0.02, -0.01, 0.004), np.zeros((12, 12))
)
POINTS = np.random.default_rng(3).uniform((-500, -300, 800), (500, 300, 1400), (40, 3))


def test_projection_agrees_with_opencv():
    camera = np.array([[LENS.fx, 0, LENS.cx], [0, LENS.fy, LENS.cy], [0, 0, 1]])
    expected, _ = cv2.projectPoints(POINTS, np.zeros(3), np.zeros(3), camera, np.array(LENS.distortion))
    assert np.abs(LENS.project(POINTS) - expected.reshape(-1, 2)).max() < 1e-9


def test_normalise_undoes_the_projection():
    normal = POINTS[:, :2] / POINTS[:, 2:]
    assert np.abs(LENS.normalise(LENS.project(POINTS)) - normal).max() < 1e-11


def test_point_jacobian_is_the_slope_of_the_projection():
    for axis in range(3):
        step = np.eye(3)[axis] * 1e-4
        slope = (LENS.project(POINTS + step) - LENS.project(POINTS - step)) / 2e-4
        assert np.abs(LENS.point_jacobian(POINTS)[..., axis] - slope).max() < 1e-6


@pytest.mark.parametrize("index", range(12))
def test_lens_jacobian_is_the_slope_by_each_parameter(index):
    name, size = PARAMETERS[index], 1e-3 if index < 4 else 1e-6

    def shifted(by):
        if index < 4:
            return replace(LENS, **{name: getattr(LENS, name) + by})
        values = list(LENS.distortion)
        values[index - 4] += by
        return replace(LENS, distortion=tuple(values))

    slope = (shifted(size).project(POINTS) - shifted(-size).project(POINTS)) / (2 * size)
    assert np.abs(LENS.lens_jacobian(POINTS)[..., index] - slope).max() < 1e-4

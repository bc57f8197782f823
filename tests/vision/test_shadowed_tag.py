"""A lamp's shadow across a tag: read, and placed within what its noise says."""

import cv2
import numpy as np
import pytest
from scipy.special import ndtr

from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.noise import sighting_covariance
from tableassist.vision.tags.reader import TagReader

FINE = 8
WANTED = frozenset(("36h11", tag) for tag in range(30, 42))


def sheet(side_px, light_in_shadow, rng):
    """Twelve of OpenCV's own tags with a shadow's edge across each, and their true corners as tag to (4, 2)."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    canvas = np.full((360 * FINE, 480 * FINE), 90.0, np.float32)
    light = np.ones((360, 480))
    y, x = np.mgrid[0:360, 0:480]
    corners = {}
    for number in range(12):
        art = np.full((10, 10), 235, np.uint8)
        art[1:-1, 1:-1] = cv2.aruco.generateImageMarker(dictionary, 30 + number, 8) // 255 * 215 + 20
        a, b = rng.uniform(0, 2 * np.pi, 2)
        shape = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) * side_px / 8
        centre = np.array([60 + 120 * (number % 4), 60 + 120 * (number // 4)]) + rng.uniform(0, 1, 2)
        matrix = np.column_stack([shape * FINE, (centre + 0.5) * FINE - 0.5 - shape * FINE @ [4.5, 4.5]])
        large = cv2.resize(art, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST).astype(np.float32)
        shrink = np.array([[1 / 8, 0, 1 / 16 - 0.5], [0, 1 / 8, 1 / 16 - 0.5], [0, 0, 1]])
        onto = (np.vstack([matrix, [0, 0, 1]]) @ shrink)[:2]
        cv2.warpAffine(large, onto, canvas.shape[::-1], dst=canvas, borderMode=cv2.BORDER_TRANSPARENT)
        corners[30 + number] = np.array([[-4, 4], [4, 4], [4, -4], [-4, -4]]) @ shape.T + centre
        beyond = (x - centre[0]) * np.cos(b) + (y - centre[1]) * np.sin(b) - rng.uniform(-0.25, 0.25) * side_px
        near = (abs(x - centre[0]) < 60) & (abs(y - centre[1]) < 60)
        light = np.where(near, 1 - (1 - light_in_shadow) * ndtr(beyond / 1.5), light)
    drawn = cv2.resize(canvas, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    lit = cv2.GaussianBlur(drawn * light.astype(np.float32), None, 0.6) + rng.normal(0, 2.0, drawn.shape)
    return np.clip(lit, 0, 255).astype(np.uint8), corners


@pytest.mark.parametrize("side_px", [20.0, 50.0])
@pytest.mark.parametrize("light_in_shadow", [0.5, 0.3])
def test_tags_half_in_shadow_are_read_and_placed_within_their_noise(side_px, light_in_shadow):
    rng = np.random.default_rng(7)
    middle = np.kron(np.ones(4) / 4, np.eye(2))
    scores, found = [], 0
    for _ in range(3):
        grey, truth = sheet(side_px, light_in_shadow, rng)
        for sighting in TagDetector(("36h11",), WANTED).detect(grey):
            off = np.subtract(sighting.corners, truth[sighting.tag])
            noise = sighting_covariance(sighting)
            scores += list(abs(off.mean(axis=0)) / np.sqrt(np.diag(middle @ noise @ middle.T)))
            assert (abs(off.ravel()) < 5 * np.sqrt(np.diag(noise))).all()
            found += 1
    assert found >= 33
    assert np.mean(np.less(scores, 1.96)) > 0.85


def test_a_shadow_that_falls_on_a_tag_does_not_lose_it_to_the_reader():
    lit, _ = sheet(50.0, 1.0, np.random.default_rng(7))
    shaded, _ = sheet(50.0, 0.3, np.random.default_rng(7))
    now = lit.copy()
    now[:120, :240] = shaded[:120, :240]
    reader = TagReader(("36h11",))
    assert len(reader.read(lit)) == 12
    assert {sighting.tag for sighting in reader.read(now)} == set(range(30, 42))

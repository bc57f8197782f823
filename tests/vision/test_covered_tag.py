"""A tag that something covers in part is found by the rest of its pattern."""

import math

import cv2
import numpy as np
import pytest

from tableassist.vision.tags.covered import PLACES, CoveredTag, find_covered_tag
from tableassist.vision.tags.refinement import CORNERS
from tableassist.vision.tags.tone import Tone

TAG, SIZE_MM, PX_PER_MM = 37, 16.0, 1.1
MIDDLE = np.array([40.0, 36.0])
TONE = Tone(1.0, 0.7, 0.1)
TRUE = np.array([0.7, -0.4, math.radians(1.2)])
"""How far the plate really is from where it is expected: mm, mm, rad."""


def project(motion: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Straight down on the mat; pixels' y runs down."""
    c, s = math.cos(motion[2]), math.sin(motion[2])
    turned = places * SIZE_MM / 2.0 @ np.array([[c, s], [-s, c]]) + motion[:2]
    return MIDDLE + turned * PX_PER_MM * (1.0, -1.0)


def picture(tag: int = TAG) -> np.ndarray:
    """The tag drawn by OpenCV on its white plate, over a blue mat, blurred and with noise."""
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11), tag, 400)
    plate = np.pad(marker, 50, constant_values=255)
    finer = 8
    corners = (project(TRUE, CORNERS) + 0.5) * finer - 0.5
    # Rows of the marker run down: its lower left corner is the last row's first pixel.
    of_marker = np.array([[50, 450], [450, 450], [450, 50], [50, 50]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(of_marker, corners.astype(np.float32))
    size = 80 * finer
    paper = cv2.warpPerspective(np.full_like(plate, 255), warp, (size, size))
    drawn = np.where(paper > 127, cv2.warpPerspective(plate, warp, (size, size)), 70).astype(np.float64)
    light = cv2.resize(
        cv2.GaussianBlur(20.0 + 0.7 * drawn, (0, 0), 0.6 * finer), (80, 80), interpolation=cv2.INTER_AREA
    )
    noisy = light + np.random.default_rng(3).normal(0.0, 2.0, light.shape)
    return np.clip(np.rint(noisy), 0, 255).astype(np.uint8)


def cover(image: np.ndarray, beyond_px: float) -> tuple[np.ndarray, np.ndarray]:
    """Hide everything to the right of a line by something grey; also which samples are then in view."""
    hidden = image.copy()
    hidden[:, int(beyond_px) :] = 150
    return hidden, project(np.zeros(3), PLACES)[:, 0] < beyond_px - 2.5


def expected(shown: np.ndarray, tag: int = TAG) -> CoveredTag:
    return CoveredTag("36h11", tag, project, shown)


@pytest.mark.parametrize(("beyond_px", "most_px"), [(80, 0.06), (44, 0.06), (41, 0.12)])
def test_tag_is_found_by_what_is_in_view_of_it(beyond_px, most_px):
    image, shown = cover(picture(), beyond_px)
    sighting = find_covered_tag(image, expected(shown), TONE)
    off = np.asarray(sighting.corners) - project(TRUE, CORNERS)
    assert np.abs(off.mean(axis=0)).max() < most_px
    sigma = np.sqrt(np.diag(sighting.noise))
    assert (np.abs(off.reshape(-1)) < 3.0 * sigma).all()
    assert sigma.max() < 0.3


def test_less_in_view_makes_the_corners_less_certain():
    spread = []
    for beyond_px in (80, 40):
        image, shown = cover(picture(), beyond_px)
        spread.append(np.trace(find_covered_tag(image, expected(shown), TONE).noise))
    assert spread[1] > 1.5 * spread[0]


def test_other_tag_in_its_place_is_not_taken_for_it():
    image, shown = cover(picture(tag=38), 44)
    assert find_covered_tag(image, expected(shown), TONE) is None


def test_tag_that_is_nearly_all_hidden_is_not_found():
    image, shown = cover(picture(), 35)
    assert find_covered_tag(image, expected(shown), TONE) is None


def test_bare_mat_is_no_tag():
    image = np.full((80, 80), 75, np.uint8)
    assert find_covered_tag(image, expected(np.ones(len(PLACES), dtype=bool)), TONE) is None


def test_something_small_that_nobody_knows_of_on_the_tag_does_no_harm():
    image, shown = cover(picture(), 46)
    image[30:33, 33:35] = 200
    sighting = find_covered_tag(image, expected(shown), TONE)
    assert np.abs((np.asarray(sighting.corners) - project(TRUE, CORNERS)).mean(axis=0)).max() < 0.12

"""The fit of the whole pattern: right from a bad start, and honest about its noise."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tableassist.geometry.frames import ImagePoints
from tableassist.vision.tags.detector import TagDetector
from tableassist.vision.tags.refinement import refine

SIDE_PX = 15.0
FINE = 8
"""Sub-pixels a pixel: the picture is drawn large and averaged down."""


def drawn(rng, slant_deg, quality):
    """A sheet of OpenCV's own tags, turned and seen at a slant, and their true corners as tag to (4, 2)."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    canvas = np.full((240 * FINE, 320 * FINE), 90.0, np.float32)
    corners = {}
    for number in range(20):
        art = np.full((10, 10), 255, np.uint8)
        art[1:-1, 1:-1] = cv2.aruco.generateImageMarker(dictionary, 30 + number, 8, borderBits=1)
        a = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        squash = np.diag([1.0, np.cos(np.radians(slant_deg))])
        shape = squash @ turn * SIDE_PX / 8
        centre = np.array([40 + 60 * (number % 5), 30 + 55 * (number // 5)]) + rng.uniform(0, 1, 2)
        # art's pixel k covers [k - 0.5, k + 0.5]; so does the canvas's
        matrix = np.column_stack([shape * FINE, (centre + 0.5) * FINE - 0.5 - shape * FINE @ [4.5, 4.5]])
        large = cv2.resize(art, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
        shrink = np.array([[1 / 8, 0, 1 / 16 - 0.5], [0, 1 / 8, 1 / 16 - 0.5], [0, 0, 1]])
        full = np.vstack([matrix, [0, 0, 1]]) @ shrink
        cv2.warpAffine(large.astype(np.float32), full[:2], canvas.shape[::-1], dst=canvas,
                       flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_TRANSPARENT)  # fmt: skip
        # upright: lower left, lower right, upper right, upper left of the printed square
        corners[30 + number] = np.array([[-4, 4], [4, 4], [4, -4], [-4, -4]]) @ shape.T + centre
    sharp = cv2.resize(canvas, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    noisy = cv2.GaussianBlur(sharp, None, 0.6) * 0.8 + 10 + rng.normal(0, 4.0, sharp.shape)
    grey = np.clip(noisy, 0, 255).astype(np.uint8)
    if quality is not None:
        grey = cv2.imdecode(cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 0)
    return grey, corners


@pytest.mark.parametrize("quality", [None, 90, 70])
@pytest.mark.parametrize("slant_deg", [0.0, 40.0])
def test_the_claimed_noise_is_that_of_the_corners(slant_deg, quality):
    rng = np.random.default_rng(3)
    scores = []
    for _ in range(3):
        grey, truth = drawn(rng, slant_deg, quality)
        for sighting in TagDetector(("36h11",)).detect(grey):
            if sighting.noise is not None:
                middle = np.kron(np.ones(4) / 4, np.eye(2))
                off = np.mean(sighting.corners - truth[sighting.tag], axis=0)
                scores.append(off / np.sqrt(np.diag(middle @ sighting.noise @ middle.T)))
    assert len(scores) >= 40
    assert 0.4 < np.sqrt(np.mean(np.square(scores))) < 1.4


def test_a_quad_drawn_out_by_a_module_is_put_right():
    rng = np.random.default_rng(4)
    grey, truth = drawn(rng, 20.0, 90)
    sightings = TagDetector(("36h11",)).detect(grey)
    assert len(sightings) == 20
    bad = list(sightings)
    corners = np.array(bad[7].corners)
    corners[2] += (1.2, -0.9)
    bad[7] = replace(bad[7], corners=ImagePoints(corners), noise=None)
    mended = refine(grey, tuple(bad)).sightings[7]
    assert mended.noise is not None
    assert np.abs(np.subtract(mended.corners, truth[mended.tag])).max() < 0.15


def test_a_pattern_that_is_not_there_keeps_the_corners_it_had():
    rng = np.random.default_rng(4)
    grey, truth = drawn(rng, 0.0, None)
    sightings = TagDetector(("36h11",)).detect(grey)
    empty = grey.copy()
    x, y = truth[sightings[0].tag].mean(axis=0).round().astype(int)
    empty[y - 12 : y + 13, x - 12 : x + 13] = rng.integers(0, 255, (25, 25))
    gone = replace(sightings[0], noise=None)
    assert refine(empty, (gone, *sightings[1:])).sightings[0] is gone


def test_a_tag_that_is_covered_by_pure_black_is_not_believed_and_ends_nothing():
    image, _ = drawn(np.random.default_rng(3), 0.0, 95)
    seen = TagDetector(("36h11",)).detect(image)[:1]
    black = np.zeros_like(image)
    (left,) = refine(black, seen).sightings
    assert np.array_equal(left.corners, seen[0].corners), "where it was found before, for nothing better is known"

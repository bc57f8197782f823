"""When a part of the picture must be scanned again, by pictures drawn with OpenCV."""

import cv2
import numpy as np
import pytest

from tableassist.vision.tags.grey_picture import GreyPicture
from tableassist.vision.tags.still_parts import COARSER, SCANNED_EVERY, SURE_AFTER, StillParts

PRINTED = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
NORMAL, DIM = 40, 20
"""Edges that the detector looks at, in grey levels: in good light, and in a dim picture."""


def picture(number, *, tag_px=None, at=(100, 60), low=60, high=150):
    """A grey mat with a camera's noise, other in each picture; with a tag on it, if its side in pixels is given."""
    image = np.full((200, 300), (low + high) / 2)
    if tag_px is not None:
        tag = cv2.aruco.generateImageMarker(PRINTED, 7, 80, borderBits=1)
        small = cv2.resize(tag, (tag_px, tag_px), interpolation=cv2.INTER_AREA) / 255.0
        image[at[1] : at[1] + tag_px, at[0] : at[0] + tag_px] = low + (high - low) * small
    noisy = image + np.random.default_rng(number).normal(0.0, 2.0, image.shape)
    return np.clip(np.rint(noisy), 0, 255).astype(np.uint8)


def coarse(image):
    return GreyPicture(image).coarse((0, 0, image.shape[1], image.shape[0]), COARSER)


def rounds(parts, pictures, edge=NORMAL):
    return [parts.needs_scan(0, coarse(image), lambda: edge) for image in pictures]


def test_a_part_that_stays_as_it_is_is_scanned_some_times_and_then_now_and_then():
    scanned = rounds(StillParts(), (picture(n, tag_px=20) for n in range(SURE_AFTER + 3 * SCANNED_EVERY)))
    assert scanned[:SURE_AFTER] == [True] * SURE_AFTER
    assert scanned[SURE_AFTER:] == ([False] * (SCANNED_EVERY - 1) + [True]) * 3


@pytest.mark.parametrize("tag_px", [12, 16, 24, 40])
@pytest.mark.parametrize(("edge", "low", "high"), [(NORMAL, 60, 150), (DIM, 80, 120)])
@pytest.mark.parametrize("shift", [0, 1, 2, 3])
def test_a_tag_that_appears_is_scanned_at_once(tag_px, edge, low, high, shift):
    parts = StillParts()
    rounds(parts, (picture(n, low=low, high=high) for n in range(SURE_AFTER + 1)), edge)
    place = 100 + shift, 60 + shift
    assert rounds(parts, [picture(99, tag_px=tag_px, at=place, low=low, high=high)], edge) == [True]


def test_a_tag_that_moved_by_its_own_side_is_scanned_at_once():
    parts = StillParts()
    rounds(parts, (picture(n, tag_px=14) for n in range(SURE_AFTER + 1)))
    assert rounds(parts, [picture(99, tag_px=14, at=(114, 60))]) == [True]


def test_parts_do_not_stand_for_each_other_and_are_scanned_after_forgetting():
    parts, image = StillParts(), picture(1)
    rounds(parts, [image] * SURE_AFTER)
    assert parts.needs_scan(1, coarse(image), lambda: NORMAL)
    assert not parts.needs_scan(0, coarse(image), lambda: NORMAL)
    parts.forget()
    assert parts.needs_scan(0, coarse(image), lambda: NORMAL)

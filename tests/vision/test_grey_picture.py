"""A picture made grey part by part, against OpenCV's conversion of the whole."""

import cv2
import numpy as np
import pytest

from tableassist.vision.tags.grey_picture import GreyPicture, parts_between

HEIGHT, WIDTH = 120, 200
IMAGE, OTHER = (np.random.default_rng(n).integers(0, 256, (HEIGHT, WIDTH, 3), dtype=np.uint8) for n in (1, 2))
GREY = cv2.cvtColor(IMAGE, cv2.COLOR_BGR2GRAY)


@pytest.mark.parametrize("part", [(0, 0, 7, 5), (31, 17, 90, 101), (150, 60, WIDTH, HEIGHT), (3, 2, 4, 3)])
def test_a_part_is_as_grey_as_in_the_whole_picture(part):
    left, top, right, bottom = part
    assert np.array_equal(GreyPicture(IMAGE).part(part), GREY[top:bottom, left:right])


def test_a_part_of_no_size_is_empty():
    assert GreyPicture(IMAGE).part((40, 30, 40, 50)).size == 0


def test_nothing_of_the_frame_before_is_left_in_a_part_that_is_asked_for():
    before = GreyPicture(OTHER)
    before.whole()
    picture = GreyPicture(IMAGE, before.levels)
    picture.part((10, 10, 30, 30))
    assert np.array_equal(picture.part((20, 20, 60, 60)), GREY[20:60, 20:60])
    assert np.array_equal(picture.whole(), GREY)


def test_levels_of_another_size_are_not_written_to():
    levels = np.zeros((HEIGHT, WIDTH + 1), np.uint8)
    assert np.array_equal(GreyPicture(IMAGE, levels).whole(), GREY)
    assert not levels.any()


def test_every_so_many_pixels_are_those_of_the_whole_picture():
    assert np.array_equal(GreyPicture(IMAGE).every(16), GREY[::16, ::16])


def test_a_camera_that_sends_grey_is_read_as_it_is():
    picture = GreyPicture(GREY)
    assert picture.whole() is GREY
    assert picture.levels is None


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ((20.3, 30.9), (44.1, 60.2)),
        ((-30.0, -8.5), (-20.0, 3.0)),
        ((190.0, 100.0), (230.5, 119.9)),
        ((np.nan, 0.0), (5.0, 9.0)),
    ],
)
def test_levels_between_pixels_are_those_of_the_whole_picture(low, high):
    rng = np.random.default_rng(5)
    ends = np.array([low]), np.array([high])
    before = GreyPicture(OTHER)
    before.whole()
    grey = GreyPicture(IMAGE, before.levels).between(*ends)
    places = rng.uniform(np.nan_to_num(low), high, (50, 2)).astype(np.float32)
    x, y = places[None, :, 0], places[None, :, 1]
    both = (cv2.remap(each, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE) for each in (grey, GREY))
    assert np.array_equal(*both)


def test_a_place_that_is_no_number_asks_for_the_whole_picture():
    whole = parts_between(np.array([[np.inf, 1.0]]), np.array([[2.0, 3.0]]), (HEIGHT, WIDTH))
    assert whole == ((0, 0, WIDTH, HEIGHT),)

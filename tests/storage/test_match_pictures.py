"""Pictures out of a match's video: the right one, in any order, and no more decoded than it takes."""

import numpy as np
import pytest

from tableassist.storage import match_pictures
from tableassist.storage.match_folder import segment_name
from tableassist.storage.match_notes import Segment
from tableassist.storage.match_pictures import MatchPictures
from tableassist.storage.match_video import SegmentWriter

STEP_NS = 33_333_333
COUNT = 60
DROPPED = (7, 8, 9, 31, 59)
SIZE = (64, 48)
FIRST_NS = 5_000_000_000


def shade(number):
    return 20 + 3 * number


def picture(number):
    return np.full((SIZE[1], SIZE[0], 3), shade(number), dtype=np.uint8)


@pytest.fixture
def pictures(tmp_path):
    writer = SegmentWriter(tmp_path / segment_name(1), first_ns=FIRST_NS, width_px=SIZE[0], height_px=SIZE[1])
    for number in range(COUNT):
        if number not in DROPPED:
            writer.add(picture(number), FIRST_NS + number * STEP_NS)
    writer.close()
    found = MatchPictures(tmp_path, (Segment(1, segment_name(1), FIRST_NS, *SIZE),))
    yield found
    found.close()


def number_of(found):
    """By its time; its shade, which the encoder changes a little, is of that time."""
    number = round((found.t_ns - FIRST_NS) / STEP_NS)
    assert abs(found.t_ns - FIRST_NS - number * STEP_NS) < 1000
    assert float(np.median(found.image)) == pytest.approx(shade(number), abs=6)
    return number


def expected(number):
    return max(n for n in range(number + 1) if n not in DROPPED)


def test_any_order_gives_the_last_picture_that_was_not_taken_later(pictures):
    for number in np.random.default_rng(3).permutation(COUNT):
        assert number_of(pictures.at(FIRST_NS + int(number) * STEP_NS)) == expected(number)


def test_before_the_first_there_is_none(pictures):
    assert pictures.at(FIRST_NS - 1) is None


def test_a_dropped_picture_in_the_middle_is_not_looked_for_twice(pictures, monkeypatch):
    pictures.at(FIRST_NS)
    jumps = []
    jump = match_pictures._OpenSegment._jump
    monkeypatch.setattr(match_pictures._OpenSegment, "_jump", lambda each, to: (jumps.append(to), jump(each, to)))
    assert number_of(pictures.at(FIRST_NS + 31 * STEP_NS)) == 30
    assert len(jumps) <= 1

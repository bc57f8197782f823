"""Pictures out of a match's video: the right one, in any order, and no more decoded than it takes."""

import numpy as np
import pytest

from tableassist.store.match import VideoSegment, segment_name
from tableassist.store.match.film import MatchPictures, SegmentWriter
from tableassist.store.match.film import pictures as match_pictures
from tableassist.store.match.film.packets import filmed_in

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
    found = MatchPictures(tmp_path, (VideoSegment(1, segment_name(1), FIRST_NS, *SIZE),))
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


def test_a_file_whose_video_is_called_sound_has_no_picture_and_nothing_filmed(pictures, tmp_path):
    """A few damaged bytes are enough for that."""
    path = tmp_path / segment_name(1)
    path.write_bytes(path.read_bytes().replace(b"vide", b"soun"))
    assert pictures.at(FIRST_NS) is None
    assert list(filmed_in(path, 1)) == []


SIZES = {1: (64, 48), 2: (64, 48), 3: (96, 64), 4: (64, 48)}
"""Of the files of a match whose camera was another for a while."""
LONG_NS = 20 * STEP_NS


@pytest.fixture
def several(tmp_path):
    segments = []
    for file, (width, height) in SIZES.items():
        first_ns = (file - 1) * LONG_NS
        writer = SegmentWriter(tmp_path / segment_name(file), first_ns=first_ns, width_px=width, height_px=height)
        for number in range(20):
            image = np.full((height, width, 3), 40 * file + number, dtype=np.uint8)
            writer.add(image, first_ns + number * STEP_NS)
        writer.close()
        segments.append(VideoSegment(file, segment_name(file), first_ns, width, height))
    return tmp_path, tuple(segments)


@pytest.mark.parametrize("most_open", [1, 2, 16])
def test_from_file_to_file_each_picture_is_the_right_one(several, monkeypatch, most_open):
    """One decoder for all that are alike, however many stay open, also after a small picture and at a file's end."""
    monkeypatch.setattr(match_pictures, "OPEN", most_open)
    pictures = MatchPictures(*several)
    for place in np.random.default_rng(5).permutation(2 * len(SIZES) * 20) % (len(SIZES) * 20):
        file, number = int(place) // 20 + 1, int(place) % 20
        small = place % 7 == 0
        found = (pictures.whole_before if small else pictures.at)(int(place) * STEP_NS)
        assert found.image.shape == (*reversed(SIZES[file]), 3)
        assert small or found.t_ns == pytest.approx(int(place) * STEP_NS, abs=1000)
        assert small or float(np.median(found.image)) == pytest.approx(40 * file + number, abs=6)
        assert len(pictures._open) <= most_open
    pictures.close()
    assert not pictures._open


def test_files_stay_open(several, monkeypatch):
    pictures, opened = MatchPictures(*several), []
    start = match_pictures._OpenSegment._start
    monkeypatch.setattr(match_pictures._OpenSegment, "_start", lambda each: (opened.append(each), start(each)))
    for place in (5, 25, 45, 65, 6, 26, 46, 66, 7):
        pictures.at(place * STEP_NS)
    assert len(opened) == len(SIZES)
    pictures.close()


def test_a_file_that_cannot_be_read_leaves_the_others(several):
    folder, segments = several
    (folder / segment_name(2)).write_bytes(b"no video")
    pictures = MatchPictures(folder, segments)
    assert pictures.at(5 * STEP_NS) is not None
    assert pictures.at(25 * STEP_NS) is not None, "the last one before it"
    assert pictures.at(25 * STEP_NS).t_ns < LONG_NS
    assert pictures.at(45 * STEP_NS).t_ns == pytest.approx(45 * STEP_NS, abs=1000)
    pictures.close()

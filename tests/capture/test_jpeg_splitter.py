import pytest
from colour_pictures import BLUE, GREEN, RED, jpeg
from hypothesis import given
from hypothesis import strategies as st

from tableassist.capture.network.http_stream import JpegSplitter
from tableassist.errors import SourceError

PICTURES = [jpeg(BLUE), jpeg(GREEN), jpeg(RED, width=200, height=100)]


def split(*pieces: bytes) -> list[bytes]:
    splitter = JpegSplitter(limit_bytes=1_000_000)
    found: list[bytes] = []
    for piece in pieces:
        splitter.feed(piece)
        found += iter(splitter.next_picture, None)
    return found


@given(st.integers(min_value=1, max_value=700))
def test_pictures_are_found_however_the_bytes_arrive(size: int) -> None:
    data = b"--frame\r\n\r\n" + b"\r\n--frame\r\nContent-Length: 9\r\n\r\n".join(PICTURES)
    assert split(*(data[at : at + size] for at in range(0, len(data), size))) == PICTURES


def test_a_thumbnail_inside_a_picture_is_not_its_end() -> None:
    thumbnail = PICTURES[0]
    segment = b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    with_thumbnail = PICTURES[1][:2] + segment + PICTURES[1][2:]
    assert split(with_thumbnail, PICTURES[2]) == [with_thumbnail, PICTURES[2]]


def test_a_picture_cut_short_is_dropped_and_the_next_one_kept() -> None:
    assert split(PICTURES[0][:-40] + b"\r\n--frame\r\n\r\n" + PICTURES[1]) == [PICTURES[1]]


@given(st.binary(max_size=300))
def test_noise_before_a_picture_never_crashes(noise: bytes) -> None:
    found = split(noise, *PICTURES)
    assert found[-1:] == PICTURES[-1:] or b"\xff\xd8\xff" in noise + b"\xff\xd8"


def test_noise_is_not_kept() -> None:
    splitter = JpegSplitter(limit_bytes=10)
    for _ in range(100):
        splitter.feed(b"x" * 1000)
        assert splitter.next_picture() is None
    assert not splitter.inside_picture


def test_a_picture_without_end_is_refused_at_the_limit() -> None:
    splitter = JpegSplitter(limit_bytes=5000)
    splitter.feed(PICTURES[0][:-2] + b"\x55" * 5000)
    with pytest.raises(SourceError, match="more than 5000 bytes"):
        splitter.next_picture()

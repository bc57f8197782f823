import socket
import time
from collections.abc import Callable
from contextlib import closing
from threading import Thread

import pytest
from colour_pictures import BLUE, GREEN, RED, is_colour, jpeg
from loopback_http import MIXED, Visit, part, serving

from tableassist.capture.network.http_stream import MjpegStream, open_download, open_mjpeg
from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Frame

COLOURS = (BLUE, GREEN, RED)
PICTURES = tuple(jpeg(colour) for colour in COLOURS)


def stream_of(*pieces: bytes, content_type: str = MIXED) -> Callable[[Visit], None]:
    def script(visit: Visit) -> None:
        visit.answer(200, {"Content-Type": content_type} if content_type else {})
        for piece in pieces:
            visit.write(piece)

    return script


def stalling_after(*pieces: bytes) -> Callable[[Visit], None]:
    def script(visit: Visit) -> None:
        stream_of(*pieces)(visit)
        visit.over.wait(300)

    return script


def assert_the_three_pictures(frames: list[Frame]) -> None:
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert all(is_colour(frame.image, colour) for frame, colour in zip(frames, COLOURS, strict=True))


def read_all(url: str) -> list[Frame]:
    with closing(open_mjpeg(url, timeout_s=60)) as stream:
        return list(iter(stream.read, None))


def test_a_stream_gives_its_pictures_with_rising_times() -> None:
    began_ns = time.monotonic_ns()
    with serving(stream_of(*(part(picture, length=len(picture)) for picture in PICTURES))) as served:
        frames = read_all(f"{served.url}/video")
    assert_the_three_pictures(frames)
    times = [frame.t_ns for frame in frames]
    assert times == sorted(times)
    assert began_ns < times[0]
    assert frames[0].camera == f"{served.url}/video"


@pytest.mark.parametrize("length", [None, 7, 100_000, 99_999_999_999, 0, -5, "many"])
def test_a_content_length_that_is_missing_or_lies_does_no_harm(length: int | str | None) -> None:
    with serving(stream_of(*(part(picture, length=length) for picture in PICTURES))) as served:
        assert_the_three_pictures(read_all(served.url))


@pytest.mark.parametrize(
    "content_type",
    [
        "multipart/x-mixed-replace",
        'multipart/x-mixed-replace;boundary="--frame"',
        "multipart/x-mixed-replace; boundary=another",
        "application/octet-stream",
        "",
    ],
)
def test_a_boundary_that_is_missing_or_wrong_does_no_harm(content_type: str) -> None:
    with serving(stream_of(*(part(p) for p in PICTURES), content_type=content_type)) as served:
        assert_the_three_pictures(read_all(served.url))


def test_a_chunked_stream_is_read() -> None:
    def script(visit: Visit) -> None:
        visit.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: image/jpeg\r\n\r\n")
        data = b"".join(part(picture) for picture in PICTURES)
        for at in range(0, len(data), 100):
            piece = data[at : at + 100]
            visit.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        visit.write(b"0\r\n\r\n")

    with serving(script) as served:
        assert_the_three_pictures(read_all(served.url))


def test_a_picture_is_given_before_the_next_boundary_comes() -> None:
    with (
        serving(stalling_after(b"--frame\r\n\r\n" + PICTURES[0])) as served,
        closing(open_mjpeg(served.url, timeout_s=60)) as stream,
    ):
        assert stream.read() is not None


def test_a_damaged_picture_is_a_gap_in_the_numbers() -> None:
    damaged = PICTURES[0][:2] + b"\xff\xd9"
    with serving(stream_of(part(PICTURES[0]), part(damaged), part(PICTURES[2]))) as served:
        assert [frame.number for frame in read_all(served.url)] == [0, 2]


def test_a_server_that_stalls_is_a_failure_after_the_time_out() -> None:
    with (
        serving(stalling_after(part(PICTURES[0]), part(PICTURES[1])[:200])) as served,
        closing(open_mjpeg(served.url, timeout_s=0.3)) as stream,
    ):
        assert stream.read() is not None
        began = time.monotonic()
        with pytest.raises(SourceError, match=r"got no complete picture within 0\.3 s"):
            stream.read()
        assert time.monotonic() - began < 60


def test_a_server_that_drips_bytes_is_a_failure_after_the_time_out() -> None:
    def script(visit: Visit) -> None:
        stream_of()(visit)
        while not visit.over.wait(0.05):
            visit.write(b"-")

    with serving(script) as served, closing(open_mjpeg(served.url, timeout_s=0.3)) as stream:
        began = time.monotonic()
        with pytest.raises(SourceError, match="got no complete picture"):
            stream.read()
        assert time.monotonic() - began < 60


def test_a_server_that_never_answers_is_a_failure_after_the_time_out() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as mute,
        pytest.raises(SourceError, match=r"no answer within 0\.2 s"),
    ):
        open_mjpeg(f"http://127.0.0.1:{mute.getsockname()[1]}/", timeout_s=0.2)


def test_a_server_that_dies_in_a_picture_is_a_failure() -> None:
    with (
        serving(stream_of(part(PICTURES[0]), part(PICTURES[1])[:300])) as served,
        closing(open_mjpeg(served.url, timeout_s=60)) as stream,
    ):
        assert stream.read() is not None
        with pytest.raises(SourceError, match="interrupted in the middle of a picture"):
            stream.read()


def test_a_stream_without_any_picture_is_a_failure() -> None:
    with serving(stream_of(b"--frame\r\n\r\nhello\r\n")) as served, pytest.raises(SourceError, match="without a"):
        read_all(served.url)


def test_an_oversized_picture_is_refused() -> None:
    endless = PICTURES[0][:-2] + b"\x55" * 200_000
    with serving(stalling_after(endless)) as served:
        download = open_download(served.url, timeout_s=60)
        stream = MjpegStream(download, name="cam", timeout_s=60, limit_bytes=100_000)
        with closing(stream), pytest.raises(SourceError, match="cam: a picture of more than 100000 bytes"):
            stream.read()


def dripping(first: bytes, drop: bytes) -> Callable[[Visit], None]:
    """Raw bytes, then the same again and again for as long as the test runs."""

    def script(visit: Visit) -> None:
        visit.write(first)
        while not visit.over.wait(0.02):
            visit.write(drop)

    return script


@pytest.mark.parametrize(
    ("first", "drop"),
    [
        (b"HTTP/1.0 200 OK\r\n", b"X: y\r\n"),
        (b"HTTP/1.0 200 OK\r\nX: ", b"y"),
        (b"", b"H"),
        (b"HTTP/1.0 200 OK\r\n", b"X-Long: " + b"y" * 9000 + b"\r\n"),
    ],
)
def test_an_answer_whose_headers_never_end_is_a_failure_in_time(first: bytes, drop: bytes) -> None:
    began = time.monotonic()
    with (
        serving(dripping(first, drop)) as served,
        pytest.raises(SourceError, match=r"no answer within 0\.5 s|cannot be reached \(got more than 100 headers"),
    ):
        open_mjpeg(served.url, timeout_s=0.5)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    "drop",
    [
        b"--frame\r\nContent-Type: text/html\r\n\r\n<html><body>camera busy</body></html>\r\n",
        b"--frame\r\nContent-Type: image/jpeg\r\n",
        part(PICTURES[0][:200]),
        part(PICTURES[0][:2] + b"\xff\xd9"),
        b"\xff" * 4096,
    ],
    ids=["a page in each part", "headers without end", "pictures cut short", "empty pictures", "fill bytes"],
)
def test_a_stream_that_turns_to_nonsense_is_a_failure_in_time(drop: bytes) -> None:
    good = b"HTTP/1.0 200 OK\r\nContent-Type: " + MIXED.encode() + b"\r\n\r\n" + part(PICTURES[0])
    with serving(dripping(good, drop)) as served, closing(open_mjpeg(served.url, timeout_s=0.5)) as stream:
        first = stream.read()
        assert first is not None
        assert is_colour(first.image, BLUE)
        began = time.monotonic()
        with pytest.raises(SourceError, match=r"got no complete picture within 0\.5 s"):
            stream.read()
        assert time.monotonic() - began < 60


def test_nonsense_at_full_speed_is_a_failure_in_time_too() -> None:
    def script(visit: Visit) -> None:
        stream_of()(visit)
        while not visit.over.is_set():
            visit.write(b"--frame\r\nContent-Length: 5\r\n\r\nhello\r\n" * 1000)

    with serving(script) as served, closing(open_mjpeg(served.url, timeout_s=0.4)) as stream:
        began = time.monotonic()
        with pytest.raises(SourceError, match="got no complete picture"):
            stream.read()
        assert time.monotonic() - began < 60


def test_a_picture_that_claims_to_be_huge_is_passed_over() -> None:
    start = PICTURES[0].index(b"\xff\xc0")
    huge = PICTURES[0][: start + 5] + b"\xff\xff\xff\xff" + PICTURES[0][start + 9 :]
    with serving(stream_of(part(PICTURES[0]), part(huge), part(PICTURES[2]))) as served:
        assert [frame.number for frame in read_all(served.url)] == [0, 2]


def test_closing_wakes_a_reader_that_waits() -> None:
    with serving(stalling_after(part(PICTURES[0]))) as served:
        stream = open_mjpeg(served.url, timeout_s=300)
        assert stream.read() is not None
        got: list[Frame | None] = []
        reader = Thread(target=lambda: got.append(stream.read()))
        reader.start()
        stream.close()
        reader.join(60)
        assert got == [None]


def test_the_page_of_the_camera_is_told_from_its_stream() -> None:
    with (
        serving(stream_of(b"<html>", content_type="text/html; charset=utf-8")) as served,
        pytest.raises(SourceError, match="got text/html, expected an MJPEG stream"),
    ):
        open_mjpeg(served.url)


def test_an_answer_other_than_200_is_told() -> None:
    with (
        serving(lambda visit: visit.answer(404, {})) as served,
        pytest.raises(SourceError, match=r"the server answered 404 Not Found, expected 200$"),
    ):
        open_mjpeg(f"{served.url}/nothing")


def test_nobody_listening_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as brief:
        port = brief.getsockname()[1]
    with pytest.raises(SourceError, match=rf"^http://127\.0\.0\.1:{port}/v: cannot be reached \(.*refused\)$"):
        open_mjpeg(f"http://127.0.0.1:{port}/v")


def test_a_password_is_sent_and_never_shown() -> None:
    with serving(stream_of(part(PICTURES[0]))) as served:
        (frame,) = read_all(served.url.replace("//", "//me:p%40ss@") + "/v?pwd=p4ss")
    assert served.visits[0].headers["Authorization"] == "Basic bWU6cEBzcw=="
    assert served.visits[0].path == "/v?pwd=p4ss"
    assert frame.camera == f"{served.url}/v"


def test_a_move_to_another_path_is_followed() -> None:
    def script(visit: Visit) -> None:
        if visit.path == "/old":
            visit.answer(302, {"Location": "/new"})
        else:
            stream_of(part(PICTURES[0]))(visit)

    with serving(script) as served:
        assert len(read_all(f"{served.url}/old")) == 1
    assert [visit.path for visit in served.visits] == ["/old", "/new"]


def test_a_circle_of_moves_ends() -> None:
    with (
        serving(lambda visit: visit.answer(302, {"Location": "/again"})) as served,
        pytest.raises(SourceError, match="too many redirects, expected a stream"),
    ):
        open_mjpeg(served.url)


@pytest.mark.parametrize(
    ("location", "expected"),
    [("file:///x", "cannot be read, expected http"), ("ftp://127.0.0.1/x", "redirects to ftp://")],
)
def test_a_move_out_of_the_web_is_refused(location: str, expected: str) -> None:
    with (
        serving(lambda visit: visit.answer(302, {"Location": location})) as served,
        pytest.raises(SourceError, match=expected),
    ):
        open_mjpeg(served.url)

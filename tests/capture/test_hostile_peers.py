"""Servers that drip, lie, send on and claim: each ends in one line, in time, and without the password."""

import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from threading import Event, Thread

import cv2
import numpy as np
import pytest
from colour_pictures import BLUE, is_colour, jpeg, plain
from loopback_http import MIXED, Visit, part, serving
from loopback_rtsp import rtsp_serving

from tableassist.capture.network.http_stream import open_mjpeg
from tableassist.capture.network.rtsp_stream import open_rtsp
from tableassist.capture.picture import QUICK_PIXELS, count_passes, decode_in_child, decode_picture
from tableassist.errors import SourceError

PATIENCE_S = 60.0
"""Far beyond every limit here: without one a test would wait for ever."""


def dripping(visit: Visit, before: bytes, drop: bytes) -> None:
    """A byte at a time, each well within a socket's own time-out."""
    visit.write(before)
    with suppress(ConnectionError):
        while not visit.over.wait(0.02):
            visit.write(drop)


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: " + MIXED.encode() + b"\r\n\r\n"
PICTURE = part(jpeg(BLUE))
FIRST = CHUNKED + b"%x\r\n%s\r\n" % (len(PICTURE), PICTURE)


@pytest.mark.parametrize(
    ("before", "drop"),
    [
        (b"", b"H"),
        (b"HTTP/1.1 200 OK\r\nX: ", b"x"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
)
def test_an_answer_that_drips_in_is_a_failure_in_time(before: bytes, drop: bytes) -> None:
    began = time.monotonic()
    with (
        serving(lambda visit: dripping(visit, before, drop)) as served,
        pytest.raises(SourceError, match=r"no answer within 0\.4 s"),
    ):
        open_mjpeg(served.url, timeout_s=0.4)
    assert time.monotonic() - began < PATIENCE_S


@pytest.mark.parametrize(
    ("before", "drop"),
    [
        pytest.param(b"", b"0", id="the length of a chunk"),
        pytest.param(b"5;", b"x", id="what follows that length"),
        pytest.param(b"0\r\nX: ", b"x", id="a trailer"),
        pytest.param(b"0\r\n", b"X: y\r\n", id="trailers without end"),
        pytest.param(b"ffff\r\n", b"\xff", id="a chunk"),
    ],
)
def test_a_chunk_that_drips_in_is_a_failure_in_time(before: bytes, drop: bytes) -> None:
    began = time.monotonic()
    with (
        serving(lambda visit: dripping(visit, FIRST + before, drop)) as served,
        closing(open_mjpeg(served.url, timeout_s=0.5)) as stream,
    ):
        assert stream.read() is not None
        with pytest.raises(SourceError, match=r"no whole picture came within 0\.5 s|the stream broke off"):
            stream.read()
    assert time.monotonic() - began < PATIENCE_S


def test_a_tls_greeting_that_drips_in_is_a_failure_in_time() -> None:
    def drip(line: socket.socket, over: Event) -> None:
        with suppress(OSError):
            line.sendall(b"\x16\x03\x03\x40\x00\x02")
            while not over.wait(0.02):
                line.sendall(b"\x00")

    began = time.monotonic()
    with (
        answering(drip) as port,
        pytest.raises(SourceError, match=r"no answer within 0\.4 s|cannot be reached"),
    ):
        open_mjpeg(f"https://127.0.0.1:{port}/", timeout_s=0.4)
    assert time.monotonic() - began < PATIENCE_S


@contextmanager
def answering(answer: Callable[[socket.socket, Event], None], *, visits: int = 1) -> Iterator[int]:
    """A server on the loopback; its port."""
    over = Event()

    def serve() -> None:
        with suppress(OSError):
            for _ in range(visits):
                with server.accept()[0] as line:
                    answer(line, over)

    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE_S)
        thread = Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            over.set()
            with suppress(OSError):
                server.shutdown(socket.SHUT_RDWR)
            thread.join()


def test_a_password_follows_no_redirect_to_another_port_or_scheme() -> None:
    """A host is not yet the server that the password was given for."""

    def picture(visit: Visit) -> None:
        visit.answer(200, {"Content-Type": MIXED})
        visit.write(PICTURE)

    with serving(picture) as other:
        moved = {"Location": f"{other.url}/elsewhere"}
        with serving(lambda visit: visit.answer(302, moved)) as first:
            url = first.url.replace("http://", "http://me:secret@")
            with closing(open_mjpeg(url, timeout_s=PATIENCE_S)) as stream:
                assert stream.read() is not None
    assert "Authorization" in first.visits[0].headers
    assert other.url != first.url
    assert "Authorization" not in other.visits[0].headers


def test_a_password_follows_a_redirect_on_the_same_server() -> None:
    def script(visit: Visit) -> None:
        if visit.path == "/":
            visit.answer(302, {"Location": "/video"})
        else:
            visit.answer(200, {"Content-Type": MIXED})
            visit.write(PICTURE)

    with serving(script) as served:
        url = served.url.replace("http://", "http://me:secret@")
        with closing(open_mjpeg(url, timeout_s=PATIENCE_S)) as stream:
            assert stream.read() is not None
    assert [visit.headers["Authorization"] for visit in served.visits] == ["Basic bWU6c2VjcmV0"] * 2


def heard(line: socket.socket) -> bytes:
    request = b""
    while b"\r\n\r\n" not in request and (piece := line.recv(4096)):
        request += piece
    return request


def test_an_rtsp_password_follows_no_redirect() -> None:
    """The other server asks for it plainly, as FFmpeg would tell it."""
    asked: list[bytes] = []

    def wants_password(line: socket.socket, _over: Event) -> None:
        line.settimeout(PATIENCE_S)
        while request := heard(line):
            asked.append(request)
            number = request.split(b"CSeq: ")[1].split(b"\r\n")[0]
            line.sendall(b'RTSP/1.0 401 No\r\nCSeq: %s\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n' % number)

    with answering(wants_password, visits=3) as other:

        def sends_on(line: socket.socket, _over: Event) -> None:
            heard(line)
            line.sendall(b"RTSP/1.0 302 Moved\r\nCSeq: 1\r\nLocation: rtsp://127.0.0.1:%d/x\r\n\r\n" % other)

        with (
            answering(sends_on, visits=2) as first,
            pytest.raises(SourceError, match="cannot be opened") as caught,
        ):
            open_rtsp(f"rtsp://me:secret@127.0.0.1:{first}/1", timeout_s=5)
    assert asked
    assert not any(b"Authorization" in request for request in asked)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("size", ["2147483647", "99999999999999999999", "-1", "many"])
def test_an_rtsp_description_that_claims_gigabytes_is_refused(size: str) -> None:
    def claims(line: socket.socket, over: Event) -> None:
        heard(line)
        line.sendall(f"RTSP/1.0 200 OK\r\nCSeq: 1\r\nContent-Length: {size}\r\n\r\n".encode())
        over.wait(PATIENCE_S)

    with (
        answering(claims) as port,
        pytest.raises(SourceError, match=f"cannot be opened .it describes itself in {size} bytes, expected at most"),
    ):
        open_rtsp(f"rtsp://127.0.0.1:{port}/1", timeout_s=PATIENCE_S)


@pytest.mark.parametrize("location", ["http://127.0.0.1/x", "file:///etc/passwd"])
def test_an_rtsp_server_that_sends_on_to_something_else_is_refused(location: str) -> None:
    def sends_on(line: socket.socket, _over: Event) -> None:
        heard(line)
        line.sendall(f"RTSP/1.0 301 Moved\r\nCSeq: 1\r\nLocation: {location}\r\n\r\n".encode())

    with answering(sends_on) as port, pytest.raises(SourceError, match=r"sends on to|cannot be read"):
        open_rtsp(f"rtsp://127.0.0.1:{port}/1", timeout_s=PATIENCE_S)


def test_an_rtsp_answer_that_drips_in_is_a_failure_in_time() -> None:
    def drip(line: socket.socket, over: Event) -> None:
        with suppress(OSError):
            line.sendall(b"RTSP/1.0 200 OK\r\nX: ")
            while not over.wait(0.02):
                line.sendall(b"x")

    began = time.monotonic()
    with answering(drip) as port, pytest.raises(SourceError, match=r"no answer within 0\.4 s"):
        open_rtsp(f"rtsp://127.0.0.1:{port}/1", timeout_s=0.4)
    assert time.monotonic() - began < PATIENCE_S


def test_an_rtsp_redirect_is_followed_to_the_stream() -> None:
    with rtsp_serving([plain(BLUE)] * 60) as url:

        def sends_on(line: socket.socket, _over: Event) -> None:
            heard(line)
            line.sendall(f"RTSP/1.0 302 Moved\r\nCSeq: 1\r\nLocation: {url}\r\n\r\n".encode())

        with (
            answering(sends_on) as first,
            closing(open_rtsp(f"rtsp://127.0.0.1:{first}/old", timeout_s=PATIENCE_S)) as stream,
        ):
            frame = stream.read()
    assert frame is not None
    assert is_colour(frame.image, BLUE)


def progressive(side: int, repeats: int) -> bytes:
    """One of its passes over the whole picture, repeated: few bytes, and much work."""
    data = cv2.imencode(".jpg", np.zeros((side, side), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    starts = [at for at in range(len(data) - 1) if data[at : at + 2] == b"\xff\xda"]
    begin, end = starts[1], starts[2]
    return data[:end] + data[begin:end] * repeats + data[end:]


def test_passes_over_a_picture_are_counted() -> None:
    assert count_passes(jpeg(BLUE)) == 1
    few, more = progressive(64, 0), progressive(64, 7)
    assert count_passes(few) > 1
    assert count_passes(more) == count_passes(few) + 7
    assert count_passes(b"\xff\xd8" + b"\xff\x01" * 1_000_000) >= 10_000, "counted in no time"


def test_a_progressive_bomb_is_refused_in_a_live_stream() -> None:
    bomb = progressive(2048, 400)
    assert len(bomb) < 5_000_000
    assert 2048 * 2048 * count_passes(bomb) > QUICK_PIXELS
    with pytest.raises(SourceError, match="takes too long to decode is refused"):
        decode_picture(bomb, origin="x", may_take_long=False)


def test_a_progressive_bomb_in_a_file_is_ended_in_time() -> None:
    bomb = progressive(8192, 9000)
    assert len(bomb) < 200_000_000
    began = time.monotonic()
    with pytest.raises(SourceError, match="x: took longer than 2 s to decode"):
        decode_in_child(bomb, flags=cv2.IMREAD_COLOR, origin="x", limit_s=2.0)
    assert time.monotonic() - began < PATIENCE_S


def test_a_large_honest_picture_is_decoded_in_a_child_to_the_same_pixels() -> None:
    image = np.zeros((2400, 3200, 3), np.uint8)
    image[300:900, 500:2500] = (40, 90, 200)
    coded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    assert 2400 * 3200 * count_passes(coded) > QUICK_PIXELS
    assert (decode_picture(coded, origin="x") == cv2.imdecode(np.frombuffer(coded, np.uint8), 1)).all()


def test_a_damaged_large_picture_is_told() -> None:
    head = struct.pack(">IIBBBBB", 10_000, 10_000, 8, 2, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head + bytes(40)
    with pytest.raises(SourceError, match="x: the picture is damaged or cut short"):
        decode_picture(data, origin="x")

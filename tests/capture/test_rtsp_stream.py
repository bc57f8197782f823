import socket
import time
from contextlib import closing, suppress
from threading import Thread

import pytest
from colour_pictures import BLUE, GREEN, is_colour, plain
from loopback_rtsp import rtsp_serving

from tableassist.capture.network.rtsp_stream import open_rtsp
from tableassist.errors import SourceError


def test_a_stream_gives_its_pictures_with_rising_times() -> None:
    began_ns = time.monotonic_ns()
    images = [plain(BLUE)] * 60 + [plain(GREEN)] * 30
    with rtsp_serving(images) as url, closing(open_rtsp(url, timeout_s=60)) as stream:
        frames = list(iter(stream.read, None))
    assert len(frames) > 30  # FFmpeg passes over about the first 30 while it finds out what comes
    assert is_colour(frames[0].image, BLUE)
    assert is_colour(frames[-1].image, GREEN)
    assert [frame.number for frame in frames] == list(range(len(frames)))
    times = [frame.t_ns for frame in frames]
    assert times == sorted(times)
    assert began_ns < times[0]
    assert frames[0].camera == url


def test_a_stream_that_stalls_is_a_failure_after_the_time_out() -> None:
    with (
        rtsp_serving([plain(BLUE)] * 60, stall=True) as url,
        closing(open_rtsp(url, timeout_s=1)) as stream,
    ):
        assert stream.read() is not None
        began = time.monotonic()
        with pytest.raises(SourceError, match="got no picture within 1 s"):
            list(iter(stream.read, None))
        assert time.monotonic() - began < 60


def test_nobody_listening_is_told_in_one_line_without_the_password() -> None:
    with socket.create_server(("127.0.0.1", 0)) as brief:
        port = brief.getsockname()[1]
    with pytest.raises(SourceError) as caught:
        open_rtsp(f"rtsp://me:secret@127.0.0.1:{port}/1?pwd=secret")
    assert str(caught.value) == f"rtsp://127.0.0.1:{port}/1: cannot be opened (Connection refused)"


def test_a_server_that_never_answers_is_a_failure_after_the_time_out() -> None:
    began = time.monotonic()
    with (
        socket.create_server(("127.0.0.1", 0)) as mute,
        pytest.raises(SourceError, match=r"cannot be opened \(no answer within 0\.4 s\)"),
    ):
        open_rtsp(f"rtsp://127.0.0.1:{mute.getsockname()[1]}/1", timeout_s=0.4)
    assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html>", b"\x00" * 4096, b"RTSP/1.0 "]
)
def test_a_server_that_lies_is_a_failure_in_time(answer: bytes) -> None:
    def lie(server: socket.socket) -> None:
        visitor, _ = server.accept()
        with visitor, suppress(OSError):
            visitor.sendall(answer)
            while visitor.recv(4096):
                visitor.sendall(answer)

    began = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as server:
        liar = Thread(target=lie, args=(server,))
        liar.start()
        with pytest.raises(SourceError, match="cannot be opened"):
            open_rtsp(f"rtsp://127.0.0.1:{server.getsockname()[1]}/1", timeout_s=0.6)
        liar.join(60)
    assert not liar.is_alive()
    assert time.monotonic() - began < 60

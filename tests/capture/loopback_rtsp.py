"""The least RTSP server that a player accepts: one H.264 track, interleaved in the RTSP connection itself."""

import re
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from threading import Event, Thread

import av

from tableassist.vision.camera.frame import Image

_SDP = (
    "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n"
    "m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1\r\n"
    "a=framerate:30\r\na=control:track1\r\n"
)
_ANSWERS = {
    "OPTIONS": ("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n", ""),
    "DESCRIBE": ("Content-Type: application/sdp\r\n", _SDP),
    "SETUP": ("Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n", ""),
}


def _coded(images: list[Image]) -> list[bytes]:
    coder = av.CodecContext.create("libx264", "w")
    assert isinstance(coder, av.VideoCodecContext)
    coder.height, coder.width = images[0].shape[:2]
    coder.pix_fmt, coder.framerate = "yuv420p", Fraction(30)
    coder.options = {"tune": "zerolatency", "g": "1", "x264-params": "repeat-headers=1:log=-1"}
    packets = []
    for number, image in enumerate(images):
        frame = av.VideoFrame.from_ndarray(image, format="bgr24")
        frame.pts = number
        packets += coder.encode(frame)
    return [bytes(packet) for packet in packets + coder.encode(None)]


def _rtp(pictures: list[bytes]) -> Iterator[bytes]:
    sequence = 0
    for number, picture in enumerate(pictures):
        units = [unit for unit in re.split(rb"\0?\0\0\x01", picture) if unit]
        for unit in units:
            last = 0x80 if unit is units[-1] else 0
            header = struct.pack(">BBHII", 0x80, 96 | last, sequence, number * 3000, 7)
            yield struct.pack(">BBH", 0x24, 0, len(header) + len(unit)) + header + unit
            sequence += 1


def _converse(server: socket.socket, pictures: list[bytes], stall: bool, over: Event) -> None:
    with suppress(OSError):
        for _ in range(2):  # we ask ourselves first, then FFmpeg plays it
            _answer_all(server, pictures, stall, over)


def _answer_all(server: socket.socket, pictures: list[bytes], stall: bool, over: Event) -> None:
    with server.accept()[0] as line, line.makefile("rb") as asked:
        while (request := asked.readline().decode()) != "":
            headers = dict(h.decode().strip().split(": ", 1) for h in iter(asked.readline, b"\r\n"))
            extra, body = _ANSWERS.get(request.split()[0], ("Session: 1\r\n", ""))
            length = f"Content-Length: {len(body)}\r\n" if body else ""
            line.sendall(f"RTSP/1.0 200 OK\r\nCSeq: {headers['CSeq']}\r\n{extra}{length}\r\n{body}".encode())
            if request.startswith("PLAY"):
                for packet in _rtp(pictures):
                    line.sendall(packet)
                if stall:
                    over.wait(300)
                    return
                # To close with the player's reports unread would reset the line, and lose what it has not read.
                line.shutdown(socket.SHUT_WR)
                while asked.read1(4096):
                    pass
                return


@contextmanager
def rtsp_serving(images: list[Image], *, stall: bool = False) -> Iterator[str]:
    over = Event()
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        thread = Thread(target=_converse, args=(server, _coded(images), stall, over))
        thread.start()
        try:
            yield f"rtsp://127.0.0.1:{server.getsockname()[1]}/table"
        finally:
            over.set()
            thread.join()

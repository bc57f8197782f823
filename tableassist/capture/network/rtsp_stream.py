"""Play an RTSP stream. What the server answers first is asked by ourselves: FFmpeg trusts the server too far.

FFmpeg takes the password along wherever the server sends it on to, and as much memory as the server says that its
description has.
"""

import socket
import time
from io import BufferedReader
from threading import Lock
from urllib.parse import urljoin

import av
from av.container import InputContainer

from tableassist.capture.network.http_stream import TimedWire
from tableassist.capture.network.stream_address import StreamAddress, stream_address
from tableassist.capture.picture import LIMIT_MEGAPIXELS
from tableassist.capture.video_file import bgr_image
from tableassist.errors import SourceError
from tableassist.messages import Message, Text, template
from tableassist.vision.camera.frame import Frame

_MOVES_FOLLOWED = 3
_MOST_LINES, _LINE_BYTES = 100, 4096
_MOST_DESCRIPTION_BYTES = 1_000_000
_CANNOT = template("{name}: cannot be opened ({reason})")


def greeted(address: StreamAddress, *, timeout_s: float) -> str:
    """The address at which it plays, with the password only if that is still the server it was given for."""
    secret = address.parts.netloc.rpartition("@")[0]
    at = address
    for _ in range(1 + _MOVES_FOLLOWED):
        target = _asked(at, timeout_s)
        if target is None:
            return at.parts._replace(netloc=f"{secret}@{_place(at)}").geturl() if secret else at.without_password
        if target.origin != at.origin:
            secret = ""
        at = target
    raise _failed(address, Message("it sends on from address to address, expected a stream"))


def _asked(at: StreamAddress, timeout_s: float) -> StreamAddress | None:
    request = f"DESCRIBE {at.without_password} RTSP/1.0\r\nCSeq: 1\r\nAccept: application/sdp\r\n\r\n"
    try:
        with socket.create_connection((at.host, at.port or at.usual_port), timeout_s) as line:
            wire = TimedWire(line)
            wire.limit(timeout_s)
            wire.sendall(request.encode("utf-8", "replace"))
            with wire.makefile() as answer:
                return sent_on_to(answer, at)
    except TimeoutError:
        raise _failed(at, Message("no answer within {seconds:g} s", seconds=timeout_s)) from None
    except OSError as problem:
        raise _failed(at, problem.strerror or str(problem)) from None


def sent_on_to(answer: BufferedReader, at: StreamAddress) -> StreamAddress | None:
    """By this answer; None where it plays here, or where the library will tell why not."""
    status, headers = _status(answer, at), _headers(answer)
    if not 300 <= status < 400 or "location" not in headers:
        _check_description(at, headers)
        return None
    target = stream_address(_joined(at, headers["location"]))
    if target.scheme != "rtsp":
        raise _failed(at, Message("it sends on to {scheme}://, expected rtsp", scheme=target.scheme))
    return target


def _joined(at: StreamAddress, location: str) -> str:
    try:
        return urljoin(at.without_password, location)
    except ValueError:
        return ""  # which is no address, and told as such


def _status(answer: BufferedReader, at: StreamAddress) -> int:
    words = answer.readline(_LINE_BYTES).split()
    if len(words) < 2 or not words[0].startswith(b"RTSP/") or not words[1].isdigit() or len(words[1]) > 3:
        raise _failed(at, Message("no answer of an RTSP server"))
    return int(words[1])


def _headers(answer: BufferedReader) -> dict[str, str]:
    headers: dict[str, str] = {}
    for _ in range(_MOST_LINES):
        name, colon, value = answer.readline(_LINE_BYTES).decode("utf-8", "replace").strip().partition(":")
        if not colon:
            break
        headers[name.strip().lower()] = value.strip()
    return headers


def _check_description(at: StreamAddress, headers: dict[str, str]) -> None:
    size = headers.get("content-length", "0")
    if not size.isdecimal() or len(size) > 9 or int(size) > _MOST_DESCRIPTION_BYTES:
        claims = Message("it describes itself in {size} bytes, expected at most {most}", size=size[:20],
                         most=_MOST_DESCRIPTION_BYTES)  # fmt: skip
        raise _failed(at, claims)


def _place(at: StreamAddress) -> str:
    return at.parts.netloc.rpartition("@")[2]


def _failed(at: StreamAddress, reason: Text) -> SourceError:
    return SourceError(_CANNOT, name=at.shown, reason=reason)


class RtspStream:
    live = True

    def __init__(self, container: InputContainer, *, name: str, timeout_s: float) -> None:
        if not container.streams.video:
            raise SourceError("{name}: the stream holds no video", name=name)
        self.name = name
        self._container = container
        self._timeout_s = timeout_s
        stream = container.streams.video[0]
        if stream.codec_context is None:
            raise SourceError("{name}: the video is in a coding that cannot be read", name=name)
        # Refused by the decoder before it takes the memory.
        stream.codec_context.options = {"max_pixels": str(LIMIT_MEGAPIXELS * 1_000_000)}
        self._frames = container.decode(stream)
        self._number = 0
        self._closed = False
        # PyAV must not close what another thread is reading; so close() waits, at most for the time-out.
        self._in_use = Lock()

    def read(self) -> Frame | None:
        with self._in_use:
            if self._closed:
                return None
            try:
                shown = next(self._frames, None)
            except (av.ExitError, TimeoutError) as error:
                raise SourceError(
                    "{name}: no picture came within {seconds:g} s", name=self.name, seconds=self._timeout_s
                ) from error
            except (av.FFmpegError, OSError) as error:
                raise SourceError(
                    "{name}: the stream broke off ({problem})", name=self.name, problem=error.strerror or str(error)
                ) from error
            if shown is None:
                return None
            t_ns = time.monotonic_ns()
            if shown.width * shown.height > LIMIT_MEGAPIXELS * 1_000_000:
                form = template("{name}: sends {width} x {height} pixels, expected at most {most} megapixels")
                raise SourceError(form, name=self.name, width=shown.width, height=shown.height, most=LIMIT_MEGAPIXELS)
            image = bgr_image(shown, upright=False)  # a fixed camera's profile is of the sensor as it lies
            frame = Frame(image=image, t_ns=t_ns, number=self._number, camera=self.name)
            self._number += 1
            return frame

    def close(self) -> None:
        self._closed = True
        with self._in_use:
            self._container.close()


def open_rtsp(url: str, *, timeout_s: float = 5.0) -> RtspStream:
    address = stream_address(url)
    name = address.shown
    options = {
        # UDP loses packets, which smear over many pictures; a smeared tag is measured wrongly.
        "rtsp_transport": "tcp",
        "timeout": str(round(timeout_s * 1_000_000)),
        "fflags": "nobuffer",
        "protocol_whitelist": "rtsp,rtp,tcp",
    }
    url = greeted(address, timeout_s=timeout_s)
    started = time.monotonic()
    try:
        container = av.open(url, mode="r", options=options, timeout=timeout_s, metadata_errors="replace")
    except (av.FFmpegError, OSError) as error:
        # FFmpeg tells a time-out here as invalid data, so the clock has to say.
        late = time.monotonic() - started >= timeout_s
        reason = (
            Message("no answer within {seconds:g} s", seconds=timeout_s) if late else (error.strerror or str(error))
        )
        raise SourceError("{name}: cannot be opened ({reason})", name=name, reason=reason) from error
    try:
        return RtspStream(container, name=name, timeout_s=timeout_s)
    except SourceError:
        container.close()
        raise

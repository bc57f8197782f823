"""What an RTSP server answers first, asked by ourselves: the library that plays it trusts the server too far.

It takes the password along wherever the server sends it on to, and as much memory as the server says that its
description has.
"""

import socket
from io import BufferedReader
from urllib.parse import urljoin

from tableassist.capture.network.stream_address import StreamAddress, stream_address
from tableassist.capture.network.timed_wire import TimedWire
from tableassist.errors import SourceError
from tableassist.messages import Message, Text, template

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

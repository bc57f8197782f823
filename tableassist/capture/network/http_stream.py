"""MJPEG streams over HTTP: a download with time limits, split into JPEG pictures."""

import logging
import re
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from io import BufferedReader, RawIOBase
from threading import Event, Lock, Timer
from typing import Any
from urllib.parse import urljoin

from tableassist.capture.network.stream_address import StreamAddress, stream_address
from tableassist.capture.picture import decode_picture
from tableassist.errors import SourceError, fault_words
from tableassist.messages import template
from tableassist.vision.camera.frame import Frame


class TimedWire:
    """As `http.client` needs a socket. A socket's own time-out begins anew with each byte that comes."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._deadline = time.monotonic()

    def limit(self, seconds: float) -> None:
        """All that is read from now on has to come within that time, else TimeoutError."""
        self._deadline = time.monotonic() + seconds

    def receive_into(self, buffer: Any) -> int:
        left_s = self._deadline - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        self._wire.settimeout(left_s)
        return self._wire.recv_into(buffer)

    def sendall(self, data: Any) -> None:
        self._wire.settimeout(max(0.001, self._deadline - time.monotonic()))
        self._wire.sendall(data)

    def makefile(self, _mode: str = "rb", *_: Any, **__: Any) -> BufferedReader:
        return BufferedReader(_Reading(self))

    def interrupt(self) -> None:
        """Wakes a reader that waits, in another thread."""
        with suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """`http.client` closes as soon as it knows that no second request can follow, and reads on: see `hang_up`."""

    def hang_up(self) -> None:
        self._wire.close()


class _Reading(RawIOBase):
    def __init__(self, wire: TimedWire) -> None:
        self._timed = wire

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._timed.receive_into(buffer)


_MOVED = frozenset({301, 302, 303, 307, 308})
_MOVES_FOLLOWED = 3
_CHUNK_BYTES = 65_536
_REFUSED = template("{source}: the server answered {status} {reason}, expected 200")
_WANTS_PASSWORD = template(
    "{source}: the server answered {status} {reason}, expected 200; give the password as http://USER:PASSWORD@HOST/PATH"
)


class HttpDownload:
    def __init__(self, connection: HTTPConnection, wire: TimedWire, response: HTTPResponse) -> None:
        self.content_type = response.headers.get_content_type() if "Content-Type" in response.headers else ""
        self._connection = connection
        self._wire = wire
        self.response = response
        self._closed = Event()
        self._in_use = Lock()

    def read_some(self, within_s: float) -> bytes:
        """What has arrived, waiting for the first byte; empty at the end, and after close. TimeoutError where the first
        byte does not come in time, be it that the length before it only drips in."""
        with self._in_use:
            if self._closed.is_set():
                return b""
            self._wire.limit(within_s)
            try:
                return self.response.read1(_CHUNK_BYTES)
            except (OSError, HTTPException):
                if self._closed.is_set():
                    return b""
                raise

    def close(self) -> None:
        self._closed.set()
        # Wakes a reader that waits for bytes; only then can the response be closed under the lock.
        self._wire.interrupt()
        with self._in_use:
            self.response.close()
            self._connection.close()
            self._wire.hang_up()


def open_download(url: str, *, timeout_s: float) -> HttpDownload:
    address = stream_address(url)
    authorization = address.authorization
    for _ in range(1 + _MOVES_FOLLOWED):
        try:
            answer = _ask(address, authorization=authorization, timeout_s=timeout_s)
        except TimeoutError as error:
            raise SourceError(
                "{source}: no answer within {seconds:g} s", source=address.shown, seconds=timeout_s
            ) from error
        except (OSError, HTTPException, ValueError) as error:
            raise SourceError(
                "{source}: cannot be reached ({reason})", source=address.shown, reason=_reason(error)
            ) from error
        if answer.response.status == 200:
            return answer
        answer.close()
        target = _moved_to(address, answer.response)
        if target.origin != address.origin:
            authorization = None  # a password is for the server it was given for
        address = target
    raise SourceError("{source}: the server sends on from address to address, expected a stream", source=address.shown)


def _ask(address: StreamAddress, *, authorization: str | None, timeout_s: float) -> HttpDownload:
    connection = HTTPConnection(address.host, address.port or address.usual_port)
    wire = TimedWire(_connected(address, timeout_s))
    connection.sock, connection.default_port = wire, address.usual_port
    try:
        wire.limit(timeout_s)
        headers = {"User-Agent": "tableassist", "Accept": "*/*"}
        if authorization is not None:
            headers["Authorization"] = authorization
        connection.request("GET", address.request_path, headers=headers)
        return HttpDownload(connection, wire, connection.getresponse())
    except BaseException:
        wire.hang_up()
        raise


def _connected(address: StreamAddress, timeout_s: float) -> socket.socket:
    wire = socket.create_connection((address.host, address.port or address.usual_port), timeout_s)
    if address.scheme != "https":
        return wire
    try:
        with _cut_off_after(wire, timeout_s):
            return ssl.create_default_context().wrap_socket(wire, server_hostname=address.host)
    except BaseException:
        wire.close()
        raise


@contextmanager
def _cut_off_after(wire: socket.socket, timeout_s: float) -> Iterator[None]:
    """For the whole greeting, of which we read no byte ourselves."""
    late = Event()

    def cut_off() -> None:
        late.set()
        with suppress(OSError):
            wire.shutdown(socket.SHUT_RDWR)

    timer = Timer(timeout_s, cut_off)
    timer.start()
    try:
        yield
    except (OSError, HTTPException, ValueError) as error:
        if late.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
        timer.join()


def _moved_to(address: StreamAddress, response: HTTPResponse) -> StreamAddress:
    location = response.headers.get("Location")
    if response.status not in _MOVED or location is None:
        raise SourceError(
            _WANTS_PASSWORD if response.status == 401 else _REFUSED,
            source=address.shown,
            status=response.status,
            reason=response.reason,
        )
    target = stream_address(urljoin(address.url, location))
    if target.scheme not in ("http", "https"):
        form = template("{source}: sends on to {scheme}://, expected http or https")
        raise SourceError(form, source=address.shown, scheme=target.scheme)
    return target


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else fault_words(error)


_START = b"\xff\xd8\xff"
# A marker that is neither a stuffed byte, a fill byte nor a restart: inside the coded picture there is none.
_MARKER = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
_BEGIN, _END, _LONE = 0xD8, 0xD9, 0x01


class JpegSplitter:
    """Walks each picture's own segments to find where it ends.

    Boundaries and Content-Length are not asked: cheap cameras leave them out, misspell them or count wrong,
    and to wait for the next boundary would show every picture one picture late. A search for the two bytes of
    the end alone would stop at the end of an EXIF thumbnail.
    """

    def __init__(self, *, limit_bytes: int) -> None:
        self._limit_bytes = limit_bytes
        self._bytes = bytearray()
        self._inside = False
        self._at = 0  # how far the picture at the front has been walked

    @property
    def inside_picture(self) -> bool:
        return self._inside

    def feed(self, data: bytes) -> None:
        self._bytes += data

    def next_picture(self) -> bytes | None:
        """The next whole picture; None until more is fed. SourceError past the limit."""
        while self._inside or self._find_start():
            marker = self._walk()
            if marker is None:
                if len(self._bytes) > self._limit_bytes:
                    raise SourceError("a picture of more than {most} bytes is refused", most=self._limit_bytes)
                return None
            picture = bytes(self._bytes[: self._at])
            del self._bytes[: self._at]
            self._inside = False
            if marker == _END:
                return picture
            # A picture begins inside this one, which so was cut short: drop it, go on with the new one.
        return None

    def _find_start(self) -> bool:
        start = self._bytes.find(_START)
        # Keep what may be the first part of a start.
        del self._bytes[: start if start >= 0 else max(0, len(self._bytes) - len(_START) + 1)]
        self._inside = start >= 0
        self._at = 2
        return self._inside

    def _walk(self) -> int | None:
        """Goes on to the end, or to another beginning, and says which; None when the bytes run out."""
        while (match := _MARKER.search(self._bytes, self._at)) is not None:
            start = match.start()
            marker = self._bytes[start + 1]
            if marker == _BEGIN:
                self._at = start
                return _BEGIN
            if marker == _END:
                self._at = start + 2
                return _END
            if marker == _LONE:
                self._at = start + 2
                continue
            if start + 4 > len(self._bytes):
                self._at = start
                return None
            length = int.from_bytes(self._bytes[start + 2 : start + 4], "big")
            self._at = start + 2 + max(length, 2)
        # The last byte may be the first half of a marker.
        self._at = max(self._at, len(self._bytes) - 1)
        return None


log = logging.getLogger(__name__)
LIMIT_PICTURE_BYTES = 32 * 1024 * 1024

# A person's most likely mistake: the address of the page that shows the stream, not of the stream.
_NOT_A_STREAM = ("text/", "video/", "application/json", "application/vnd.apple", "application/x-mpegurl")


class MjpegStream:
    live = True

    def __init__(
        self, download: HttpDownload, *, name: str, timeout_s: float, limit_bytes: int = LIMIT_PICTURE_BYTES
    ) -> None:
        self.name = name
        self._download = download
        self._timeout_s = timeout_s
        self._pictures = JpegSplitter(limit_bytes=limit_bytes)
        self._number = 0
        self._closed = False

    def read(self) -> Frame | None:
        # For the whole picture: a server that sends byte by byte stalls too, but never times out.
        deadline = time.monotonic() + self._timeout_s
        while not self._closed:
            picture = self._next_picture()
            if picture is not None:
                frame = self._frame(picture)
                if frame is not None:
                    return frame
            elif not self._receive(deadline - time.monotonic()):
                self._check_end()
                return None
            if time.monotonic() > deadline:
                raise self._stalled()
        return None

    def close(self) -> None:
        self._closed = True
        self._download.close()

    def _next_picture(self) -> bytes | None:
        try:
            return self._pictures.next_picture()
        except SourceError as error:
            raise SourceError("{name}: {problem}", name=self.name, problem=error.message) from error

    def _frame(self, picture: bytes) -> Frame | None:
        t_ns = time.monotonic_ns()
        number = self._number
        # A picture damaged on its way is a dropped frame, seen as a gap in the numbers.
        self._number += 1
        try:
            image = decode_picture(picture, origin=self.name, may_take_long=False)
        except SourceError as problem:
            log.debug("%s", problem)
            return None
        return Frame(image=image, t_ns=t_ns, number=number, camera=self.name)

    def _receive(self, within_s: float) -> bool:
        """Takes in what has arrived; False at the end of the stream."""
        try:
            data = self._download.read_some(within_s)
        except TimeoutError as error:
            raise self._stalled() from error
        except (OSError, HTTPException) as error:
            raise SourceError(
                "{name}: the stream broke off ({problem})", name=self.name, problem=fault_words(error)
            ) from error
        self._pictures.feed(data)
        return bool(data)

    def _check_end(self) -> None:
        """An end between two pictures is a good one; any other is a failure, unless we closed it."""
        if self._closed:
            return
        if self._pictures.inside_picture:
            raise SourceError("{name}: the stream broke off in the middle of a picture", name=self.name)
        if self._number == 0:
            raise SourceError("{name}: the stream ended without a picture, expected JPEG pictures", name=self.name)

    def _stalled(self) -> SourceError:
        return SourceError(
            "{name}: no whole picture came within {seconds:g} s", name=self.name, seconds=self._timeout_s
        )


def open_mjpeg(url: str, *, timeout_s: float = 5.0) -> MjpegStream:
    name = stream_address(url).shown
    download = open_download(url, timeout_s=timeout_s)
    if download.content_type.startswith(_NOT_A_STREAM):
        download.close()
        raise SourceError(
            "{name}: got {content_type}, expected an MJPEG stream (multipart/x-mixed-replace); "
            "its address often ends in /video, /mjpeg or /stream",
            name=name,
            content_type=download.content_type,
        )
    return MjpegStream(download, name=name, timeout_s=timeout_s)

"""A download over HTTP that never ends, with time limits, and that another thread can end."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import Event, Lock, Timer
from urllib.parse import urljoin

from tableassist.capture.network.stream_address import StreamAddress, stream_address
from tableassist.errors import SourceError, fault_words
from tableassist.messages import template

_MOVED = frozenset({301, 302, 303, 307, 308})
_MOVES_FOLLOWED = 3
_CHUNK_BYTES = 65_536
_REFUSED = template("{source}: the server answered {status} {reason}, expected 200")
_WANTS_PASSWORD = template(
    "{source}: the server answered {status} {reason}, expected 200; give the password as http://USER:PASSWORD@HOST/PATH"
)


class HttpDownload:
    def __init__(self, connection: HTTPConnection, wire: socket.socket, response: HTTPResponse) -> None:
        self.content_type = response.headers.get_content_type() if "Content-Type" in response.headers else ""
        self._connection = connection
        self._wire = wire
        self.response = response
        self._closed = Event()
        self._in_use = Lock()

    def read_some(self) -> bytes:
        """What has arrived, waiting for the first byte; empty at the end, and after close."""
        with self._in_use:
            if self._closed.is_set():
                return b""
            try:
                return self.response.read1(_CHUNK_BYTES)
            except (OSError, HTTPException):
                if self._closed.is_set():
                    return b""
                raise

    def close(self) -> None:
        self._closed.set()
        # Wakes a reader that waits for bytes; only then can the response be closed under the lock.
        with suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)
        with self._in_use:
            self.response.close()
            self._connection.close()


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
        if target.host != address.host:
            authorization = None  # a password is for the host it was given for
        address = target
    raise SourceError("{source}: the server sends on from address to address, expected a stream", source=address.shown)


def _ask(address: StreamAddress, *, authorization: str | None, timeout_s: float) -> HttpDownload:
    kind = HTTPSConnection if address.parts.scheme.lower() == "https" else HTTPConnection
    connection = kind(address.host, address.port, timeout=timeout_s)
    try:
        connection.connect()
        wire: socket.socket = connection.sock
        headers = {"User-Agent": "tableassist", "Accept": "*/*"}
        if authorization is not None:
            headers["Authorization"] = authorization
        connection.request("GET", address.request_path, headers=headers)
        with _cut_off_after(wire, timeout_s):
            response = connection.getresponse()
        return HttpDownload(connection, wire, response)
    except BaseException:
        connection.close()
        raise


@contextmanager
def _cut_off_after(wire: socket.socket, timeout_s: float) -> Iterator[None]:
    """For the whole answer: a socket's own time-out begins anew with each byte that drips in."""
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
    if late.is_set():
        raise TimeoutError  # headers that are cut off look as if they had ended


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
    if target.parts.scheme not in ("http", "https"):
        form = template("{source}: sends on to {scheme}://, expected http or https")
        raise SourceError(form, source=address.shown, scheme=target.parts.scheme)
    return target


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else fault_words(error)

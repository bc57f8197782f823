"""A download over HTTP that never ends, with time limits, and that another thread can end."""

import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from threading import Event, Lock, Timer
from urllib.parse import urljoin

from tableassist.capture.network.stream_address import StreamAddress, stream_address
from tableassist.capture.network.timed_wire import TimedWire
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

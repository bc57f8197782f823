"""A real HTTP server on the loopback, whose answer each test writes itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Headers = dict[str, str]
MIXED = "multipart/x-mixed-replace; boundary=frame"


@dataclass(frozen=True)
class Visit:
    """One request, and the means to answer it."""

    path: str
    headers: Headers
    write: Callable[[bytes], Any]
    answer: Callable[[int, Headers], None]
    over: Event
    """Set when the test is over: what a stalling server waits for."""


Script = Callable[[Visit], None]


@dataclass
class Served:
    url: str
    visits: list[Visit] = field(default_factory=list)


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # so that closing waits for them


@contextmanager
def serving(script: Script) -> Iterator[Served]:
    over = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            visit = Visit(self.path, dict(self.headers), self.wfile.write, self.start, over)
            served.visits.append(visit)
            with suppress(ConnectionError):  # the reader may leave when it likes
                script(visit)

        def start(self, status: int, headers: Headers) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            pass

    server = _Server(("127.0.0.1", 0), Handler)
    served = Served(url=f"http://127.0.0.1:{server.server_address[1]}")
    thread = Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield served
    finally:
        over.set()
        server.shutdown()
        thread.join()
        server.server_close()


def part(picture: bytes, *, length: int | str | None = None) -> bytes:
    stated = b"" if length is None else f"Content-Length: {length}\r\n".encode()
    return b"--frame\r\nContent-Type: image/jpeg\r\n" + stated + b"\r\n" + picture + b"\r\n"

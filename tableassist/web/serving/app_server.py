"""A server of one application: a thread with an event loop of its own, which nobody waits for."""

import asyncio
import contextlib
import logging
import socket
import time
from threading import Event, Thread
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from tableassist.errors import BadRequestError

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
FIRST_PORT, PORTS = 8700, 20
HEADERS_S = 8.0
MOST_CONNECTIONS = 400
MOST_MESSAGE = 4_000
"""Bytes of a word that a reader sends over the websocket."""
START_S, STOP_S = 10.0, 5.0
log = logging.getLogger(__name__)


class AppServer:
    def __init__(
        self, app: ASGIApp, *, to_network: bool = False, port: int | None = None, first_port: int = FIRST_PORT
    ) -> None:
        """`to_network`: others in the local network reach it; else only this computer. `port`: None takes the first
        that is free."""
        self._listener = _bind_listener(EVERYWHERE if to_network else LOOPBACK, port, first_port)
        self.port: int = self._listener.getsockname()[1]
        self.to_network = to_network
        config = uvicorn.Config(
            app,
            http=_Protocol,
            ws="websockets-sansio",
            loop="asyncio",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=MOST_CONNECTIONS,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=1,
            ws_max_size=MOST_MESSAGE,
            ws_per_message_deflate=to_network,
            ws_ping_interval=15,
            ws_ping_timeout=15,
            h11_max_incomplete_event_size=16_000,
        )
        self._server = uvicorn.Server(config)
        self._started = Event()
        self._thread = Thread(target=self._run, name="pages", daemon=True)

    @property
    def address(self) -> str:
        """As others type it: in the local network the computer's own address."""
        host = own_address() if self.to_network else LOOPBACK
        return f"http://{host}:{self.port}"

    @property
    def cpu_s(self) -> float:
        """Seconds of a processor that the pages have taken so far; 0 where the system does not count them."""
        ident = self._thread.ident
        if ident is None or not self._thread.is_alive() or not hasattr(time, "pthread_getcpuclockid"):
            return 0.0
        return time.clock_gettime(time.pthread_getcpuclockid(ident))

    def link(self, page: str, token: str) -> str:
        """The token stands behind the #, which browsers send to nobody."""
        return f"{self.address}/{page}" + (f"#{token}" if token else "")

    def start(self) -> None:
        self._thread.start()
        self._started.wait(START_S)

    def close(self) -> None:
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self._listener.close()

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception:  # the table plays on without pages
            log.exception("the pages have stopped")
        finally:
            self._started.set()

    async def _serve(self) -> None:
        serving = asyncio.ensure_future(self._server.serve(sockets=[self._listener]))
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.01)
        self._started.set()
        await serving


class _Protocol(H11Protocol):
    """Closes a connection whose request does not come in time: a thousand half requests would keep everybody out."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._late = self.loop.call_later(HEADERS_S, self._too_late)

    def _too_late(self) -> None:
        begun: object = self.cycle
        if begun is None:
            self.transport.close()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._late.cancel()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._late.cancel()
        super().connection_lost(exc)


def own_address() -> str:
    """By which others in the local network reach this computer. Nothing is sent."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return LOOPBACK


def own_names() -> frozenset[str]:
    """By which this computer may be asked for pages, beside its addresses."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local"})


def _bind_listener(host: str, port: int | None, first_port: int) -> socket.socket:
    problem: OSError | None = None
    for each in (port,) if port is not None else (*range(first_port, first_port + PORTS), 0):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, each))
        except OSError as told:
            listener.close()
            problem = told
        else:
            return listener
    words = "" if problem is None else problem.strerror
    raise BadRequestError("pages: port {port}: {problem}, expected one that is free", port=port or 0, problem=words)

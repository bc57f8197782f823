"""Serves `GET /join/NAME` and nothing else, in a thread of its own."""

import asyncio
import logging
import socket
from threading import Event, Thread

import uvicorn
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tableassist.errors import BadRequestError
from tableassist.league.hub.joining import JoinDesk

START_S, STOP_S = 10.0, 5.0
log = logging.getLogger(__name__)


class JoinServer:
    def __init__(self, desk: JoinDesk, *, to_network: bool, port: int) -> None:
        self._desk = desk
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._listener.bind(("0.0.0.0" if to_network else "127.0.0.1", port))
        except OSError as problem:
            self._listener.close()
            words = problem.strerror or "taken"
            raise BadRequestError(
                "desk: port {port}: {words}, expected one that is free", port=port, words=words
            ) from None
        self.port: int = self._listener.getsockname()[1]
        app = Starlette(routes=[Route("/join/{name}", self._join)])
        config = uvicorn.Config(app, log_config=None, access_log=False, server_header=False, limit_concurrency=200)
        self._server = uvicorn.Server(config)
        self._started = Event()
        self._thread = Thread(target=self._run, name="join", daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._started.wait(START_S)

    def close(self) -> None:
        self._server.should_exit = True
        if self._thread.is_alive():
            self._thread.join(STOP_S)
        self._listener.close()

    async def _join(self, request: Request) -> Response:
        origin = request.client.host if request.client else "?"
        try:
            found = await run_in_threadpool(self._desk.answer, request.path_params["name"], origin=origin)
        except SQLAlchemyError as problem:
            log.warning("the database is away: %s", problem)
            return PlainTextResponse("the database is away", 503)
        if found is None:
            return PlainTextResponse("no such invitation", 404)
        return Response(found, media_type="application/octet-stream")

    def _run(self) -> None:
        async def serve() -> None:
            serving = asyncio.ensure_future(self._server.serve(sockets=[self._listener]))
            while not self._server.started and not serving.done():
                await asyncio.sleep(0.01)
            self._started.set()
            await serving

        try:
            asyncio.run(serve())
        except Exception:  # the league goes on; tables that are in stay in
            log.exception("the join server has stopped")
        finally:
            self._started.set()

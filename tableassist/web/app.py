"""The routes: pages, the API, the websocket. Everything but the empty pages needs a seat."""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any, Protocol, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute

from tableassist.capture import APPS
from tableassist.errors import one_line
from tableassist.messages import Message, say, speaking
from tableassist.overlay.svg_inks import svg_night, svg_style
from tableassist.store.page import written_page
from tableassist.table import Seat, Seats, SnapshotBoard, TableSnapshot
from tableassist.table.commands import AnyCommand, SayAct
from tableassist.web.asking import Asking, Remote
from tableassist.web.guard import PHOTO_PATH, Guard
from tableassist.web.live import LivePages
from tableassist.web.openapi import openapi
from tableassist.web.pictures import CameraPictures, picture_of
from tableassist.web.serving.app_server import AppServer, own_names
from tableassist.web.serving.requests import HANDLERS, JSON, body_of, language_of, refused, token_of
from tableassist.web.views.answers import evidence_of, section_of
from tableassist.web.views.channel import ChannelKey, Views
from tableassist.web.words import page_words

MOST_MAKING = 2
"""Answers that take a while and are made at the same time: the rest wait their turn."""
STATIC = {
    "table.js": "text/javascript",
    "page.js": "text/javascript",
    "plan.js": "text/javascript",
    "camera.js": "text/javascript",
    "photo.js": "text/javascript",
    "evidence.js": "text/javascript",
    "table.css": "text/css",
    "icon.svg": "image/svg+xml",
}
SECTIONS = ("state", "rulings", "game")
Answer = TypeVar("Answer")
ROLES = ("watch", "play", "judge", "stream", "replay")


class FinishedMatch(Protocol):
    """A finished match."""

    @property
    def span_s(self) -> float: ...
    @property
    def additions(self) -> tuple[Message, ...]: ...
    def snapshot_at(self, t_s: float) -> TableSnapshot: ...


class Pages:
    """One application; `app` is what a server runs."""

    def __init__(
        self,
        board: SnapshotBoard,
        seats: Seats,
        remote: Remote,
        *,
        names: frozenset[str],
        past: FinishedMatch | None = None,
    ) -> None:
        self._board = board
        self._seats = seats
        self._asking, self._remote = Asking(board, remote), remote
        self._takes_photo = False
        """Whether one is being sent or read: one at a time, so that nobody fills the memory."""
        self._past = past
        self._live: LivePages | None = None
        self._pictures = CameraPictures(board, seats)
        self._making = asyncio.Semaphore(MOST_MAKING)
        routes = [
            Route("/", self._start),
            *(Route(f"/{role}", self._page) for role in ROLES),
            Route("/static/{name}", self._static),
            Route("/api/openapi.json", self._openapi),
            Route("/api/picture.jpg", self._still),
            Route("/api/commands", self._command, methods=["POST"]),
            Route("/api/acts", self._command, methods=["POST"]),
            Route(PHOTO_PATH, self._photo, methods=["POST"]),
            Route("/api/at", self._at),
            Route("/api/evidence", self._evidence),
            *(Route(f"/api/{section}", self._section) for section in SECTIONS),
            WebSocketRoute("/live", self._socket),
            WebSocketRoute("/camera", self._pictures.serve),
        ]
        starlette = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=HANDLERS)
        self.app = Guard(starlette, names=names)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._live = LivePages(self._board, self._seats)
        task = asyncio.ensure_future(self._live.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _socket(self, socket: Any) -> None:
        assert self._live is not None
        await self._live.serve(socket)

    async def _start(self, request: Request) -> Response:
        with speaking(language_of(request)):
            apps = [
                {
                    "title": each.title,
                    "store": each.store,
                    "start": say(Message(each.start)),
                    "address": f"{each.user}192.168.1.20{each.ending}",
                }
                for each in APPS
            ]
        return self._render_page(request, "pages-start.html", is_open=self._seats.open_to_spectators, apps=apps)

    async def _page(self, request: Request) -> Response:
        return self._render_page(request, "pages-table.html", role=request.url.path.strip("/"))

    def _render_page(self, request: Request, template: str, **values: object) -> Response:
        with speaking(language_of(request)):
            words = msgspec.json.encode(page_words()).decode().replace("<", "\\u003c")
            return HTMLResponse(written_page(template, table=self._board.now.name, words=words, **values))

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == "plan.css":
            return Response(svg_style() + svg_night(".photo"), media_type="text/css")
        if name not in STATIC:
            return PlainTextResponse("not found", 404)
        text = files("tableassist.web").joinpath("static", name).read_text("utf-8")
        return Response(text, media_type=STATIC[name], headers={"cache-control": "no-cache"})

    async def _openapi(self, _request: Request) -> Response:
        return JSONResponse(openapi())

    async def _section(self, request: Request) -> Response:
        section, seat = request.url.path.rpartition("/")[2], self._seat(request)
        if seat is None:
            return refused(401, "no seat")
        return JSONResponse(await self._make_in_thread(section_of, section, self._board.now, _key(request, seat)))

    async def _evidence(self, request: Request) -> Response:
        """Of one ruling: now, or at a time of a finished match."""
        seat = self._seat(request)
        if seat is None:
            return refused(401, "no seat")
        posted = await self._find_snapshot(request)
        if posted is None:
            return refused(422, "t_s: expected seconds")
        shown = await self._make_in_thread(
            evidence_of, request.query_params.get("ruling", ""), posted, _key(request, seat)
        )
        return refused(404, "no such ruling now") if shown is None else JSONResponse(shown)

    async def _at(self, request: Request) -> Response:
        """A moment of a finished match."""
        seat, past = self._seat(request), self._past
        if seat is None:
            return refused(401, "no seat")
        if past is None:
            return refused(404, "no finished match")
        posted = await self._find_snapshot(request)
        if posted is None:
            return refused(422, "t_s: expected seconds")
        sections = await self._make_in_thread(Views().sections, posted, _key(request, seat))
        with speaking(language_of(request)):
            additions = [say(words) for words in past.additions]
        return JSONResponse({**sections, "span_s": past.span_s, "additions": additions})

    async def _find_snapshot(self, request: Request) -> TableSnapshot | None:
        """What is so now; of a finished match, what was so at the time asked for. None where that is no time."""
        if self._past is None:
            return self._board.now
        try:
            t_s = float(request.query_params.get("t_s", "0"))
        except ValueError:
            return None
        return await self._make_in_thread(self._past.snapshot_at, t_s) if math.isfinite(t_s) else None

    async def _make_in_thread(self, make: Callable[..., Answer], *given: object) -> Answer:
        """In a thread of its own: whoever else is served does not wait for it."""
        async with self._making:
            return await asyncio.to_thread(make, *given)

    async def _still(self, request: Request) -> Response:
        """The camera's newest picture; of a finished match the one of the time asked for."""
        seat = self._seat(request)
        if seat is None:
            return refused(401, "no seat")
        frame = self._pictures.frame_for(seat)
        if self._past is not None:
            posted = await self._find_snapshot(request)
            frame = None if posted is None else picture_of(posted)
        if frame is None:
            return refused(404, "no picture now")
        return Response(await self._pictures.jpeg(frame), media_type="image/jpeg")

    async def _command(self, request: Request) -> Response:
        seat = self._seat(request)
        if seat is None:
            return refused(401, "no seat")
        body = await body_of(request)
        if body is None:
            return refused(413, "too large, or too slow")
        asked = msgspec.convert(JSON.decode(body), type=SayAct if request.url.path == "/api/acts" else AnyCommand)
        key = request.headers.get("idempotency-key", "")[:80]
        status, answer = await self._asking.answer(seat, asked, key, language_of(request))
        return JSONResponse(answer, status)

    async def _photo(self, request: Request) -> Response:
        """A photo of the table, by which it is judged again."""
        seat = self._seat(request)
        if seat is None:
            return refused(401, "no seat")
        if self._takes_photo:
            return refused(409, "another photo is being read")
        try:
            age_s = float(request.query_params.get("age_s", "0"))
        except ValueError:
            age_s = math.nan
        if not math.isfinite(age_s):
            return refused(422, "age_s: expected seconds")
        self._takes_photo = True
        try:
            content = await body_of(request)
            if content is None:
                return refused(413, "too large, or too slow")
            result = await asyncio.to_thread(self._remote.take_photo, seat, content, age_s=age_s)
        finally:
            self._takes_photo = False
        with speaking(language_of(request)) as spoken:
            if not result.ok:
                return refused(409, one_line(spoken.text(result.refused)))
            return JSONResponse({"ok": True, **result.as_json()})

    def _seat(self, request: Request) -> Seat | None:
        return self._seats.seat_of(token_of(request))


def _key(request: Request, seat: Seat) -> ChannelKey:
    return ChannelKey(seat, language_of(request), request.query_params.get("piece"))


class PageServer(AppServer):
    def __init__(
        self,
        board: SnapshotBoard,
        seats: Seats,
        remote: Remote,
        *,
        to_network: bool = False,
        port: int | None = None,
        past: FinishedMatch | None = None,
    ) -> None:
        """`past`: a finished match, instead of a table that is played at."""
        pages = Pages(board, seats, remote, names=own_names(), past=past)
        super().__init__(pages.app, to_network=to_network, port=port)

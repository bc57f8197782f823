"""The desk's web application and its server."""

import asyncio
import base64
import binascii
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tableassist.league.desk.commands import AnyAsked, DeskAsking, Judging, Running
from tableassist.league.desk.evening_handlers import handle_evening
from tableassist.league.desk.evidence_view import describe_ruling, judge_evidence_again
from tableassist.league.desk.judge_handlers import handle_admin, handle_judging
from tableassist.league.desk.live import TICK_S, DeskSeats, LiveDesk
from tableassist.league.desk.snapshot import HubView, Inviting, Joining, Snapshot
from tableassist.league.desk.views import export_everything, pairings_csv, queue_row, season_csv, standings_csv
from tableassist.league.desk.words import desk_words
from tableassist.league.evening.standings import TITLES, USUAL
from tableassist.league.storage.accounts import User
from tableassist.league.storage.database import read_only
from tableassist.league.storage.disputes import read_disputed_ruling, read_public_key, read_queue_item
from tableassist.league.storage.incoming import iter_bundle_parts
from tableassist.messages import speaking
from tableassist.overlay.svg_inks import svg_style
from tableassist.rulebook import EDITIONS
from tableassist.store.page import written_page
from tableassist.web.serving import HANDLERS, JSON, AppServer, Guard, body_of, language_of, own_names, refused, token_of

MOST_OPENING = 2
"""Pieces of evidence that are judged again at the same time; the rest wait their turn."""
STATIC = {
    "page.js": ("tableassist.web", "text/javascript"),
    "table.css": ("tableassist.web", "text/css"),
    "icon.svg": ("tableassist.web", "image/svg+xml"),
    "desk.js": ("tableassist.league.desk", "text/javascript"),
    "evening.js": ("tableassist.league.desk", "text/javascript"),
    "public.js": ("tableassist.league.desk", "text/javascript"),
    "state.js": ("tableassist.league.desk", "text/javascript"),
    "parts.js": ("tableassist.league.desk", "text/javascript"),
    "small_plan.js": ("tableassist.league.desk", "text/javascript"),
    "league.css": ("tableassist.league.desk", "text/css"),
}
PAGES = {"/": "league-public.html", "/desk": "league-desk.html", "/evening": "league-evening.html"}
CSV: dict[str, Callable[[Snapshot], bytes]] = {
    "standings": standings_csv,
    "pairings": pairings_csv,
    "season": season_csv,
}


class Desk:
    """One application; `app` is what a server runs."""

    def __init__(
        self, hub: HubView, joining: Joining, invite: Inviting, *, names: frozenset[str], tick_s: float = TICK_S
    ) -> None:
        self._tick_s = tick_s
        self._hub, self._joining, self._invite = hub, joining, invite
        self._seats = DeskSeats(hub)
        self._live: LiveDesk | None = None
        self._opening = asyncio.Semaphore(MOST_OPENING)
        routes = [
            *(Route(path, self._page) for path in PAGES),
            Route("/static/{name}", self._static),
            Route("/join/{name}", self._join),
            Route("/export/{name}.csv", self._csv),
            Route("/export/evening.json", self._json),
            Route("/api/state", self._state),
            Route("/api/me", self._me),
            Route("/api/dispute", self._dispute),
            Route("/api/commands", self._command, methods=["POST"]),
            WebSocketRoute("/live", self._socket),
        ]
        starlette = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=HANDLERS)
        self.app = Guard(starlette, names=names)

    @property
    def live(self) -> LiveDesk:
        assert self._live is not None
        return self._live

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self._live = LiveDesk(self._hub, self._seats, tick_s=self._tick_s)
        task = asyncio.ensure_future(self._live.run())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _socket(self, socket: WebSocket) -> None:
        await self.live.serve(socket)

    async def _page(self, request: Request) -> Response:
        """Empty: what is in it comes over the websocket, to whoever may see it."""
        with speaking(language_of(request)):
            words = msgspec.json.encode(desk_words()).decode().replace("<", "\\u003c")
            choices = {"editions": sorted(EDITIONS), "usual": USUAL, "tie_breaks": [*TITLES.items()]}
            return HTMLResponse(written_page(PAGES[request.url.path], title=self._hub.title, words=words, **choices))

    async def _static(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name == "plan.css":
            return Response(svg_style(), media_type="text/css")
        if name not in STATIC:
            return PlainTextResponse("not found", 404)
        package, kind = STATIC[name]
        text = files(package).joinpath("static", name).read_text("utf-8")
        return Response(text, media_type=kind, headers={"cache-control": "no-cache"})

    async def _join(self, request: Request) -> Response:
        origin = request.client.host if request.client else ""
        invitation = await asyncio.to_thread(self._joining.answer, request.path_params["name"], origin=origin)
        if invitation is None:
            return PlainTextResponse("no such invitation", 404)
        return Response(invitation, media_type="application/octet-stream")

    async def _csv(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in CSV:
            return PlainTextResponse("not found", 404)
        headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
        return Response(CSV[name](self.live.snapshot), media_type="text/csv; charset=utf-8", headers=headers)

    async def _json(self, request: Request) -> Response:
        with speaking(language_of(request)):
            return JSONResponse(export_everything(self.live.snapshot))

    async def _state(self, request: Request) -> Response:
        """What the websocket begins with, for programs."""
        user = await self._user(request)
        if user is None and token_of(request):
            return refused(401, "no seat")
        text = await self.live.whole(None if user is None else user.role, language_of(request))
        return Response(text, media_type="application/json")

    async def _me(self, request: Request) -> Response:
        user = await self._user(request)
        if user is None:
            return refused(401, "no seat")
        return JSONResponse({"id": user.id, "name": user.name, "role": user.role.value})

    async def _dispute(self, request: Request) -> Response:
        if await self._user(request) is None:
            return refused(401, "no seat")
        match, dispute = (request.query_params.get(name, "")[:80] for name in ("match", "dispute"))
        async with self._opening:
            shown = await asyncio.to_thread(self._opened, match, dispute, language_of(request))
        return refused(404, "no such dispute") if shown is None else JSONResponse(shown)

    def _opened(self, match: str, dispute: str, language: str) -> dict[str, Any] | None:
        with read_only(self._hub.engine) as connection:
            item = read_queue_item(connection, self._hub.league, match, dispute)
            if item is None:
                return None
            ruling = read_disputed_ruling(connection, match, dispute)
            key = _decode_public_key(read_public_key(connection, match))
            bundle = b"".join(iter_bundle_parts(connection, match, item.evidence)) if item.evidence else b""
        with speaking(language):
            ruling_words = describe_ruling(ruling)
            evidence = (
                judge_evidence_again(bundle, "" if ruling_words is None else str(ruling_words["id"]), key)
                if bundle
                else None
            )
            return {"item": queue_row(item, self.live.snapshot), "ruling": ruling_words, "evidence": evidence}

    async def _command(self, request: Request) -> Response:
        user = await self._user(request)
        if user is None:
            return refused(401, "no seat")
        body = await body_of(request)
        if body is None:
            return refused(413, "too large, or too slow")
        command = msgspec.convert(JSON.decode(body), type=AnyAsked)
        origin = request.client.host if request.client else ""
        asking = DeskAsking(self._hub, user, time.time_ns() // 1_000_000, self._invite, origin)
        answer = await asyncio.to_thread(_handle_command, asking, command, language_of(request))
        self.live.touch()
        return JSONResponse({"ok": True, **answer})

    async def _user(self, request: Request) -> User | None:
        token = token_of(request)
        return await asyncio.to_thread(self._seats.user_of, token) if token else None


def _handle_command(asking: DeskAsking, command: AnyAsked, language: str) -> dict[str, object]:
    with speaking(language):
        if isinstance(command, Judging):
            return handle_judging(asking, command)
        if isinstance(command, Running):
            return handle_evening(asking, command)
        return handle_admin(asking, command)


def _decode_public_key(public: str) -> bytes | None:
    try:
        return base64.b64decode(public, validate=True) or None
    except (binascii.Error, ValueError):
        return None


FIRST_PORT = 8720


class DeskServer(AppServer):
    def __init__(
        self,
        hub: HubView,
        joining: Joining,
        invite: Inviting,
        *,
        to_network: bool = True,
        port: int | None = None,
        tick_s: float = TICK_S,
    ) -> None:
        """`to_network`: tables and judges in the local network reach it; else only this computer. `tick_s`: between two
        messages to a reader."""
        desk = Desk(hub, joining, invite, names=own_names(), tick_s=tick_s)
        super().__init__(desk.app, to_network=to_network, port=port, first_port=FIRST_PORT)

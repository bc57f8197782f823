"""What stands before every page: who may ask at all, how much, and how often. Nothing here knows the game."""

import ipaddress
import re
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tableassist.store.match.photos import MAX_PHOTO_BYTES

MOST_BODY = 16_000
"""Bytes of a request."""
PHOTO_PATH, PHOTO_S = "/api/photo", 60.0
"""Where a photo of the table is sent, which may be larger, and its time on a slow network."""
MOST_CLIENTS = 2_000
"""Addresses whose pace is remembered."""
PER_SECOND, AT_ONCE = 30.0, 120.0
"""Requests of one address: on the long run, and in a burst. A room behind one router shares an address."""
BODY_S = 10.0
HOST = re.compile(r"([a-zA-Z0-9.-]{1,250}|\[[0-9a-fA-F:.]{2,60}\])(:[0-9]{1,5})?")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}


@dataclass(slots=True)
class _Pace:
    left: float
    at_s: float


class Guard:
    """Around the whole application."""

    def __init__(self, app: ASGIApp, *, names: frozenset[str], clock: Callable[[], float] = time.monotonic) -> None:
        """`names`: the host names, beside addresses, by which this computer may be asked for pages: a name of somebody
        else that was made to point here is none of them."""
        self._app = app
        self._names = names
        self._clock = clock
        self._paces: OrderedDict[str, _Pace] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        refused = self._find_refusal(scope)
        if refused is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
        else:
            await PlainTextResponse(refused[1], refused[0])(scope, receive, _with_headers(send))

    def _find_refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        if not self._is_ours(headers.get("host", "")):
            return 421, "unknown host name"
        if not _same_origin(headers):
            return 403, "another site may not ask this"
        if not self._in_pace(scope):
            return 429, "too many requests"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > max_body(scope.get("path", "")):
            return 413, "too large"
        return None

    def _is_ours(self, host: str) -> bool:
        name = HOST.fullmatch(host)
        if name is None:
            return False
        try:
            ipaddress.ip_address(name[1].strip("[]"))
        except ValueError:
            return name[1].lower() in self._names
        return True

    def _in_pace(self, scope: Scope) -> bool:
        client = scope.get("client")
        who, now = (client[0] if client else ""), self._clock()
        pace = self._paces.pop(who, None) or _Pace(AT_ONCE, now)
        pace.left = min(AT_ONCE, pace.left + (now - pace.at_s) * PER_SECOND)
        pace.at_s = now
        self._paces[who] = pace
        while len(self._paces) > MOST_CLIENTS:
            self._paces.popitem(last=False)
        if pace.left < 1.0:
            return False
        pace.left -= 1.0
        return True


def max_body(path: str) -> int:
    """Return how many bytes a request to this path may have."""
    return MAX_PHOTO_BYTES if path == PHOTO_PATH else MOST_BODY


def _same_origin(headers: Headers) -> bool:
    """A browser says whose page asks. What is no browser says nothing, and needs a token as anybody."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host", "")


def _with_headers(send: Send) -> Callable[[Message], Awaitable[None]]:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name.lower() for name, _ in message.get("headers", ())}
            extra = {**HEADERS, "content-security-policy": POLICY}
            more = [(name.encode(), value.encode()) for name, value in extra.items() if name.encode() not in known]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return send_with_headers

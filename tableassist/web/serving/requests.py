"""How a browser asks, and how it is answered."""

import asyncio
import logging

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from tableassist.errors import TableAssistError, one_line
from tableassist.messages import LANGUAGES, say, speaking
from tableassist.web.guard import BODY_S, PHOTO_PATH, PHOTO_S, max_body

log = logging.getLogger(__name__)


def language_of(request: Request) -> str:
    """The page's own choice, or the first of the browser's languages that we have."""
    accepted = request.query_params.get("lang") or request.headers.get("accept-language", "")[:200]
    for part in accepted.split(","):
        code = part.split(";")[0].strip().split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


def _number(text: str) -> int | float:
    """3.0 is a whole number in JSON."""
    number = float(text)
    return int(number) if number.is_integer() else number


JSON = msgspec.json.Decoder(float_hook=_number)


async def body_of(request: Request) -> bytes | None:
    """None where it is too large, or comes too slowly."""
    parts, size = [], 0
    most, seconds = max_body(request.url.path), PHOTO_S if request.url.path == PHOTO_PATH else BODY_S
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    return None
                parts.append(part)
    except (TimeoutError, ClientDisconnect):
        return None
    return b"".join(parts)


def refused(status: int, words: str) -> Response:
    return JSONResponse({"ok": False, "error": words}, status)


async def _answer_refusal(request: Request, problem: Exception) -> Response:
    with speaking(language_of(request)):
        return refused(409, say(problem.message) if isinstance(problem, TableAssistError) else str(problem))


async def _answer_malformed(_request: Request, problem: Exception) -> Response:
    return refused(422, one_line(str(problem)))


async def _answer_fault(_request: Request, problem: Exception) -> Response:
    log.error("a page could not be made", exc_info=problem)
    return refused(500, "this could not be made; the log file says why")


def token_of(request: Request) -> str:
    """As a program sends it, and the pages' scripts; never in an address, which is logged and shared."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


HANDLERS = {TableAssistError: _answer_refusal, msgspec.MsgspecError: _answer_malformed, Exception: _answer_fault}
"""What went wrong, in one line."""

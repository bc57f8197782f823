"""What every websocket of the pages begins and ends with."""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

HELLO_S = 8.0
SEND_S = 10.0
NO_SEAT, TOO_MANY, TOO_SLOW = 4401, 4429, 4408


class Hello(msgspec.Struct, forbid_unknown_fields=True):
    """The first word of a reader, and again when something is selected."""

    token: str = ""
    language: str = "en"
    selected: str | None = None


async def first_word(socket: WebSocket) -> Hello | None:
    try:
        return parsed_hello(await asyncio.wait_for(socket.receive_text(), HELLO_S))
    except (TimeoutError, WebSocketDisconnect, KeyError, RuntimeError):
        return None


def parsed_hello(text: str) -> Hello | None:
    try:
        return msgspec.json.decode(text, type=Hello)
    except (msgspec.DecodeError, RecursionError):
        return None


async def closed(socket: WebSocket, code: int) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)

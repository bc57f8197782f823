"""One reader of a stream of states: the words of its websocket, and what it is sent. A slow one misses states and
holds nobody up."""

import asyncio
import contextlib
from typing import Generic, Protocol, TypeVar

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
        return parse_hello(await asyncio.wait_for(socket.receive_text(), HELLO_S))
    except (TimeoutError, WebSocketDisconnect, KeyError, RuntimeError):
        return None


def parse_hello(text: str) -> Hello | None:
    try:
        return msgspec.json.decode(text, type=Hello)
    except (msgspec.DecodeError, RecursionError):
        return None


async def closed(socket: WebSocket, code: int) -> None:
    if socket.application_state is not WebSocketState.DISCONNECTED:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(code)


BEAT_S = 2.0


class Stream(Protocol):
    """States that are made once for all who see the same."""

    @property
    def sequence(self) -> int:
        """Of the newest state; 0 before the first."""

    @property
    def full(self) -> str:
        """The whole state, for one who has just come or has missed something."""

    @property
    def change(self) -> str:
        """What is other than in the state before."""


StreamT = TypeVar("StreamT", bound=Stream)


class StateReader(Generic[StreamT]):
    def __init__(self, socket: WebSocket, token: str, channel: StreamT) -> None:
        self.socket = socket
        self.token = token
        self.channel = channel
        self.code = 1000
        self._sent = 0
        """The channel's sequence that was sent last; 0: nothing yet."""
        self._wake = asyncio.Event()
        self._wake.set()
        self._left = False

    def turn_to(self, channel: StreamT) -> None:
        self.channel = channel
        self._sent = 0
        self.wake()

    def wake(self) -> None:
        self._wake.set()

    def leave(self) -> None:
        self._left = True
        self.wake()

    async def send_all(self) -> None:
        while True:
            text = '{"type":"beat"}'
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._wake.wait()
            self._wake.clear()
            if self._left:
                return
            channel = self.channel
            if self._sent != channel.sequence:
                text = channel.change if self._sent and self._sent == channel.sequence - 1 else channel.full
                self._sent = channel.sequence
            try:
                async with asyncio.timeout(SEND_S):
                    await self.socket.send_text(text)
            except TimeoutError:
                self.code = TOO_SLOW
                return
            except (WebSocketDisconnect, RuntimeError):
                return


def wake_in(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody reads any more
        loop.call_soon_threadsafe(event.set)

"""One reader of a stream of states: gets the state, then what changes. A slow one misses states and holds nobody up."""

import asyncio
import contextlib
from typing import Generic, Protocol, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from tableassist.web.socket_words import SEND_S, TOO_SLOW

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

"""The websocket: each reader gets the state, then what changes. A slow reader misses states and holds nobody up."""

import asyncio
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from tableassist.messages import language_for
from tableassist.table import Seat, Seats, SnapshotBoard
from tableassist.web.serving.reader import (
    NO_SEAT,
    TOO_MANY,
    Hello,
    StateReader,
    closed,
    first_word,
    parse_hello,
    wake_in,
)
from tableassist.web.views.channel import Channel, ChannelKey, Views

TICK_S = 0.05
"""No reader gets more than twenty states a second."""
MOST_READERS = 300
GIVE_WAY_S, MAX_GIVE_WAY_S = 0.003, 0.02
"""While a picture is measured the pages look again after this time, and a state waits no longer than that in all: on a
computer that measures without a pause they are served all the same."""
READERS_AT_ONCE = 8
"""Readers that are sent to before the pages look whether a picture is measured: about a millisecond of work."""


class LivePages:
    """Belongs to the server's event loop."""

    def __init__(self, board: SnapshotBoard, seats: Seats) -> None:
        self._board = board
        self._seats = seats
        self.views = Views()
        self._channels: dict[ChannelKey, Channel] = {}
        self._readers: set[StateReader[Channel]] = set()
        self._changed = asyncio.Event()
        self._forget: Callable[[], None] = lambda: None

    @property
    def count(self) -> int:
        return len(self._readers)

    async def run(self) -> None:
        """Until it is cancelled."""
        loop = asyncio.get_running_loop()
        self._forget = self._board.listen(lambda: wake_in(loop, self._changed))
        try:
            while True:
                await self._changed.wait()
                self._changed.clear()
                await self._make_all()
                await asyncio.sleep(TICK_S)
        finally:
            self._forget()

    async def serve(self, socket: WebSocket) -> None:
        if len(self._readers) >= MOST_READERS:
            await socket.close(TOO_MANY)
            return
        await socket.accept()
        hello = await first_word(socket)
        seat = None if hello is None else self._seats.seat_of(hello.token)
        if hello is None or seat is None:
            await closed(socket, NO_SEAT)
            return
        reader = StateReader(socket, hello.token, self._channel(seat, hello))
        self._readers.add(reader)
        sending = asyncio.ensure_future(reader.send_all())
        hearing = asyncio.ensure_future(self._hear(reader))
        try:
            await asyncio.wait({sending, hearing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._readers.discard(reader)
            for task in (sending, hearing):
                task.cancel()
            await asyncio.gather(sending, hearing, return_exceptions=True)
            self._drop_unused()
            await closed(socket, reader.code)

    async def _hear(self, reader: "StateReader[Channel]") -> None:
        while True:
            try:
                text = await reader.socket.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            hello = parse_hello(text)
            if hello is None:
                reader.code = NO_SEAT
                return
            seat = self._seats.seat_of(reader.token)
            if seat is None:
                reader.code = NO_SEAT
                return
            reader.turn_to(self._channel(seat, hello))
            self._drop_unused()

    def _channel(self, seat: Seat, hello: Hello) -> Channel:
        selected = hello.selected if self._is_piece(hello.selected) else None
        key = ChannelKey(seat, language_for(hello.language).code, selected)
        channel = self._channels.get(key)
        if channel is None:
            channel = self._channels[key] = Channel(key, self.views)
        channel.make(self._board.now)
        return channel

    def _is_piece(self, name: str | None) -> bool:
        moment = self._board.now.moment
        return name is not None and moment is not None and any(piece.id == name for piece in moment.settings.pieces)

    async def _make_all(self) -> None:
        posted = self._board.now
        for reader in tuple(self._readers):
            if self._seats.seat_of(reader.token) != reader.channel.key.seat:  # revoked
                reader.code = NO_SEAT
                reader.leave()
        until = asyncio.get_running_loop().time() + MAX_GIVE_WAY_S
        for channel in tuple(self._channels.values()):
            await self._give_way(until)
            if channel.make(posted):
                readers = [reader for reader in self._readers if reader.channel is channel]
                for place in range(0, len(readers), READERS_AT_ONCE):
                    for reader in readers[place : place + READERS_AT_ONCE]:
                        reader.wake()
                    await self._give_way(until)

    async def _give_way(self, until: float) -> None:
        """Let others have their turn: readers that were woken, and until a time the thread that measures."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(0)
        while self._board.is_measuring() and loop.time() < until:
            await asyncio.sleep(GIVE_WAY_S)

    def _drop_unused(self) -> None:
        used = {id(reader.channel) for reader in self._readers}
        self._channels = {key: each for key, each in self._channels.items() if id(each) in used}
        self.views.keep_only(set(self._channels))

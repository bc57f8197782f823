"""The camera's picture on demand: one still, or as many a second as a reader can take."""

import asyncio

from starlette.websockets import WebSocket, WebSocketDisconnect

from tableassist.matches.replay import NO_PICTURE
from tableassist.store.files import encoded_jpeg, narrowed
from tableassist.table import Seat, Seats, SnapshotBoard, TableSnapshot
from tableassist.table.visibility import is_hidden
from tableassist.vision.camera.frame import Frame
from tableassist.web.serving.reader import NO_SEAT, SEND_S, TOO_MANY, TOO_SLOW, closed, first_word

PICTURE_S = 0.2
"""No more than five pictures a second, made once for all who look."""
WIDE_PX = 1280
MOST_LOOKING = 30
SHOWN_S = 30.0
"""A reader who has not shown the last picture by then has gone."""


def picture_of(posted: TableSnapshot) -> Frame | None:
    """None where none was taken, or recorded."""
    moment = posted.moment
    return None if moment is None or NO_PICTURE in moment.state.warnings else moment.frame


class CameraPictures:
    """Belongs to the server's event loop. A reader gets the next picture when it says that it has shown the last: a
    slow one gets fewer, and nothing waits in line for it."""

    def __init__(self, board: SnapshotBoard, seats: Seats) -> None:
        self._board = board
        self._seats = seats
        self._made: tuple[Frame, bytes] | None = None
        self._making = asyncio.Lock()
        self._looking = 0

    def frame_for(self, seat: Seat) -> Frame | None:
        """None while there is none, or a referee has not released it."""
        posted = self._board.now
        return None if is_hidden(posted, seat) else picture_of(posted)

    async def jpeg(self, frame: Frame) -> bytes:
        async with self._making:
            if self._made is None or self._made[0] is not frame:
                image = frame.image
                self._made = frame, await asyncio.to_thread(lambda: encoded_jpeg(narrowed(image, WIDE_PX)))
            return self._made[1]

    async def serve(self, socket: WebSocket) -> None:
        if self._looking >= MOST_LOOKING:
            await socket.close(TOO_MANY)
            return
        self._looking += 1
        try:
            await socket.accept()
            hello = await first_word(socket)
            code = NO_SEAT if hello is None else await self._look(socket, hello.token)
            await closed(socket, code)
        finally:
            self._looking -= 1

    async def _look(self, socket: WebSocket, token: str) -> int:
        """Until the reader goes; the code to close with."""
        has_shown = asyncio.Event()
        showing = asyncio.ensure_future(self._show(socket, token, has_shown))
        hearing = asyncio.ensure_future(_hear(socket, has_shown))
        try:
            await asyncio.wait({showing, hearing}, return_when=asyncio.FIRST_COMPLETED)
            return showing.result() if showing.done() else 1000
        finally:
            for task in (showing, hearing):
                task.cancel()
            await asyncio.gather(showing, hearing, return_exceptions=True)

    async def _show(self, socket: WebSocket, token: str, has_shown: asyncio.Event) -> int:
        last: Frame | None = None
        while True:
            seat = self._seats.seat_of(token)
            if seat is None:
                return NO_SEAT
            frame = self.frame_for(seat)
            if frame is not None and frame is not last:
                last = frame
                has_shown.clear()
                try:
                    async with asyncio.timeout(SEND_S):
                        await socket.send_bytes(await self.jpeg(frame))
                    async with asyncio.timeout(SHOWN_S):
                        await has_shown.wait()
                except TimeoutError:
                    return TOO_SLOW
                except (WebSocketDisconnect, RuntimeError):
                    return 1000
            await asyncio.sleep(PICTURE_S)


async def _hear(socket: WebSocket, has_shown: asyncio.Event) -> None:
    """Whatever the reader says, it has shown the last picture."""
    while True:
        try:
            await socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return
        has_shown.set()

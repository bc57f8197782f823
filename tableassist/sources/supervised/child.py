"""The capture process: holds the source and the tag detector, so that neither can hang or crash the rest."""

import os
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NoReturn

import msgspec

from tableassist.capture import Camera, CameraDevice, FrameSource, ReopeningSource
from tableassist.errors import TableAssistError, one_line
from tableassist.messages import plain_of
from tableassist.process import begin_child
from tableassist.sources.supervised.frame_buffer import FrameBuffer
from tableassist.sources.supervised.local_source import LocalTagSource
from tableassist.sources.supervised.picture_check import PictureWatch
from tableassist.sources.supervised.protocol import (
    Broken,
    BufferAddress,
    BufferJoined,
    BufferWanted,
    Ended,
    Failed,
    Free,
    FromChild,
    KnownCamera,
    LookFor,
    Opened,
    Order,
    SeenFrame,
    Stop,
    Waiting,
    encode,
    to_child,
)
from tableassist.sources.supervised.sequence import asleep_ns, awake_ns
from tableassist.sources.supervised.sightings import SightingsOut
from tableassist.sources.supervised.tag_source import CaptureState, Sight
from tableassist.vision.camera.frame import Image

Opener = Callable[[str, CameraDevice | None], FrameSource]
WAIT_S = 0.1


def run_child(connection: Connection, opener: Opener, order: bytes) -> NoReturn:
    """What the process runs. Never returns, and never waits for a library that hangs."""
    begin_child()
    try:
        _Child(connection, opener, msgspec.msgpack.decode(order, type=Order)).run()
    except (EOFError, ConnectionError):
        pass  # the parent has gone
    except Exception as problem:
        words = one_line(f"{type(problem).__name__}: {' '.join(str(problem).split())}")
        with suppress(OSError):  # nobody listens any more
            connection.send_bytes(encode(Broken(words, traceback.format_exc())))
    os._exit(0)


class _Child:
    def __init__(self, connection: Connection, opener: Opener, order: Order) -> None:
        self._connection = connection
        self._opener = opener
        self._order = order
        self._sightings = SightingsOut()
        self._buffer: FrameBuffer | None = None
        self._free: list[int] = []
        self._stopped = False

    def run(self) -> None:
        try:
            source = self._open()
        except TableAssistError as problem:
            self._tell(Failed(plain_of(problem.message)))
            return
        tag_source = LocalTagSource(source, self._order.families)
        watch = PictureWatch(live=source.live)
        while not self._stopped:
            self._hear(tag_source, 0.0 if self._free or self._buffer is None else WAIT_S)
            if self._buffer is not None and not self._free:
                continue
            sight = tag_source.take(WAIT_S)
            if sight is not None:
                self._show(tag_source, sight, watch.look(sight.frame))
            elif tag_source.health.state is CaptureState.ENDED:
                self._tell(Ended(plain_of(tag_source.health.words)))
                return
            elif isinstance(source, ReopeningSource):
                self._tell(Waiting(plain_of(source.trouble), source.tries))
        tag_source.close()

    def _open(self) -> FrameSource:
        known = self._order.camera
        camera = None if known is None else CameraDevice(known.index, known.name, known.path)
        source = self._opener(self._order.text, camera)
        if isinstance(source, Camera):
            camera = source.device
        told = None if camera is None else KnownCamera(camera.index, camera.name, camera.path)
        self._tell(Opened(source.name, source.live, told))
        if source.live:
            return ReopeningSource(source, lambda: self._opener(self._order.text, camera))
        for _ in range(self._order.skip):
            source.read()
        return source

    def _show(self, tag_source: LocalTagSource, sight: Sight, state: CaptureState) -> None:
        if state is CaptureState.STARTING:
            return
        image = sight.frame.image
        if self._buffer is None or not self._buffer.fits(image):
            self._ask_for_buffer(tag_source, image)
        if self._stopped:
            return
        assert self._buffer is not None
        slot = self._free.pop()
        self._buffer.put(slot, image)
        sent = self._sightings.sent(sight.sightings)
        frame, slept_ns = sight.frame, asleep_ns()
        self._tell(
            SeenFrame(slot, image.shape, frame.t_ns, frame.number, sent, state.value, slept_ns, awake_ns() + slept_ns)
        )

    def _ask_for_buffer(self, tag_source: LocalTagSource, image: Image) -> None:
        """Slots still on their way back are of the old one, and are not waited for."""
        if self._buffer is not None:
            self._buffer.leave()
        self._buffer, self._free = None, []
        self._tell(BufferWanted(image.nbytes))
        while self._buffer is None and not self._stopped:
            self._hear(tag_source, WAIT_S)

    def _hear(self, tag_source: LocalTagSource, timeout_s: float) -> None:
        """What the parent says, waiting for the first word."""
        while self._connection.poll(timeout_s):
            timeout_s = 0.0
            message = to_child(self._connection.recv_bytes())
            match message:
                case BufferAddress():
                    self._buffer = FrameBuffer.joined(message)
                    self._free = list(range(message.slots))
                    self._tell(BufferJoined())
                case Free(slot=slot):
                    self._free.append(slot)
                case LookFor(families=families):
                    tag_source.look_for(families)
                case Stop():
                    self._stopped = True

    def _tell(self, message: FromChild) -> None:
        self._connection.send_bytes(encode(message))

"""The parent's side of one capture process: started, listened to, killed and reaped, with all that belongs to it."""

from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait

import msgspec

from tableassist.process import start_child
from tableassist.sources.supervised.child import Opener, run_child
from tableassist.sources.supervised.frame_buffer import FrameBuffer
from tableassist.sources.supervised.protocol import Free, FromChild, Order, SeenFrame, Stop, ToChild, encode, from_child
from tableassist.vision.camera.frame import Image

LEAVE_S = 0.7
"""For a driver to let go of its device; a killed one may leave the camera's light on."""


class CaptureProcess:
    def __init__(self, opener: Opener, order: Order) -> None:
        self._buffer: FrameBuffer | None = None
        self._process, self._connection = start_child(run_child, opener, encode(order), name="capture", duplex=True)

    @property
    def pid(self) -> int | None:
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """Waits a moment for a process whose connection has ended."""
        self._process.join(LEAVE_S)
        return self._process.exitcode

    def wait(self, timeout_s: float, wake: Connection) -> None:
        """Until the child says something, dies, or somebody wakes."""
        wait([self._connection, wake], timeout_s)

    def heard(self) -> Iterator[FromChild]:
        """All that has arrived. EOFError when the child is dead and all is heard; DecodeError where it runs wild."""
        try:
            while self._connection.poll():
                yield from_child(self._connection.recv_bytes())
        except OSError as problem:  # a pipe that breaks is told in several ways
            raise EOFError from problem

    def say(self, message: ToChild) -> None:
        with suppress(OSError):  # a dead child is noticed when it is heard
            self._connection.send_bytes(encode(message))

    def make_buffer(self, size: int) -> None:
        if self._buffer is not None:
            self._buffer.close()
        self._buffer = FrameBuffer.made(size)
        self.say(self._buffer.address)

    def buffer_joined(self) -> None:
        if self._buffer is not None:
            self._buffer.forget_name()

    def picture(self, seen: SeenFrame) -> Image:
        """The slot goes back."""
        if self._buffer is None:
            raise msgspec.DecodeError("a picture without a frame buffer")
        try:
            image = self._buffer.taken(seen.slot, seen.shape)
        except ValueError as problem:
            raise msgspec.DecodeError(str(problem)) from problem
        self.say(Free(seen.slot))
        return image

    def stop(self) -> None:
        """Kindly, then not."""
        self.say(Stop())
        self._process.join(LEAVE_S)
        self.kill()
        self._process.join(LEAVE_S)

    def kill(self) -> None:
        self._process.kill()
        if self._buffer is not None:
            self._buffer.close()
            self._buffer = None
        self._connection.close()

    def reaped(self) -> bool:
        """True once nothing of it is left. A process that hangs in the system's kernel dies when that lets go."""
        if self._process.is_alive():
            return False
        self._process.close()
        return True

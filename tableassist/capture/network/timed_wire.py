"""A connection with one time limit for whatever is read next, however slowly it drips in."""

import socket
import time
from contextlib import suppress
from io import BufferedReader, RawIOBase
from typing import Any


class TimedWire:
    """As `http.client` needs a socket. A socket's own time-out begins anew with each byte that comes."""

    def __init__(self, wire: socket.socket) -> None:
        self._wire = wire
        self._deadline = time.monotonic()

    def limit(self, seconds: float) -> None:
        """All that is read from now on has to come within that time, else TimeoutError."""
        self._deadline = time.monotonic() + seconds

    def receive_into(self, buffer: Any) -> int:
        left_s = self._deadline - time.monotonic()
        if left_s <= 0:
            raise TimeoutError
        self._wire.settimeout(left_s)
        return self._wire.recv_into(buffer)

    def sendall(self, data: Any) -> None:
        self._wire.settimeout(max(0.001, self._deadline - time.monotonic()))
        self._wire.sendall(data)

    def makefile(self, _mode: str = "rb", *_: Any, **__: Any) -> BufferedReader:
        return BufferedReader(_Reading(self))

    def interrupt(self) -> None:
        """Wakes a reader that waits, in another thread."""
        with suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """`http.client` closes as soon as it knows that no second request can follow, and reads on: see `hang_up`."""

    def hang_up(self) -> None:
        self._wire.close()


class _Reading(RawIOBase):
    def __init__(self, wire: TimedWire) -> None:
        self._timed = wire

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._timed.receive_into(buffer)

"""Shared memory in which a child lays its pictures, in a few slots that go to and fro.

The parent makes it, and takes its name away as soon as the child holds it: from then on the system frees it by itself
when both are gone, however they end.
"""

import os
import secrets
import shutil
import sys
from multiprocessing.shared_memory import SharedMemory

import numpy as np

from tableassist.errors import SourceError
from tableassist.sources.supervised.protocol import BufferAddress
from tableassist.vision.camera.frame import Image

SLOTS = 3
"""One is filled, one waits to be taken, one is on its way back."""
MOST_BYTES = 1 << 30


def name_start(pid: int) -> str:
    """Of the memory that a process makes; short, for some systems allow 30 letters."""
    return f"tableassist_{pid}_"


class FrameBuffer:
    def __init__(self, memory: SharedMemory, slot_size: int) -> None:
        self._memory = memory
        self._slot_size = slot_size
        self._named = True

    @classmethod
    def made(cls, size: int) -> "FrameBuffer":
        """In the parent."""
        wanted = size * SLOTS
        if not 0 < wanted <= MOST_BYTES:
            raise SourceError("shared memory: a picture of {size} bytes is refused", size=size)
        if sys.platform == "linux" and shutil.disk_usage("/dev/shm").free < wanted:
            # It would be given all the same, and writing to it would end the process.
            raise SourceError(
                "shared memory: {megabytes} MB are needed, /dev/shm has not so much free", megabytes=wanted >> 20
            )
        return cls(SharedMemory(f"{name_start(os.getpid())}{secrets.token_hex(4)}", create=True, size=wanted), size)

    @classmethod
    def joined(cls, address: BufferAddress) -> "FrameBuffer":
        """In the child."""
        return cls(SharedMemory(name=address.name), address.slot_size)

    @property
    def address(self) -> BufferAddress:
        return BufferAddress(self._memory.name, self._slot_size, SLOTS)

    def fits(self, image: Image) -> bool:
        return image.nbytes <= self._slot_size

    def put(self, slot: int, image: Image) -> None:
        np.copyto(self._view(slot, image.shape), image)

    def taken(self, slot: int, shape: tuple[int, ...]) -> Image:
        """A copy: the slot goes back to the child, the picture stays for as long as anybody wants it."""
        image = self._view(slot, shape).copy()
        image.setflags(write=False)
        return image

    def forget_name(self) -> None:
        if self._named:
            self._named = False
            self._memory.unlink()

    def close(self) -> None:
        """In the parent."""
        self.forget_name()
        self._memory.close()

    def leave(self) -> None:
        """In the child."""
        self._memory.close()

    def _view(self, slot: int, shape: tuple[int, ...]) -> Image:
        size = int(np.prod(shape, dtype=np.int64))
        if not (0 <= slot < SLOTS and 0 < size <= self._slot_size):
            raise ValueError(f"slot {slot}: too small for a picture of {shape}")
        return np.ndarray(shape, dtype=np.uint8, buffer=self._memory.buf, offset=slot * self._slot_size)

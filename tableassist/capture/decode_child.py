"""A picture that may take long or much memory to decode, decoded in a process of its own that is ended in time.

A progressive JPEG of a few kilobytes can ask for a thousand passes over a hundred megapixels.
"""

import os
import sys
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Final

import cv2
import numpy as np

from tableassist.errors import SourceError
from tableassist.vision.camera.frame import Image

LIMIT_S: Final = 30.0
LIMIT_BYTES: Final = 3_000_000_000
"""The largest picture allowed, twice as its coefficients and once as its pixels, and what Python needs."""
_CONTEXT = get_context("spawn")


def decoded_in_child(data: bytes, *, flags: int, origin: str, limit_s: float = LIMIT_S) -> Image | None:
    """None where it cannot be decoded, or not within the memory; SourceError where it takes too long."""
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=_decode, args=(theirs, limit_s), name="tableassist picture", daemon=True)
    process.start()
    theirs.close()
    try:
        ours.send_bytes(flags.to_bytes(4, "little") + data)
        if not ours.poll(limit_s):
            raise SourceError("{origin}: took longer than {seconds:g} s to decode", origin=origin, seconds=limit_s)
        height, width = np.frombuffer(ours.recv_bytes(), dtype=np.int64)
        return np.frombuffer(ours.recv_bytes(), dtype=np.uint8).reshape(height, width, 3)
    except (EOFError, ConnectionError, ValueError):
        return None  # it ended itself, or was ended for its memory
    finally:
        process.kill()
        process.join()
        ours.close()


def _decode(connection: "Connection[bytes, bytes]", limit_s: float) -> None:
    _limit(limit_s)
    message = connection.recv_bytes()
    flags, data = int.from_bytes(message[:4], "little"), np.frombuffer(message, dtype=np.uint8, offset=4)
    cv2.setNumThreads(1)
    image = cv2.imdecode(data, flags)
    if image is None:
        return
    connection.send_bytes(np.array(image.shape[:2], dtype=np.int64).tobytes())
    connection.send_bytes(image.tobytes())


def _limit(limit_s: float) -> None:
    """Also where the parent was killed meanwhile. Nothing is told on the terminal: the parent tells."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  Windows has none

        resource.setrlimit(resource.RLIMIT_AS, (LIMIT_BYTES, LIMIT_BYTES))
        resource.setrlimit(resource.RLIMIT_CPU, (round(limit_s) + 1, round(limit_s) + 2))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

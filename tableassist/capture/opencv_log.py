"""OpenCV's own messages, kept from the person's terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from cv2.utils import logging

_CHANGING = Lock()
_FOUND: list[int] = []
"""The level that each found who is inside: it is one for the whole program, so the last to leave restores the first."""


@contextmanager
def quiet_opencv() -> Iterator[None]:
    """Silences OpenCV's C++ log, where a failure is expected and told as a SourceError instead."""
    with _CHANGING:
        _FOUND.append(logging.setLogLevel(logging.LOG_LEVEL_SILENT))
    try:
        yield
    finally:
        with _CHANGING:
            logging.setLogLevel(_FOUND.pop())

"""OpenCV's own messages, kept from the person's terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from cv2.utils import logging


class _Silence:
    """The log level is one for the whole program; so the last to leave restores what the first one found."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._level = 0

    def enter(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._level = logging.getLogLevel()
                logging.setLogLevel(logging.LOG_LEVEL_SILENT)
            self._inside += 1

    def leave(self) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                logging.setLogLevel(self._level)


_SILENCE = _Silence()


@contextmanager
def quiet_opencv() -> Iterator[None]:
    """Silences OpenCV's C++ log, where a failure is expected and told as a SourceError instead."""
    _SILENCE.enter()
    try:
        yield
    finally:
        _SILENCE.leave()

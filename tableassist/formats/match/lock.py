"""Says that a match is being recorded, for as long as its recorder lives: a kill frees the lock."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from tableassist.formats.io.bad_file import bad_file, unwritable
from tableassist.formats.match.folder import LOCK


class MatchLock:
    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._file: int | None = None

    def take(self) -> None:
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as problem:
            raise unwritable(self._path, problem) from None
        if not _locked(self._file):
            os.close(self._file)
            self._file = None
            raise bad_file(self._path.parent, "is being recorded by another tableassist")

    def free(self) -> None:
        if self._file is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = None


def is_being_recorded(folder: Path) -> bool:
    try:
        file = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _locked(file)
    finally:
        os.close(file)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _locked(file: int) -> bool:
    with suppress(OSError):
        _lock(file)
        return True
    return False

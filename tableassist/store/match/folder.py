"""A match on the disk: the folder `NAME.match` with `match.sqlite`, the video's segments, stills, and a lock."""

import os
import shutil
import sys
import time
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from tableassist.store.files.file_name import allowed_name
from tableassist.store.files.problems import bad_file, unwritable
from tableassist.store.match.stills import STILL_FILES

SUFFIX = ".match"
DATABASE = "match.sqlite"
LOCK = "recording.lock"
BESIDE_DATABASE = ("match.sqlite-wal", "match.sqlite-shm", "match.sqlite-journal")


def segment_name(chapter: int) -> str:
    return f"video-{chapter:04d}.mp4"


def is_match(folder: Path) -> bool:
    return (folder / DATABASE).is_file()


def named_match(path: Path) -> Path:
    """With the ending that a match has."""
    return path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX)


def free_match_path(root: Path, table: str, began: datetime) -> Path:
    """For a match of that table: a name that every system takes, and that no match has yet."""
    name = allowed_name(f"{began:%Y-%m-%d %H.%M} {table}")
    tries = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(path for each in tries if not (path := root / f"{each}{SUFFIX}").exists())


def make_match_folder(path: Path) -> Path:
    """An empty folder of that name; nobody's match is written over."""
    folder = named_match(path)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
    except FileExistsError:
        raise bad_file(folder, "already exists, expected a new name") from None
    except OSError as problem:
        raise bad_file(folder, "cannot be created: {problem}", problem=problem.strerror) from None
    return folder


def match_files(folder: Path) -> tuple[Path, ...]:
    """All that belongs to the match, and nothing that somebody else has put there."""
    names = [DATABASE, *BESIDE_DATABASE]
    pictures = [*sorted(folder.glob("video-[0-9][0-9][0-9][0-9].mp4")), *sorted(folder.glob(STILL_FILES))]
    return tuple(path for path in (*(folder / name for name in names), *pictures) if path.is_file())


def match_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in match_files(folder))


def move_match(folder: Path, target: Path) -> None:
    """OSError where it cannot be; then it is where it was."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        folder.rename(target)
        return
    except OSError:
        if target.exists():
            raise
    # On another disk: whole or not at all.
    part = target.with_name(f".{target.name}.part")
    try:
        shutil.copytree(folder, part)
        part.rename(target)
    except OSError:
        shutil.rmtree(part, ignore_errors=True)
        raise
    remove_match(folder)


def remove_match(folder: Path) -> None:
    """Only what belongs to a match; the folder too if nothing else is in it."""
    for path in (*match_files(folder), folder / LOCK):
        with suppress(OSError):
            path.unlink(missing_ok=True)
    with suppress(OSError):
        folder.rmdir()


LOOK_S = 0.2
"""Whoever asks whether a match is being recorded holds its lock for far less."""


class MatchLock:
    """Says that a match is being recorded, for as long as its recorder lives: a kill frees the lock."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._file: int | None = None

    def take(self) -> None:
        """BadFileError where somebody else has it for longer than a look at it takes."""
        until = time.monotonic() + LOOK_S
        while True:
            try:
                file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as problem:
                raise unwritable(self._path, problem) from None
            if _locked(file):
                if _is_at(file, self._path):
                    self._file = file
                    return
                os.close(file)  # who had it before has removed it: what was locked here nobody else will look at
                continue
            os.close(file)
            if time.monotonic() > until:
                raise bad_file(self._path.parent, "is being recorded by another tableassist")
            time.sleep(LOOK_S / 20)

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


def _is_at(file: int, path: Path) -> bool:
    """Whether the open file is still the one of that name."""
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except OSError:
        return False


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

"""Writing a file whole or not at all, and keeping what stood there before."""

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tableassist.store.files.last_good_copy import copy_path, reads
from tableassist.store.files.problems import unwritable

NEW_FILE_MODE = 0o644


def write_text_safely(path: Path, text: str, *, keep_if: Callable[[Path], object] | None = None) -> None:
    write_bytes_safely(path, text.encode("utf-8"), keep_if=keep_if)


def write_bytes_safely(path: Path, content: bytes, *, keep_if: Callable[[Path], object] | None = None) -> None:
    """A temporary file in the same folder, safe on the disk, takes the place of the old one.

    `keep_if` reads the old file; where it can, that is kept as the last good copy. A broken one never takes the
    copy's place.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = _written_beside(path, content)
        try:
            if keep_if is not None and reads(path, keep_if):
                _keep(path)
            new.replace(path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
        _settle(path.parent)
    except OSError as problem:
        raise unwritable(path, problem) from None


def _written_beside(path: Path, content: bytes) -> Path:
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        new = Path(file.name)
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            new.chmod(path.stat().st_mode & 0o777 if path.is_file() else NEW_FILE_MODE)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    return new


def _keep(path: Path) -> None:
    """The old file under its second name; it stays under its first until the new one takes it."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".") as folder:
        second = Path(folder) / "copy"
        try:
            second.hardlink_to(path)
        except OSError:  # not every disk has links
            shutil.copy2(path, second)
        second.replace(copy_path(path))


def sync_to_disk(path: Path, folder: Path) -> None:
    """What another writer (an encoder) has put into the file, and the file's name in its folder, safe on the disk."""
    _sync(path, os.O_RDWR)  # Windows syncs only what may be written
    _settle(folder)


def _settle(folder: Path) -> None:
    """The new name on the disk too; where a folder cannot be opened, the system does it in its own time."""
    with suppress(OSError):
        _sync(folder, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

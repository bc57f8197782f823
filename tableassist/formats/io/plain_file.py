"""Reading a file that anybody may have sent: only a plain one, and only so much of it."""

import stat
from pathlib import Path

from tableassist.errors import BadFileError


def check_plain_file(path: Path) -> int:
    """Its size in bytes. A pipe would be waited for, and a device may never end: they are refused unopened."""
    try:
        found = path.stat()
    except FileNotFoundError:
        raise BadFileError(f"{path}: no such file") from None
    except OSError as problem:
        raise BadFileError(f"{path}: cannot be read: {problem.strerror}") from None
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe or a device"
        raise BadFileError(f"{path}: cannot be read: it is {kind}, expected a file")
    return found.st_size


def read_plain_file(path: Path, most_bytes: int) -> bytes:
    size = check_plain_file(path)
    try:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as problem:
        raise BadFileError(f"{path}: cannot be read: {problem.strerror}") from None
    if len(content) > most_bytes:
        raise BadFileError(f"{path}: file has {max(size, len(content))} bytes, expected at most {most_bytes}")
    return content


def read_plain_text(path: Path, most_bytes: int, *, encoding: str = "utf-8") -> str:
    """`utf-8-sig` passes over the mark that some spreadsheets put in front."""
    try:
        return read_plain_file(path, most_bytes).decode(encoding)
    except UnicodeDecodeError as problem:
        raise BadFileError(f"{path}: not a text file: byte {problem.start} is not UTF-8") from None

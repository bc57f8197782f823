"""Reading a file that anybody may have sent: only a plain one, and only so much of it."""

import stat
from pathlib import Path

from tableassist.errors import BadFileError


def read_plain_file(path: Path, most_bytes: int) -> bytes:
    """A pipe would be waited for, and a device may never end."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe or a device"
            raise BadFileError(f"{path}: cannot be read: it is {kind}, expected a file")
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except FileNotFoundError:
        raise BadFileError(f"{path}: no such file") from None
    except OSError as problem:
        raise BadFileError(f"{path}: cannot be read: {problem.strerror}") from None
    if len(content) > most_bytes:
        raise BadFileError(f"{path}: file has {max(found.st_size, len(content))} bytes, expected at most {most_bytes}")
    return content


def read_plain_text(path: Path, most_bytes: int, *, encoding: str = "utf-8") -> str:
    """`utf-8-sig` passes over the mark that some spreadsheets put in front."""
    try:
        return read_plain_file(path, most_bytes).decode(encoding)
    except UnicodeDecodeError as problem:
        raise BadFileError(f"{path}: not a text file: byte {problem.start} is not UTF-8") from None

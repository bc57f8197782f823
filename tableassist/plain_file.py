"""Reading a file that anybody may have sent: only a plain one, and only so much of it."""

import stat
from pathlib import Path

from tableassist.errors import BadFileError, TableAssistError
from tableassist.messages import Message

A_FILE = Message("a file")


def check_plain_file(path: Path, *, expected: Message = A_FILE, error: type[TableAssistError] = BadFileError) -> int:
    """Its size in bytes. A pipe would be waited for, and a device may never end: they are refused unopened."""
    try:
        found = path.stat()
    except FileNotFoundError:
        raise error("{path}: no such file", path=path) from None
    except (OSError, ValueError) as problem:
        raise error("{path}: cannot be read: {problem}", path=path, problem=_reason(problem)) from None
    if stat.S_ISDIR(found.st_mode):
        raise error("{path}: cannot be read: it is a folder, expected {expected}", path=path, expected=expected)
    if not stat.S_ISREG(found.st_mode):
        raise error(
            "{path}: cannot be read: it is a pipe or a device, expected {expected}", path=path, expected=expected
        )
    return found.st_size


def read_plain_file(path: Path, most_bytes: int) -> bytes:
    size = check_plain_file(path)
    try:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as problem:
        raise BadFileError("{path}: cannot be read: {problem}", path=path, problem=_reason(problem)) from None
    if len(content) > most_bytes:
        raise BadFileError(
            "{path}: file has {size} bytes, expected at most {most}",
            path=path,
            size=max(size, len(content)),
            most=most_bytes,
        )
    return content


def read_plain_text(path: Path, most_bytes: int, *, encoding: str = "utf-8") -> str:
    """`utf-8-sig` passes over the mark that some spreadsheets put in front."""
    try:
        return read_plain_file(path, most_bytes).decode(encoding)
    except UnicodeDecodeError as problem:
        raise BadFileError(
            "{path}: not a text file: byte {number} is not UTF-8", path=path, number=problem.start
        ) from None


def _reason(problem: OSError | ValueError) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)

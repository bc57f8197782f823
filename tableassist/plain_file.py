"""Reading a file that anybody may have sent: only a plain one, and only so much of it."""

import stat
from pathlib import Path

from tableassist.errors import BadFileError, TableAssistError
from tableassist.messages import Message, Text, template

A_FILE = Message("a file")
PLACED = template("{where}: {what}")


def placed(where: object, what: Text, /, **params: object) -> Message:
    """`where` is a file, or a file and the field in it: no words. `what` is a template or a message."""
    return Message(PLACED, where=str(where), what=Message(what, **params) if isinstance(what, str) else what)


def check_plain_file(path: Path, *, expected: Message = A_FILE, error: type[TableAssistError] = BadFileError) -> int:
    """Its size in bytes. A pipe would be waited for, and a device may never end: they are refused unopened."""
    try:
        found = path.stat()
    except FileNotFoundError:
        raise error(placed(path, "no such file")) from None
    except (OSError, ValueError) as problem:
        raise error(placed(path, "cannot be read: {problem}", problem=_reason(problem))) from None
    if stat.S_ISDIR(found.st_mode):
        raise error(placed(path, "cannot be read: it is a folder, expected {expected}", expected=expected))
    if not stat.S_ISREG(found.st_mode):
        raise error(placed(path, "cannot be read: it is a pipe or a device, expected {expected}", expected=expected))
    return found.st_size


def read_plain_file(path: Path, most_bytes: int) -> bytes:
    size = check_plain_file(path)
    try:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as problem:
        raise BadFileError(placed(path, "cannot be read: {problem}", problem=_reason(problem))) from None
    if len(content) > most_bytes:
        size = max(size, len(content))
        raise BadFileError(placed(path, "file has {size} bytes, expected at most {most}", size=size, most=most_bytes))
    return content


def read_plain_text(path: Path, most_bytes: int, *, encoding: str = "utf-8") -> str:
    """`utf-8-sig` passes over the mark that some spreadsheets put in front."""
    try:
        return read_plain_file(path, most_bytes).decode(encoding)
    except UnicodeDecodeError as problem:
        raise BadFileError(placed(path, "not a text file: byte {place} is not UTF-8", place=problem.start)) from None


def _reason(problem: OSError | ValueError) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)

"""The copy that is kept of a file which a person made, as it stood before it was last written."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from tableassist.errors import BadFileError, one_line
from tableassist.messages import Message, Text

MOST_WORDS = 500
"""Of what is wrong with the file, so that the copy is named behind it."""
T = TypeVar("T")


def copy_path(path: Path) -> Path:
    """`my-table.toml~`, as editors call theirs."""
    return path.with_name(f"{path.name}~")


def read_or_name_copy(path: Path, read: Callable[[Path], T]) -> T:
    """What `read` makes of the file. Where it is broken and its copy is not, the error names the copy."""
    try:
        return read(path)
    except BadFileError as problem:
        copy = good_copy(path, read)
        if copy is None:
            raise
        raise BadFileError("{problem}; {copy}", problem=_short(problem), copy=copy_words(copy)) from None


def good_copy(path: Path, read: Callable[[Path], object]) -> Path | None:
    copy = copy_path(path)
    return copy if reads(copy, read) else None


def reads(path: Path, read: Callable[[Path], object]) -> bool:
    if not path.is_file():
        return False
    with suppress(BadFileError):
        read(path)
        return True
    return False


def copy_words(copy: Path) -> Message:
    plain = copy.name.removesuffix("~")
    return Message("its last good copy can be read: rename {copy} to {plain}", copy=copy.name, plain=plain)


def _short(problem: BadFileError) -> Text:
    return problem.message if len(str(problem)) <= MOST_WORDS else one_line(str(problem), MOST_WORDS)
